/** What a table says of a word from outside; unlike an index, never what every object inherits (`constructor`). */
export function lookup<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
