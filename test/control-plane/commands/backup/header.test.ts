import { expect, test } from 'vitest';
import { isPartitionBound, migrationFault } from '../../../../src/control-plane/commands/backup/header.ts';

test.each([
  'DEFAULT',
  "FOR VALUES FROM ('2026-01-01 00:00:00+00') TO ('2026-02-01 00:00:00+00')",
  "FOR VALUES FROM (MINVALUE) TO ('019bc0a0-0000-7000-8000-000000000000')",
])('%s is the bound of a partition', (text) => {
  expect(isPartitionBound(text)).toBe(true);
});

test.each([
  "FOR VALUES FROM (lo_import('/etc/shadow')) TO ('x')",
  "FOR VALUES FROM ('a') TO (pg_terminate_backend(1))",
  'DEFAULT; DROP TABLE node',
  "FOR VALUES FROM ('a') TO ('b'); DROP TABLE node",
  "FOR VALUES FROM (E'\\'); DROP TABLE node --') TO ('b')",
  "FOR VALUES FROM ('a') TO ('b') PARTITION BY RANGE (id)",
  "FOR VALUES FROM ('a''b') TO ('c')",
])('%s is none', (text) => {
  expect(isPartitionBound(text)).toBe(false);
});

const migration = (hash: string, index: number) => ({ hash, createdAt: index });
const own = ['a', 'b'].map(migration);

test.each([
  [['a', 'b'], undefined],
  [['a', 'b', 'c'], /a later release; install that release or a later one first/],
  [['a'], /an earlier release; restore it with that release, then start this one/],
  [['a', 'x'], /differs from this build's; restore it with the build that created it/],
])('a backup with the migrations %j is restored or refused with what to do', (hashes, said) => {
  const fault = migrationFault({ satrapVersion: '9.9.9', migrations: hashes.map(migration) }, own);
  if (said === undefined) expect(fault).toBeUndefined();
  else expect(fault).toMatch(said);
});
