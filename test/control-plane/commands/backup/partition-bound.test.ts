import { expect, test } from 'vitest';
import { isPartitionBound } from '../../../../src/control-plane/commands/backup/header.ts';

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
