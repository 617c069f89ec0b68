import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import {
  InvalidUpgradeFile,
  JsonFile,
  type UpgradeFiles,
  type UpgradeOrder,
  upgradeFiles,
} from '../../src/upgrade/upgrade-files.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

let files: UpgradeFiles;
beforeEach(() => {
  files = upgradeFiles(scratchFolder('upgrade'));
  mkdirSync(files.folder);
});

const order: UpgradeOrder = {
  ...{ requestId: 'request-1', fromVersion: '1.0.0', toVersion: '1.1.0', channel: 'stable', platform: 'linux-x64' },
  archive: '/var/lib/satrap/upgrade/fetch/1.1.0.tar.gz',
  ...{ sizeBytes: 31_000_000, sha256: 'a'.repeat(64), signature: 'untrusted comment: …' },
  orderedAt: '2026-11-01T00:00:00.000Z',
};
test('an order is read as written, by its owner alone, and gone once removed', () => {
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

test.each(['', '{}', JSON.stringify({ ...order, sha256: '../..' }), JSON.stringify({ ...order, sizeBytes: -1 })])(
  'an order that is none is refused, and named: %j',
  (text) => {
    writeFileSync(files.order.path, text);
    expect(() => files.order.read()).toThrow(InvalidUpgradeFile);
    expect(() => files.order.read()).toThrow(files.order.path);
  },
);

test('what the disk cannot read is as lost as what makes no sense', () => {
  // The kernel returns EIO there: nothing is mapped at address 0.
  const lost = new JsonFile('/proc/self/mem', z.object({}));
  expect(() => lost.read()).toThrow(InvalidUpgradeFile);
  expect(() => lost.read()).toThrow(/cannot read/);
});

test('keeps the last unreadable file or folder under another name', () => {
  const { order, folder } = files;
  for (const text of ['first', 'second']) {
    writeFileSync(order.path, text);
    expect(readFileSync(order.keepDamaged(), 'utf8')).toBe(text);
    expect(readFileSync(order.path, 'utf8')).toBe(text);
  }
  rmSync(order.path);
  mkdirSync(order.path);
  order.keepDamaged();
  expect(readdirSync(folder)).toEqual(['order.json.damaged']);
});
