import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  chooseServerUser,
  dedicatedUser,
  firstObstacle,
  mayPassThrough,
  ownUser,
  type UserFacts,
} from '../../../../../src/control-plane/platform/database/embedded/server-user.ts';

const root = { uid: 0, gid: 0 };
const service = { uid: 998, gid: 997 };
const other = { uid: 1000, gid: 1000 };

test.each<[string, UserFacts, object]>([
  ['anybody but root', { own: service, folderOwner: service, databaseOwner: undefined }, service],
  ['root, at first', { own: root, folderOwner: root, databaseOwner: undefined }, dedicatedUser],
  ['root, after an operator gave the database away', { own: root, folderOwner: root, databaseOwner: other }, other],
  ['root, in the folder of a service', { own: root, folderOwner: service, databaseOwner: undefined }, service],
  ['root, after an interrupted start', { own: root, folderOwner: root, databaseOwner: root }, dedicatedUser],
])('for %s, PostgreSQL runs as the right user', (_who, facts, expected) => {
  expect(chooseServerUser(facts)).toEqual(expected);
});

test.each<[mode: number, string, typeof other, boolean]>([
  [0o700, 'its owner', service, true],
  [0o600, 'its owner', service, false],
  [0o700, 'its group', { uid: other.uid, gid: service.gid }, false],
  [0o710, 'its group', { uid: other.uid, gid: service.gid }, true],
  [0o710, 'anybody else', other, false],
  [0o711, 'anybody else', other, true],
])('whether a folder of mode %o lets %s pass through', (mode, _who, user, expected) => {
  expect(mayPassThrough({ ...service, mode }, user)).toBe(expected);
});

test('the first folder that a user may not pass through is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-pass-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inner = join(folder, 'inner');
  mkdirSync(inner, { mode: 0o755 });
  const own = ownUser();
  const stranger = { uid: own.uid + 12_345, gid: own.gid + 12_345 };
  // The folder of the tests may itself be closed.
  const outer = firstObstacle(tmpdir(), stranger);
  expect(firstObstacle(inner, stranger)).toBe(outer ?? folder);
  chmodSync(folder, 0o711);
  expect(firstObstacle(inner, stranger)).toBe(outer);
  expect(firstObstacle(folder, own)).toBe(firstObstacle(tmpdir(), own));
});
