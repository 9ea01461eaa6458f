/** Attributes of a resource are what the service sends: of the expected type, or as good as absent. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
export const boolean = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
