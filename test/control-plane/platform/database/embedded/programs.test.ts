import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { preparePrograms } from '../../../../../src/control-plane/platform/database/embedded/programs.ts';
import { ownUser } from '../../../../../src/control-plane/platform/database/embedded/server-user.ts';

const stranger = { uid: ownUser().uid + 12_345, gid: ownUser().gid + 12_345 };
let root: string;
let native: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satrap-programs-'));
  native = join(root, 'native');
  folder = join(root, 'folder');
  for (const path of [folder, native, join(native, 'bin'), join(native, 'lib')]) mkdirSync(path);
  writeFileSync(join(native, 'bin/postgres'), 'first');
  writeFileSync(join(native, 'lib/libpq.so.5.18'), '');
  writeFileSync(join(native, 'lib/libpq.a'), '');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
});
afterEach(() => rmSync(root, { recursive: true }));

test('programs that their user can reach stay where they are, and get the short names of their libraries', () => {
  chmodSync(root, 0o755);
  const programs = preparePrograms(folder, { user: ownUser(), keeper: ownUser() }, { native, version: '18.4.0' });
  expect(programs).toMatchObject({ native, majorVersion: 18 });
  expect(readlinkSync(join(folder, 'lib/libpq.so.5'))).toBe(join(native, 'lib/libpq.so.5.18'));
  expect(preparePrograms(folder, { user: ownUser(), keeper: ownUser() }, { native, version: '18.4.0' })).toEqual(
    programs,
  );
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
  ).toThrow(/cannot reach its programs in .*native, and they could not be copied .*; install Satrap elsewhere/);
});
