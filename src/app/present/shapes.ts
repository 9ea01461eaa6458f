import type {JsonOutput, Schema} from '../command.ts';

/** Shapes of the JSON that commands print, as JSON Schema. A member without a value is omitted, or null if required. */

export const string: Schema<string> = {type: 'string'};
export const integer: Schema<number> = {type: 'integer'};
export const boolean: Schema<boolean> = {type: 'boolean'};
export const anyObject: Schema<Record<string, unknown>> = {type: 'object'};
export const anything: Schema = {};

export function enumOf<const V extends readonly string[]>(values: V): Schema<V[number]> {
  return {type: 'string', enum: values};
}

export function constant<const V extends string | boolean>(value: V): Schema<V> {
  return {const: value};
}

export function list<T>(items: Schema<T>): Schema<readonly T[]> {
  return {type: 'array', items};
}

export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  return {anyOf: [schema, {type: 'null'}]};
}

export function either<T>(schemas: readonly Schema<T>[]): Schema<T> {
  return {anyOf: schemas};
}

type Members = Readonly<Record<string, Schema>>;
type TypeOf<S> = S extends Schema<infer T> ? T : never;
type ObjectOf<R extends Members, O extends Members> = {readonly [Name in keyof R]: TypeOf<R[Name]>} & {
  readonly [Name in keyof O]?: TypeOf<O[Name]>;
};

export function object<R extends Members, O extends Members = Record<never, never>>(
  required: R,
  optional: O = {} as O,
): Schema<ObjectOf<R, O>> {
  return {
    type: 'object',
    properties: {...required, ...optional},
    required: Object.keys(required),
    additionalProperties: false,
  };
}

type NullIn<T> = {[Name in keyof T]-?: null extends T[Name] ? Name : never}[keyof T];
export type Source<T> = Omit<T, NullIn<T>> & Partial<Pick<T, NullIn<T>>>;

export function picked<T extends object>(schema: Schema<T>): JsonOutput<Source<T>> {
  const {properties, required} = schema as unknown as {properties: Members; required: readonly string[]};
  const absent = Object.keys(properties).map((name) => [name, required.includes(name) ? null : undefined] as const);
  // Object.fromEntries takes twice as long, which is noticeable with ten thousand records.
  const pick = (source: Readonly<Record<string, unknown>>) => {
    const members: Record<string, unknown> = {};
    for (const [name, instead] of absent) members[name] = source[name] ?? instead;
    return members;
  };
  return shaped(schema, pick as (source: Source<T>) => T);
}

export function shaped<Result, T>(schema: Schema<T>, make: (result: Result) => NoInfer<T>): JsonOutput<Result> {
  return Object.assign((result: Result): unknown => make(result), {schema});
}
