import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ruleCatalog } from '../../../../src/control-plane/alerts/incidents/rules/catalog.ts';

const operations = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');

test('the table in docs/operations.md has every rule with its severity, and no other', () => {
  const documented = [...operations.matchAll(/^\| `(\w+)` \| (critical|warning|info) \|/gm)].map(
    ([, code, severity]) => `${code} ${severity}`,
  );
  expect(documented).toEqual(Object.entries(ruleCatalog).map(([code, { severity }]) => `${code} ${severity}`));
});

test('docs/operations.md says what to do about every incident', () => {
  const advised = [...operations.matchAll(/^- (`.*):/gm)].join(' ');
  expect(Object.keys(ruleCatalog).filter((code) => !advised.includes(`\`${code}\``))).toEqual([]);
});
