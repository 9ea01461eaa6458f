export interface ServedType {
  attributes: string;
  relationships: string;
  /** Further members that `fields[…]` may name and that no answer has. */
  alsoNamed?: string;
}

/**
 * The resource types that the sandbox serves, as the API document (4.4.1) has them; `~` stands for the brand (wire.ts).
 * A relationship is written `name=type` (to one) or `name=type[]` (to many), a bare `name` has links only, and a
 * leading `-` says that it has no links.
 */
export const SERVED_TYPES: Readonly<Record<string, ServedType>> = {
  apps: {
    attributes: `accessibilityUrl name bundleId sku primaryLocale isOrEverWasMadeForKids subscriptionStatusUrl
      subscriptionStatusUrlVersion subscriptionStatusUrlForSandbox subscriptionStatusUrlVersionForSandbox
      contentRightsDeclaration streamlinedPurchasingEnabled`,
    relationships: `accessibilityDeclarations appEncryptionDeclarations=appEncryptionDeclarations[] -~Icon=buildIcons
      ciProduct=ciProducts betaTesters betaGroups=betaGroups[] ~Versions=~Versions[] appTags
      preReleaseVersions=preReleaseVersions[] betaAppLocalizations=betaAppLocalizations[] builds=builds[]
      betaLicenseAgreement=betaLicenseAgreements betaAppReviewDetail=betaAppReviewDetails appInfos=appInfos[]
      appClips=appClips[] appPricePoints endUserLicenseAgreement=endUserLicenseAgreements appPriceSchedule
      appAvailabilityV2 inAppPurchases=inAppPurchases[] subscriptionGroups=subscriptionGroups[]
      gameCenterEnabledVersions=gameCenterEnabledVersions[] perfPowerMetrics
      appCustomProductPages=appCustomProductPages[] inAppPurchasesV2=inAppPurchases[]
      promotedPurchases=promotedPurchases[] appEvents=appEvents[] reviewSubmissions=reviewSubmissions[]
      subscriptionGracePeriod=subscriptionGracePeriods customerReviews customerReviewSummarizations
      gameCenterDetail=gameCenterDetails ~VersionExperimentsV2=~VersionExperimentsV2[] alternativeDistributionKey
      analyticsReportRequests marketplaceSearchDetail buildUploads backgroundAssets
      betaFeedbackScreenshotSubmissions betaFeedbackCrashSubmissions searchKeywords webhooks
      androidToIosAppMappingDetails=androidToIosAppMappingDetails[]`,
  },
  appInfos: {
    attributes: `~State state ~AgeRating australiaAgeRating brazilAgeRating brazilAgeRatingV2 franceAgeRating koreaAgeRating
      kidsAgeBand`,
    relationships: `-app=apps ageRatingDeclaration=ageRatingDeclarations appInfoLocalizations=appInfoLocalizations[]
      primaryCategory=appCategories primarySubcategoryOne=appCategories primarySubcategoryTwo=appCategories
      secondaryCategory=appCategories secondarySubcategoryOne=appCategories secondarySubcategoryTwo=appCategories
      territoryAgeRatings`,
  },
  '~VersionExperimentsV2': {
    attributes: `name platform trafficProportion state reviewRequired startDate endDate`,
    relationships: `-app=apps -latestControlVersion=~Versions -controlVersions=~Versions[]
      ~VersionExperimentTreatments=~VersionExperimentTreatments[]`,
  },
  '~VersionExperiments': {
    attributes: `name trafficProportion state reviewRequired startDate endDate`,
    relationships: `-~Version=~Versions ~VersionExperimentTreatments=~VersionExperimentTreatments[]`,
    alsoNamed: 'platform app latestControlVersion controlVersions',
  },
  '~Versions': {
    attributes: `platform versionString ~State appVersionState copyright reviewType releaseType earliestReleaseDate usesIdfa
      downloadable createdDate`,
    relationships: `-app=apps ~VersionLocalizations=~VersionLocalizations[] build=builds
      ~VersionPhasedRelease=~VersionPhasedReleases gameCenterAppVersion=gameCenterAppVersions
      routingAppCoverage=routingAppCoverages ~ReviewDetail=~ReviewDetails ~VersionSubmission=~VersionSubmissions
      appClipDefaultExperience=appClipDefaultExperiences ~VersionExperiments=~VersionExperiments[]
      ~VersionExperimentsV2=~VersionExperiments[] customerReviews
      alternativeDistributionPackage=alternativeDistributionPackages`,
  },
  builds: {
    attributes: `version uploadedDate expirationDate expired minOsVersion lsMinimumSystemVersion computedMinMacOsVersion
      computedMinVisionOsVersion iconAssetToken processingState buildAudienceType usesNonExemptEncryption`,
    relationships: `preReleaseVersion=preReleaseVersions individualTesters=betaTesters[] betaGroups=betaGroups[]
      betaBuildLocalizations=betaBuildLocalizations[] appEncryptionDeclaration=appEncryptionDeclarations
      betaAppReviewSubmission=betaAppReviewSubmissions app=apps buildBetaDetail=buildBetaDetails
      ~Version=~Versions icons=buildIcons[] -buildBundles=buildBundles[] -buildUpload=buildUploads
      perfPowerMetrics diagnosticSignatures`,
  },
  preReleaseVersions: {
    attributes: `version platform`,
    relationships: `builds=builds[] app=apps`,
  },
  reviewSubmissions: {
    attributes: `platform submittedDate state`,
    relationships: `-app=apps items=reviewSubmissionItems[] -~VersionForReview=~Versions -submittedByActor=actors
      -lastUpdatedByActor=actors`,
  },
  alternativeDistributionPackages: {
    attributes: `sourceFileChecksum`,
    relationships: `versions=alternativeDistributionPackageVersions[]`,
  },
  appClipDefaultExperiences: {
    attributes: `action`,
    relationships: `-appClip=appClips releaseWith~Version=~Versions
      appClipDefaultExperienceLocalizations=appClipDefaultExperienceLocalizations[]
      appClip~ReviewDetail=appClip~ReviewDetails`,
  },
  '~ReviewDetails': {
    attributes: `contactFirstName contactLastName contactPhone contactEmail demoAccountName demoAccountPassword
      demoAccountRequired notes`,
    relationships: `-~Version=~Versions ~ReviewAttachments=~ReviewAttachments[]`,
  },
  '~VersionLocalizations': {
    attributes: `description locale keywords marketingUrl promotionalText supportUrl whatsNew`,
    relationships: `-~Version=~Versions appScreenshotSets=appScreenshotSets[] appPreviewSets=appPreviewSets[]
      searchKeywords=appKeywords[]`,
  },
  appScreenshotSets: {
    attributes: `screenshotDisplayType`,
    relationships: `-~VersionLocalization=~VersionLocalizations
      -appCustomProductPageLocalization=appCustomProductPageLocalizations
      -~VersionExperimentTreatmentLocalization=~VersionExperimentTreatmentLocalizations
      appScreenshots=appScreenshots[]`,
  },
  inAppPurchaseVersions: {
    attributes: `version state`,
    relationships: `-inAppPurchase=inAppPurchases image=inAppPurchaseImages images=inAppPurchaseImages[]
      localizations=inAppPurchaseLocalizations[]`,
  },
  '~VersionPhasedReleases': {
    attributes: `phasedReleaseState startDate totalPauseDuration currentDayNumber`,
    relationships: ``,
  },
  '~VersionSubmissions': {
    attributes: ``,
    relationships: `-~Version=~Versions`,
  },
  gameCenterAppVersions: {
    attributes: `enabled`,
    relationships: `compatibilityVersions=gameCenterAppVersions[] ~Version=~Versions`,
  },
  routingAppCoverages: {
    attributes: `fileSize fileName sourceFileChecksum uploadOperations assetDeliveryState`,
    relationships: `-~Version=~Versions`,
  },
  '~VersionReleaseRequests': {
    attributes: ``,
    relationships: ``,
  },
  customerReviews: {
    attributes: `rating title body reviewerNickname createdDate territory`,
    relationships: `response=customerReviewResponses -reviewTerritory=territories`,
  },
  customerReviewResponses: {
    attributes: `responseBody lastModifiedDate state`,
    relationships: `-review=customerReviews`,
  },
  territories: {
    attributes: `currency`,
    relationships: ``,
  },
  ageRatingDeclarations: {
    attributes: `advertising alcoholTobaccoOrDrugUseOrReferences contests gambling gamblingSimulated gunsOrOtherWeapons
      healthOrWellnessTopics kidsAgeBand lootBox medicalOrTreatmentInformation messagingAndChat parentalControls
      profanityOrCrudeHumor ageAssurance sexualContentGraphicAndNudity sexualContentOrNudity socialMedia
      socialMediaAgeRestricted horrorOrFearThemes matureOrSuggestiveThemes unrestrictedWebAccess
      userGeneratedContent violenceCartoonOrFantasy violenceRealisticProlongedGraphicOrSadistic violenceRealistic
      ageRatingOverride ageRatingOverrideV2 koreaAgeRatingOverride developerAgeRatingInfoUrl`,
    relationships: ``,
  },
  appCategories: {
    attributes: `platforms`,
    relationships: `subcategories=appCategories[] parent=appCategories`,
  },
  appInfoLocalizations: {
    attributes: `locale name subtitle privacyPolicyUrl privacyChoicesUrl privacyPolicyText`,
    relationships: `-appInfo=appInfos`,
  },
  actors: {
    attributes: `actorType userFirstName userLastName userEmail apiKeyId`,
    relationships: ``,
  },
  reviewSubmissionItems: {
    attributes: `state`,
    relationships: `-~Version=~Versions -appCustomProductPageVersion=appCustomProductPageVersions
      -~VersionExperiment=~VersionExperiments -~VersionExperimentV2=~VersionExperimentsV2 -appEvent=appEvents
      -backgroundAssetVersion=backgroundAssetVersions -gameCenterAchievementVersion=gameCenterAchievementVersions
      -gameCenterActivityVersion=gameCenterActivityVersions
      -gameCenterChallengeVersion=gameCenterChallengeVersions
      -gameCenterLeaderboardSetVersion=gameCenterLeaderboardSetVersions
      -gameCenterLeaderboardVersion=gameCenterLeaderboardVersions -inAppPurchaseVersion=inAppPurchaseVersions
      -subscriptionVersion=subscriptionVersions -subscriptionGroupVersion=subscriptionGroupVersions`,
  },
};
