import {type Query, useQuery} from './use-query.ts';

export type Load<T> = Query<T>;

export function useLoad<T>(name: string, question: string | undefined, read: Parameters<typeof useQuery<T>>[1]) {
  return useQuery(question === undefined ? undefined : `${name}:${question}`, read);
}
