// Leaves out what a package loads although it is never used here.

/**
 * @param {Record<string, string>} replacements texts, each replaced wherever it stands
 * @returns {(text: string) => string}
 */
export function replaced(replacements) {
  return (text) =>
    Object.entries(replacements).reduce((done, [from, to]) => {
      if (from === '' || !done.includes(from)) throw new Error(`The package has changed: it has no ${from}`);
      return done.replaceAll(from, to);
    }, text);
}
