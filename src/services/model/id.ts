/** Whether a text is an ID of the service as it can stand in a URL: one clean path segment. */
export function isId(text: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(text) && text !== '.' && text !== '..';
}
