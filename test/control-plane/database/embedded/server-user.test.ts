import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  chooseServerUser,
  dedicatedUser,
  firstObstacle,
  ownUser,
  type UserFacts,
} from '../../../../src/control-plane/database/embedded/server-user.ts';

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

test('the first folder that a user may not pass through is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-pass-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inner = join(folder, 'inner');
  mkdirSync(inner, { mode: 0o755 });
  chmodSync(folder, 0o700);
  const own = ownUser();
  const stranger = { uid: own.uid + 12_345, gid: own.gid + 12_345 };
  const after = (mode: number, user = stranger) => {
    chmodSync(folder, mode);
    return firstObstacle(inner, user);
  };
  expect(after(0o700, own)).not.toBe(folder);
  expect(after(0o700)).toBe(folder);
  expect(after(0o710)).toBe(folder);
  expect(after(0o710, { ...stranger, gid: own.gid })).not.toBe(folder);
  expect(after(0o711)).not.toBe(folder);
});
