export function sameLocale(name: string, has: readonly string[]): string | undefined {
  return has.find((one) => one.toLowerCase() === name.toLowerCase());
}

/** `en_US` may mean `en-US`, `ar` `ar-SA`, and `zh-CN` any of the Chinese locales. */
export function nearLocales(name: string, has: readonly string[]): readonly string[] {
  const dashed = name.replaceAll('_', '-');
  const same = sameLocale(dashed, has);
  const language = (locale: string) => locale.split('-')[0]?.toLowerCase();
  return same === undefined ? has.filter((one) => language(one) === language(dashed)) : [same];
}
