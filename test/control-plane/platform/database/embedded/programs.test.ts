import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { versionFault } from '../../../../../src/control-plane/platform/database/embedded/cluster.ts';
import { preparePrograms } from '../../../../../src/control-plane/platform/database/embedded/programs.ts';
import {
  chooseServerUser,
  dedicatedUser,
  firstObstacle,
  mayPassThrough,
  ownUser,
  type UserFacts,
} from '../../../../../src/control-plane/platform/database/embedded/server-user.ts';
import { scratchFolder } from '../../../../harness/scratch-folder.ts';

const stranger = { uid: ownUser().uid + 12_345, gid: ownUser().gid + 12_345 };
let root: string;
let native: string;
let folder: string;
beforeEach(() => {
  root = scratchFolder('programs');
  native = join(root, 'native');
  folder = join(root, 'folder');
  for (const path of [folder, native, join(native, 'bin'), join(native, 'lib')]) mkdirSync(path);
  writeFileSync(join(native, 'bin/postgres'), 'first');
  writeFileSync(join(native, 'lib/libpq.so.5.18'), '');
  writeFileSync(join(native, 'lib/libpq.a'), '');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
});

test('programs that their user can reach stay in place, with short library names', () => {
  chmodSync(root, 0o755);
  const prepare = () => preparePrograms(folder, { user: ownUser(), keeper: ownUser() }, { native, version: '18.4.0' });
  const programs = prepare();
  expect(programs).toMatchObject({ native, majorVersion: 18 });
  expect(readlinkSync(join(folder, 'lib/libpq.so.5'))).toBe(join(native, 'lib/libpq.so.5.18'));
  expect(prepare()).toEqual(programs);
});

test('programs that their user cannot reach are copied, once for each version', () => {
  chmodSync(root, 0o700);
  const copies = join(root, 'copies');
  const prepare = (version: string) =>
    preparePrograms(folder, { user: stranger, keeper: ownUser() }, { native, version }, copies);
  const contents = (version: string) => readFileSync(join(copies, version, 'bin/postgres'), 'utf8');
  expect(prepare('18.4.0').native).toBe(join(copies, '18.4.0'));
  expect(readlinkSync(join(folder, 'lib/libpq.so.5'))).toBe(join(copies, '18.4.0/lib/libpq.so.5.18'));
  expect(existsSync(join(copies, '18.4.0/lib/libpq.a'))).toBe(false);
  writeFileSync(join(native, 'bin/postgres'), 'second');
  prepare('18.4.0');
  prepare('18.5.0');
  expect([contents('18.4.0'), contents('18.5.0')]).toEqual(['first', 'second']);
  expect(readdirSync(copies)).toHaveLength(2);
});

test('programs that can be neither reached nor copied are explained with what to do', () => {
  chmodSync(root, 0o700);
  writeFileSync(join(root, 'file'), '');
  const copies = join(root, 'file', 'copies');
  expect(() =>
    preparePrograms(folder, { user: stranger, keeper: ownUser() }, { native, version: '18.4.0' }, copies),
  ).toThrow(/cannot access its programs in .*native, and they could not be copied .*; install Satrap elsewhere/);
});

const rootUser = { uid: 0, gid: 0 };
const service = { uid: 998, gid: 997 };
const other = { uid: 1000, gid: 1000 };

test.each<[string, UserFacts, object]>([
  ['anybody but root', { own: service, folderOwner: service, databaseOwner: undefined }, service],
  ['root, in a folder given away', { own: rootUser, folderOwner: rootUser, databaseOwner: other }, other],
  ['root, in the folder of a service', { own: rootUser, folderOwner: service, databaseOwner: undefined }, service],
  [
    'root, after an interrupted start',
    { own: rootUser, folderOwner: rootUser, databaseOwner: rootUser },
    dedicatedUser,
  ],
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
  const inner = join(root, 'native');
  // The tests' folder may itself be inaccessible.
  const outer = firstObstacle(tmpdir(), stranger);
  chmodSync(root, 0o700);
  expect(firstObstacle(inner, stranger)).toBe(outer ?? root);
  chmodSync(root, 0o711);
  expect(firstObstacle(inner, stranger)).toBe(outer);
  expect(firstObstacle(inner, ownUser())).toBe(firstObstacle(tmpdir(), ownUser()));
});

test('a database of an earlier PostgreSQL is refused with what to do', () => {
  expect(versionFault('/data/postgresql/cluster', '18', 18)).toBeUndefined();
  expect(versionFault('/data/postgresql/cluster', '17', 18)).toMatch(
    /created by PostgreSQL 17, .* with the release that created it, run “satrap control-plane backup FILE”/,
  );
});
