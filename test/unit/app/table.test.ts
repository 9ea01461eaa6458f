import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {TableData} from '../../../src/app/command.ts';
import {formatTable} from '../../../src/app/present/table.ts';
import {widthOf} from '../../../src/services/text/width.ts';

const ID = '6c1d1f5e-0b1f-4a56-9f0e-1f1d0a5f3c11';
const versions: TableData = {
  columns: ['ID', 'Version', 'Platform', 'State', 'Created'],
  roles: {ID: 'id', Created: 'time'},
  rows: [
    [ID, '3.4.0', 'IOS', 'PREPARE_FOR_SUBMISSION', '2026-11-12T10:04:00.000+0100'],
    [ID, '日本', 'VISION_OS', 'READY_FOR_SALE', ''],
  ],
};
const fitted = (table: TableData, width: number) => formatTable(table, {width, links: false});

describe('a table on a terminal', () => {
  it("puts the name first and the ID last in a table's rows, and shortens times to local times", () => {
    expect(fitted(versions, 120)).toEqual([
      'Version  Platform   State                   Created             ID',
      `3.4.0    IOS        PREPARE_FOR_SUBMISSION  12 Nov 2026, 09:04  ${ID}`,
      `日本     VISION_OS  READY_FOR_SALE                              ${ID}`,
    ]);
  });

  it('shortens the ID column first if the table is too wide', () => {
    const [head = '', first = ''] = fitted(versions, 80);
    expect(head).toMatch(/Created {13}ID$/);
    expect(first).toMatch(/ {2}12 Nov 2026, 09:04 {2}6c1d1f5e-0b1f-4…$/);
    expect(widthOf(first)).toBe(80);
  });

  it('drops the ID of a wide table, then shortens times, drops them, and cuts the widest column', () => {
    expect(fitted(versions, 70)[1]).toBe('3.4.0    IOS        PREPARE_FOR_SUBMISSION  12 Nov 2026, 09:04');
    expect(fitted(versions, 60)[1]).toBe('3.4.0    IOS        PREPARE_FOR_SUBMISSION  12 Nov 2026');
    expect(fitted(versions, 50)[1]).toBe('3.4.0    IOS        PREPARE_FOR_SUBM…  12 Nov 2026');
    expect(fitted(versions, 34)[1]).toBe('3.4.0    IOS        PREPARE_FOR_S…');
    expect(fitted(versions, 20)).toEqual(['Vers…  Plat…  State', '3.4.0  IOS    PREPA…', '日本   VISI…  READY…']);
  });

  it('drops an empty column of a wide table before any other column, if there are rows', () => {
    const more = {
      ...versions,
      columns: [...versions.columns, 'Copyright'],
      rows: versions.rows.map((row) => [...row, '']),
    };
    expect(fitted(more, 120)[0]).toMatch(/Copyright {2}ID$/);
    expect(fitted(more, 80)).toEqual(fitted(versions, 80));
    expect(fitted({...more, rows: []}, 40)).toEqual(['Version  Platform  State  Copyright']);
  });

  it("drops a table's spare columns in order before the other columns are cut to a few characters", () => {
    const apps: TableData = {
      columns: ['Name', 'Needs you', 'Bundle ID', 'Live'],
      roles: {'Needs you': 'whole', 'Bundle ID': 'whole'},
      spare: ['Live', 'Bundle ID'],
      rows: [['Morning Paper Weekly', 'read why 12.4 was rejected', 'com.example.paper', '12.3 IOS, 12.3 MAC_OS']],
    };
    expect(fitted(apps, 84)[1]).toBe(
      'Morning Paper We…  read why 12.4 was rejected  com.example.paper  12.3 IOS, 12.3 MA…',
    );
    expect(fitted(apps, 70)[1]).toBe('Morning Paper Weekly  read why 12.4 was rejected  com.example.paper');
    expect(fitted(apps, 50)[1]).toBe('Morning Paper Weekly  read why 12.4 was rejected');
  });

  it('prints all of a table in a pipe, unchanged', () => {
    expect(formatTable(versions)[1]).toBe(
      `${ID}  3.4.0    IOS        PREPARE_FOR_SUBMISSION  2026-11-12T10:04:00.000+0100`,
    );
  });

  const checks: TableData = {
    columns: ['Status', 'Message', 'Fix'],
    roles: {Message: 'wrap', Fix: 'below'},
    rows: [['error', 'The German text is missing', 'tool release-notes set --version-id 1 --locale de-DE']],
  };

  it('puts text that must stay whole below its table row, and wraps other text', () => {
    expect(fitted(checks, 100)).toHaveLength(2);
    expect(fitted(checks, 60)).toEqual([
      'Status  Message',
      'error   The German text is missing',
      '    Fix: tool release-notes set --version-id 1 --locale',
      '    de-DE',
    ]);
    expect(fitted(checks, 24)).toEqual([
      'Status  Message',
      'error   The German text',
      '        is missing',
      '    Fix: tool',
      '    release-notes set',
      '    --version-id 1',
      '    --locale de-DE',
    ]);
  });

  const cell = fc.oneof(
    fc.string(),
    fc.string({unit: 'grapheme', maxLength: 60}),
    fc.constantFrom(
      '日本語のとても長い名前です',
      '👩‍👩‍👧‍👦 family',
      'e\u0301'.repeat(40),
      ID,
      '2026-11-12T10:04:00.000+0100',
    ),
  );
  const role = fc.constantFrom('id', 'time', 'middle', 'wrap', 'below', undefined);

  it('never prints a table wider than the terminal, from 40 to 200 columns', () => {
    const table = fc.integer({min: 1, max: 8}).chain((count) =>
      fc.record({
        columns: fc.uniqueArray(fc.string({minLength: 1, maxLength: 12}), {minLength: count, maxLength: count}),
        roles: fc.array(role, {minLength: count, maxLength: count}),
        rows: fc.array(fc.array(cell, {minLength: count, maxLength: count}), {maxLength: 5}),
      }),
    );
    fc.assert(
      fc.property(table, fc.integer({min: 40, max: 200}), ({columns, roles, rows}, width) => {
        const byName = Object.fromEntries(
          columns.flatMap((name, index) => (roles[index] ? [[name, roles[index]]] : [])),
        );
        const lines = fitted({columns, rows, roles: byName}, width);
        expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('quickly lays out a table of a thousand rows, and a table with a cell of a megabyte', () => {
    const rows = Array.from({length: 1000}, (_, row) => [`${ID}-${row}`, '3.4.0', 'IOS', 'IN_REVIEW', '2026-11-12']);
    const start = performance.now();
    expect(fitted({...versions, rows}, 60)).toHaveLength(1001);
    const long = fitted(
      {columns: ['Field', 'Value'], roles: {Value: 'wrap'}, rows: [['id', 'x'.repeat(1_000_000)]]},
      80,
    );
    expect(long).toHaveLength(1 + Math.ceil(1_000_000 / 73));
    expect(performance.now() - start).toBeLessThan(60_000);
  });
});

describe('a table on a terminal that shows links', () => {
  const pages = {Version: ['https://a/1', undefined], State: ['https://a/2', undefined]};
  const visible = (text: string) => text.replace(/\u001B\]8;;[^\u0007]*\u0007/g, '');
  const linking = (table: TableData, width: number) => formatTable(table, {width, links: true});

  it('links whole and cut table cells without changing the width of the table', () => {
    for (const width of [120, 50, 20]) {
      const lines = linking({...versions, pages}, width);
      expect(lines.map(visible)).toEqual(fitted(versions, width));
    }
    expect(linking({...versions, pages}, 50)[1]).toBe(
      '\u001B]8;;https://a/1\u00073.4.0\u001B]8;;\u0007    IOS        ' +
        '\u001B]8;;https://a/2\u0007PREPARE_FOR_SUBM…\u001B]8;;\u0007  12 Nov 2026',
    );
  });

  it('ignores a link inside the text of a table cell', () => {
    const evil = {...versions, rows: [[ID, '\u001B]8;;https://evil\u00073.4\u001B]8;;\u0007', '', '', '']], pages};
    const [, row = ''] = linking(evil, 120);
    expect(row.match(/\u001B\]8;;[^\u0007]*\u0007/g)).toEqual(['\u001B]8;;https://a/1\u0007', '\u001B]8;;\u0007']);
    expect(visible(row)).toContain('\\x1b]8;;https://evil\\x073.4');
  });

  it('prints no links of a table in a pipe', () => {
    expect(formatTable({...versions, pages})).toEqual(formatTable(versions));
    expect(fitted({...versions, pages}, 80)).toEqual(fitted(versions, 80));
  });
});
