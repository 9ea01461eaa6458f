/**
 * Resource types that requests may name in `fields[…]` while the sandbox holds none of them: their members, as the
 * API document (4.4.1) lists them; `~` stands for the brand (wire.ts).
 */
export const FOREIGN_TYPES: Readonly<Record<string, string>> = {
  androidToIosAppMappingDetails: `packageName appSigningKeyPublicCertificateSha256Fingerprints`,
  appClips: `bundleId app appClipDefaultExperiences appClipAdvancedExperiences`,
  appCustomProductPages: `name url visible app appCustomProductPageVersions`,
  appEncryptionDeclarations: `appDescription createdDate usesEncryption exempt containsProprietaryCryptography
    containsThirdPartyCryptography availableOnFrenchStore platform uploadedDate documentUrl documentName
    documentType appEncryptionDeclarationState codeValue app builds appEncryptionDeclarationDocument`,
  appEvents: `referenceName badge eventState deepLink purchaseRequirement primaryLocale priority purpose territorySchedules
    archivedTerritorySchedules localizations`,
  betaAppLocalizations: `feedbackEmail marketingUrl privacyPolicyUrl tvOsPrivacyPolicy description locale app`,
  betaAppReviewDetails: `contactFirstName contactLastName contactPhone contactEmail demoAccountName demoAccountPassword
    demoAccountRequired notes app`,
  betaGroups: `name createdDate isInternalGroup hasAccessToAllBuilds publicLinkEnabled publicLinkId publicLinkLimitEnabled
    publicLinkLimit publicLink feedbackEnabled iosBuildsAvailableForAppleSiliconMac
    iosBuildsAvailableForAppleVision app builds betaTesters betaRecruitmentCriteria
    betaRecruitmentCriterionCompatibleBuildCheck`,
  betaLicenseAgreements: `agreementText app`,
  buildIcons: `iconAsset iconType masked name`,
  ciProducts: `name createdDate productType app bundleId workflows primaryRepositories additionalRepositories buildRuns`,
  endUserLicenseAgreements: `agreementText app territories`,
  gameCenterDetails: `arcadeEnabled challengeEnabled app gameCenterAppVersions gameCenterGroup gameCenterLeaderboards
    gameCenterLeaderboardsV2 gameCenterLeaderboardSets gameCenterLeaderboardSetsV2 gameCenterAchievements
    gameCenterAchievementsV2 gameCenterActivities gameCenterChallenges defaultLeaderboard defaultLeaderboardV2
    defaultGroupLeaderboard defaultGroupLeaderboardV2 achievementReleases activityReleases challengeReleases
    leaderboardReleases leaderboardSetReleases challengesMinimumPlatformVersions`,
  gameCenterEnabledVersions: `platform versionString iconAsset compatibleVersions app`,
  inAppPurchases: `referenceName productId inAppPurchaseType state name reviewNote familySharable contentHosting
    inAppPurchaseLocalizations pricePoints content ~ReviewScreenshot promotedPurchase iapPriceSchedule
    inAppPurchaseAvailability images offerCodes versions apps`,
  promotedPurchases: `visibleForAllUsers enabled state inAppPurchaseV2 subscription`,
  subscriptionGracePeriods: `optIn sandboxOptIn duration renewalType`,
  subscriptionGroups: `referenceName subscriptions subscriptionGroupLocalizations versions`,
  betaAppReviewSubmissions: `betaReviewState submittedDate build`,
  betaBuildLocalizations: `whatsNew locale build`,
  betaTesters: `firstName lastName email inviteType state appDevices apps betaGroups builds`,
  buildBetaDetails: `autoNotifyEnabled internalBuildState externalBuildState build`,
  buildBundles: `bundleId bundleType sdkBuild platformBuild fileName hasSirikit hasOnDemandResources hasPrerenderedIcon
    usesLocationServices isIosBuildMac~Compatible includesSymbols dSYMUrl supportedArchitectures
    requiredCapabilities deviceProtocols locales entitlements baDownloadAllowance baMaxInstallSize
    minimumOsVersion appClipDomainCacheStatus appClipDomainDebugStatus betaAppClipInvocations buildBundleFileSizes`,
  buildUploads: `cfBundleShortVersionString cfBundleVersion createdDate state platform uploadedDate build assetFile
    assetDescriptionFile assetSpiFile buildUploadFiles`,
  appPreviewSets: `previewType ~VersionLocalization appCustomProductPageLocalization
    ~VersionExperimentTreatmentLocalization appPreviews`,
  appKeywords: ``,
  '~ReviewAttachments': `fileSize fileName sourceFileChecksum uploadOperations assetDeliveryState ~ReviewDetail`,
  appCustomProductPageVersions: `version state deepLink appCustomProductPage appCustomProductPageLocalizations`,
  backgroundAssetVersions: `createdDate platforms state stateDetails version locale backgroundAsset internalBetaRelease
    externalBetaRelease ~Release assetFile manifestFile backgroundAssetUploadFiles`,
  gameCenterAchievementVersions: `version state achievement localizations`,
  gameCenterActivityVersions: `version state fallbackUrl activity localizations defaultImage releases`,
  gameCenterChallengeVersions: `version state challenge localizations releases defaultImage`,
  gameCenterLeaderboardSetVersions: `version state leaderboardSet localizations`,
  gameCenterLeaderboardVersions: `version state leaderboard localizations`,
  subscriptionVersions: `version state subscription image images localizations`,
  subscriptionGroupVersions: `version state subscriptionGroup localizations`,
};
