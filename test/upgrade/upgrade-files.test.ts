import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { InvalidUpgradeFile, JsonFile } from '../../src/upgrade/json-file.ts';
import type { UpgradeOrder } from '../../src/upgrade/order.ts';
import { isEnd, type UpgradeOutcome } from '../../src/upgrade/outcome.ts';
import { upgradeFiles } from '../../src/upgrade/upgrade-files.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'satrap-upgrade-'));
  mkdirSync(join(dataDir, 'upgrade'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const order: UpgradeOrder = {
  requestId: 'request-1',
  fromVersion: '1.0.0',
  toVersion: '1.1.0',
  channel: 'stable',
  platform: 'linux-x64',
  archive: '/var/lib/satrap/upgrade/fetch/1.1.0.tar.gz',
  sizeBytes: 31_000_000,
  sha256: 'a'.repeat(64),
  signature: 'untrusted comment: …',
  orderedAt: '2026-11-01T00:00:00.000Z',
};

const outcome: UpgradeOutcome = {
  requestId: 'request-1',
  fromVersion: '1.0.0',
  toVersion: '1.1.0',
  state: 'rolled_back',
  reason: 'the new version did not reach the engine, which the old one did',
  lastWords: 'no such socket',
  updatedAt: '2026-11-01T00:01:00.000Z',
};

test('an order is read as it was written, by its owner alone, and is gone once it is removed', () => {
  const files = upgradeFiles(dataDir);
  expect(files.order.read()).toBeNull();
  files.order.write(order);
  expect(files.order.read()).toEqual(order);
  expect(statSync(files.order.path).mode & 0o777).toBe(0o600);
  files.order.remove();
  expect(files.order.read()).toBeNull();
  expect(readdirSync(files.folder)).toEqual([]);
  // A watcher must end a switch also when someone has removed the folder.
  rmSync(files.folder, { recursive: true });
  files.order.remove();
});

test.each(['', '{', '{}', JSON.stringify({ ...order, sha256: '../..' }), JSON.stringify({ ...order, sizeBytes: -1 })])(
  'an order that is none is refused, and named: %j',
  (text) => {
    const files = upgradeFiles(dataDir);
    writeFileSync(files.order.path, text);
    expect(() => files.order.read()).toThrow(InvalidUpgradeFile);
    expect(() => files.order.read()).toThrow(files.order.path);
  },
);

test('an outcome is read as it was written', () => {
  const files = upgradeFiles(dataDir);
  expect(files.outcome.read()).toBeNull();
  files.outcome.write(outcome);
  files.outcome.write({ ...outcome, state: 'committed', reason: null, lastWords: null });
  expect(files.outcome.read()).toMatchObject({ state: 'committed', reason: null });
  expect(() => files.outcome.write({ ...outcome, state: 'done' as never })).toThrow();
  expect(files.outcome.read()).toMatchObject({ state: 'committed' });
});

test.each([
  ['switching', false],
  ['judging', false],
  ['committed', true],
  ['rolled_back', true],
  ['failed', true],
] as const)('an upgrade that is %s has ended: %s', (state, ended) => expect(isEnd(state)).toBe(ended));

test('what the disk cannot read is as lost as what makes no sense', () => {
  // The kernel returns EIO there: nothing is mapped at address 0.
  const lost = new JsonFile('/proc/self/mem', z.object({}));
  expect(() => lost.read()).toThrow(InvalidUpgradeFile);
  expect(() => lost.read()).toThrow(/cannot read/);
});

test('what cannot be read is kept under another name, the last one of several, also a folder', () => {
  const { order, folder } = upgradeFiles(dataDir);
  const { path } = order;
  for (const text of ['first', 'second']) {
    writeFileSync(path, text);
    expect(readFileSync(order.keepDamaged(), 'utf8')).toBe(text);
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
  rmSync(path);
  mkdirSync(path);
  order.keepDamaged();
  expect(readdirSync(folder)).toEqual(['order.json.damaged']);
});
