import {expect, it} from 'vitest';
import {ToolError} from '../../../src/services/model/error.ts';
import {eachPage, readAll} from '../../../src/services/store/reads.ts';
import {fakeClient} from '../../support/fake-client.ts';

const ORIGIN = 'https://store.test';
const link = (page: number) => `${ORIGIN}/v1/builds?page=${page}`;

/** Counts the pages that are read from a collection with this many pages. */
async function count(pages: number): Promise<number> {
  let seen = 0;
  const load = async () => {
    seen += 1;
    return {links: {next: seen < pages ? link(seen + 1) : undefined}};
  };
  for await (const _ of eachPage(link(1), load, ORIGIN)) if (seen > 20_000) break;
  return seen;
}

it('reads at most ten thousand pages of a list', async () => {
  expect(await count(10_000)).toBe(10_000);
  await expect(count(10_001)).rejects.toMatchObject({
    kind: 'service',
    message: 'The service returned 10000 pages and still links to another',
  });
});

it.each([
  ['interrupted', 'Interrupted'],
  ['service', 'Page 2: Interrupted'],
] as const)('reports an error of kind %s on a later page as: %s', async (kind, message) => {
  let page = 0;
  const load = async () => {
    page += 1;
    if (page === 2) throw new ToolError(kind, 'Interrupted');
    return {links: {next: link(page + 1)}};
  };
  const read = async () => {
    for await (const _ of eachPage(link(1), load, ORIGIN));
  };
  await expect(read()).rejects.toMatchObject({kind, message});
});

it('collects each resource of a list once, with the included resources of all pages', async () => {
  const build = (id: string) => ({type: 'builds', id});
  const documents = [
    {data: [build('a'), build('b')], included: [{type: 'apps', id: '1'}], links: {next: link(2)}},
    {
      data: [build('b'), build('c')],
      included: [
        {type: 'apps', id: '1'},
        {type: 'apps', id: 'c'},
      ],
      links: {},
    },
  ];
  const asked: string[] = [];
  const get = async (target: string) => {
    asked.push(target);
    return JSON.stringify(documents[asked.length - 1]);
  };
  const {data, included} = await readAll(fakeClient(get), '/v1/builds', {});
  expect(data.map(({id}) => id)).toEqual(['a', 'b', 'c']);
  expect(included.map(({id}) => id)).toEqual(['1', 'c']);
  expect(asked).toEqual(['/v1/builds?limit=200', link(2)]);
});
