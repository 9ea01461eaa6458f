/** The locale of a version that `name` is in another case: `en-us` is `en-US`. */
export function sameLocale(name: string, has: readonly string[]): string | undefined {
  return has.find((one) => one.toLowerCase() === name.toLowerCase());
}

/** Those that may be meant: `en_US` is `en-US`, `ar` is `ar-SA`, `zh-CN` one of Chinese. */
export function nearLocales(name: string, has: readonly string[]): readonly string[] {
  const dashed = name.replaceAll('_', '-');
  const same = sameLocale(dashed, has);
  const language = (locale: string) => locale.split('-')[0]?.toLowerCase();
  return same === undefined ? has.filter((one) => language(one) === language(dashed)) : [same];
}
