import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirInUse, lockDataDir } from '../../../src/agent/store/lock.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a second agent on the same data directory is refused until the first one ends', () => {
  const dataDir = join(folder, 'agent');
  const first = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(DataDirInUse);
  expect(() => lockDataDir(dataDir)).toThrow(/another agent uses .*--data-dir/);
  first.release();
  lockDataDir(dataDir).release();
});

test('invariant 8: a data directory that the lock creates belongs to the agent’s own user alone', () => {
  const dataDir = join(folder, 'new');
  lockDataDir(dataDir).release();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});
