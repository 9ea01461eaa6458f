/** What JSON.stringify leaves as it is though a terminal would act on it; the last two are halves of invisible tags. */
const UNESCAPED =
  /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g;

/** A JSON document that is safe to show: control and bidirectional characters escaped. Without a final line break. */
export function formatJson(value: unknown, {pretty}: {pretty: boolean}): string {
  return JSON.stringify(value, null, pretty ? 2 : undefined).replace(UNESCAPED, (text) =>
    text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
