import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { acquireExclusiveLock, LockHeld } from '../../src/storage/exclusive-lock.ts';
import { NotPlain, readPlainFile } from '../../src/storage/plain-file.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = scratchFolder('files');
  path = join(folder, 'file');
});

test.each<[string, () => unknown, RegExp]>([
  ['a link to nothing', () => symlinkSync('/nothing', path), /is a link/],
  ['a folder', () => mkdirSync(path), /not a regular file/],
  ['a pipe that nobody writes to', () => spawnSync('mkfifo', [path]), /not a regular file/],
  ['a file that is too large', () => writeFileSync(path, '12345'), /larger than 4 bytes/],
])('%s is refused where a plain file is read, and nothing waits for it', (_what, put, refusal) => {
  writeFileSync(path, 'text');
  expect(readPlainFile(path, 4)).toBe('text');
  rmSync(path);
  put();
  expect(() => readPlainFile(path, 4)).toThrow(NotPlain);
  expect(() => readPlainFile(path, 4)).toThrow(refusal);
});

test('a held lock cannot be acquired, and only its owner can read its file', () => {
  const lock = acquireExclusiveLock(path);
  expect(() => acquireExclusiveLock(path)).toThrow(LockHeld);
  lock.release();
  acquireExclusiveLock(path).release();
  // Any reader could take the lock.
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a lock ends with the process that holds it, however that process ends', async () => {
  const module = JSON.stringify(join(import.meta.dirname, '../../src/storage/exclusive-lock.ts'));
  // An unreferenced lock ends with the next garbage collection.
  const script = `
    const { acquireExclusiveLock } = await import(${module});
    globalThis.lock = acquireExclusiveLock(${JSON.stringify(path)});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const words = ['--input-type=module', '--eval', script];
  const holder = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  expect(() => acquireExclusiveLock(path)).toThrow(LockHeld);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  acquireExclusiveLock(path).release();
});

test.each([
  ['a file that is not a database', () => writeFileSync(path, 'this is not a database'.repeat(100)), /not a database/],
  ['a folder in its place', () => mkdirSync(path), /EISDIR/],
  ['a folder that does not exist', () => rmSync(folder, { recursive: true }), /ENOENT/],
])('%s is reported as what it is, and not as a lock that is held', (_what, spoil, message) => {
  spoil();
  const attempt = () => acquireExclusiveLock(path);
  expect(attempt).toThrow(message);
  expect(attempt).not.toThrow(LockHeld);
  // For the end of the test.
  mkdirSync(folder, { recursive: true });
});
