import type {JsonOutput, Schema} from '../command.ts';

/** Shapes of the JSON that commands print, as JSON Schema. Absent members are omitted from JSON, never null. */

export const string: Schema<string> = {type: 'string'};
export const integer: Schema<number> = {type: 'integer'};
export const boolean: Schema<boolean> = {type: 'boolean'};
/** Members that the service decides, and passes on as they are. */
export const anyObject: Schema<Record<string, unknown>> = {type: 'object'};
export const anything: Schema = {};

/** Strings of a closed set. */
export function oneOf<const V extends readonly string[]>(values: V): Schema<V[number]> {
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

/** The result of one command in each of several cases. */
export function either<T>(schemas: readonly Schema<T>[]): Schema<T> {
  return {anyOf: schemas};
}

export function dictionary<T>(values: Schema<T>): Schema<Readonly<Record<string, T>>> {
  return {type: 'object', additionalProperties: values};
}

type Members = Readonly<Record<string, Schema>>;
type TypeOf<S> = S extends Schema<infer T> ? T : never;
type ObjectOf<R extends Members, O extends Members> = {readonly [Name in keyof R]: TypeOf<R[Name]>} & {
  readonly [Name in keyof O]?: TypeOf<O[Name]>;
};

/** Without further members. */
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

/** How a result becomes JSON, with the shape of it. */
export function shaped<Result, T>(schema: Schema<T>, make: (result: Result) => NoInfer<T>): JsonOutput<Result> {
  return Object.assign((result: Result): unknown => make(result), {schema});
}
