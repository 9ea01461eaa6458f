import {expect, test} from 'vitest';
import {AppDriver, KEYS} from '../support/app-driver.ts';

test('smoke', async () => {
  const app = new AppDriver();
  await app.see('Aurora Notes');
  app.press(KEYS.down);
  await app.until('sel', () => app.selected().includes('Tide'));
  app.press('?');
  await app.see('Keys');
  app.press(KEYS.esc);
  await app.seeNot('Keys');
  app.press(KEYS.ctrl('p'));
  await app.see('type to search');
  app.press('doc');
  await app.see('Doctor');
  app.press(KEYS.esc, 'q');
  expect(await app.exitCode).toBe(0);
});
