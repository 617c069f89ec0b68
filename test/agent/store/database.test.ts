import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openStore } from '../../../src/agent/store/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'satrap-store-'));
afterAll(() => rmSync(folder, { recursive: true }));
const modeOf = (path: string) => statSync(path).mode & 0o7777;

test('invariant 8: the store, and a directory that is made for it, can be read by the agent’s own user alone', () => {
  const dataDir = join(folder, 'made');
  openStore(dataDir).close();
  expect(modeOf(dataDir)).toBe(0o700);
  expect(modeOf(join(dataDir, 'agent.db'))).toBe(0o600);
});

test('a directory that was there before keeps its mode: it may be another’s too', () => {
  const dataDir = join(folder, 'found');
  mkdirSync(dataDir);
  for (const mode of [0o755, 0o1777]) {
    chmodSync(dataDir, mode);
    openStore(dataDir).close();
    openStore(dataDir).close();
    expect(modeOf(dataDir)).toBe(mode);
  }
  expect(modeOf(join(dataDir, 'agent.db'))).toBe(0o600);
});
