/** The locales that a version can have texts in. */
export const LOCALES: readonly string[] = `
  ar-SA ca cs da de-DE el en-AU en-CA en-GB en-US es-ES es-MX fi fr-CA fr-FR he hi hr hu id it ja ko ms nl-NL no pl
  pt-BR pt-PT ro ru sk sl-SI sv th tr uk vi zh-Hans zh-Hant
`
  .trim()
  .split(/\s+/);
