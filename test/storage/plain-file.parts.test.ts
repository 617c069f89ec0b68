import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { NotPlain, readPlainFile } from '../../src/storage/plain-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-plain-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

test('a plain file is read', () => {
  writeFileSync(join(folder, 'order'), 'text');
  expect(readPlainFile(join(folder, 'order'), 4)).toBe('text');
});

test.each<[string, (path: string) => unknown, RegExp]>([
  ['a link', (path) => symlinkSync('/etc/hostname', path), /is a link/],
  ['a link to nothing', (path) => symlinkSync('/nothing', path), /is a link/],
  ['a folder', (path) => mkdirSync(path), /not a regular file/],
  ['a pipe that nobody writes to', (path) => spawnSync('mkfifo', [path]), /not a regular file/],
  ['a file that is too large', (path) => writeFileSync(path, '12345'), /larger than 4 bytes/],
])('%s is refused, and nothing waits for it', (_what, put, refusal) => {
  const path = join(folder, 'order');
  put(path);
  expect(() => readPlainFile(path, 4)).toThrow(NotPlain);
  expect(() => readPlainFile(path, 4)).toThrow(refusal);
});
