import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { preparePrograms } from '../../../../src/control-plane/database/embedded/programs.ts';
import { ownUser } from '../../../../src/control-plane/database/embedded/server-user.ts';

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
  const programs = preparePrograms(folder, ownUser(), { native, version: '18.4.0' });
  expect(programs).toMatchObject({ bin: join(native, 'bin'), majorVersion: 18 });
  expect(readlinkSync(join(folder, 'lib/libpq.so.5'))).toBe(join(native, 'lib/libpq.so.5.18'));
  expect(preparePrograms(folder, ownUser(), { native, version: '18.4.0' })).toEqual(programs);
});

test('programs that their user cannot reach are copied into the folder of the database, once for each version', () => {
  chmodSync(root, 0o700);
  const prepare = (version: string) => preparePrograms(folder, stranger, { native, version });
  const contents = () => readFileSync(join(folder, 'programs/bin/postgres'), 'utf8');
  expect(prepare('18.4.0').bin).toBe(join(folder, 'programs/bin'));
  expect(readlinkSync(join(folder, 'lib/libpq.so.5'))).toBe(join(folder, 'programs/lib/libpq.so.5.18'));
  expect(existsSync(join(folder, 'programs/lib/libpq.a'))).toBe(false);
  writeFileSync(join(native, 'bin/postgres'), 'second');
  prepare('18.4.0');
  expect(contents()).toBe('first');
  prepare('18.5.0');
  expect(contents()).toBe('second');
});
