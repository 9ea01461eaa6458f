/** @param {string} what @param {string} value @param {string} bound @param {string} detail */
export function row(what, value, bound, detail) {
  console.log(`${what.padEnd(56)} ${value.padStart(9)}   ${(bound && `at most ${bound}`).padEnd(15)} ${detail}`);
}

/** @param {number} value */
export const ms = (value) => `${value.toFixed(1)} ms`;
/** @param {number} value */
export const mb = (value) => `${value.toFixed(0)} MB`;

/**
 * Prints the ratio of the tool's figure to that of its floor.
 * @param {string} what
 * @param {Record<string, import('./measure.mjs').Figures>} figures of `tool` and `floor`
 * @param {string} name of the figure
 * @param {string} bound
 * @param {(value: number) => string} unit
 */
export function ratio(what, {tool, floor}, name, bound, unit) {
  const [own = Number.NaN, least = Number.NaN] = [tool?.[name], floor?.[name]];
  row(what, (own / least).toFixed(2), bound, `${unit(own)} / ${unit(least)}`);
}
