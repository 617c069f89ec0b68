import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrationsFolder } from '../../../../src/control-plane/platform/database/migrate.ts';

test('every migration stands in the chain, once, and later than the one before', () => {
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted());
  const times = entries.map(({ when }) => when);
  // A migration that is not later than the last applied one is skipped.
  expect(times.filter((time, index) => time <= (times[index - 1] ?? 0))).toEqual([]);
});
