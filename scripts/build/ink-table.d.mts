export const INK_TABLE: RegExp;
export function asModule(text: string): string;
