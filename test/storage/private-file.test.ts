import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { whyNotReplaceable, writePrivateFile } from '../../src/storage/private-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-private-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('only its owner can read a private file, whatever the former file allowed, and nothing else is left', () => {
  const path = join(folder, 'key');
  writeFileSync(path, 'former');
  chmodSync(path, 0o644);
  writePrivateFile(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['key']);
});

test('a file that cannot be put in place leaves the former one and nothing beside it', () => {
  const path = join(folder, 'key');
  mkdirSync(path);
  expect(() => writePrivateFile(path, 'new')).toThrow();
  expect(readdirSync(folder)).toEqual(['key']);
});

test('what root writes belongs to the owner of the directory, whose agent reads it', () => {
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? { uid: 101, gid: 102 } : { uid: statSync(folder).uid, gid: statSync(folder).gid };
  chownSync(folder, owner.uid, owner.gid);
  writePrivateFile(join(folder, 'key'), 'new');
  expect(statSync(join(folder, 'key'))).toMatchObject(owner);
});

test('it is known before whether a file can be replaced', () => {
  expect(whyNotReplaceable(join(folder, 'key'))).toBeNull();
  expect(whyNotReplaceable(join(folder, 'none', 'key'))).toContain('ENOENT');
});
