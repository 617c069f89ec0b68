import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { acquireExclusiveLock, LockHeld } from '../../src/storage/exclusive-lock.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-lock-'));
  path = join(folder, 'lock.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a lock that is held cannot be acquired until it is released', () => {
  const lock = acquireExclusiveLock(path);
  expect(() => acquireExclusiveLock(path)).toThrow(LockHeld);
  lock.release();
  acquireExclusiveLock(path).release();
});

test('a lock ends with the process that holds it, however that process ends', async () => {
  const script = `
    const { acquireExclusiveLock } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/storage/exclusive-lock.ts'))});
    // An unreferenced lock ends with the next garbage collection.
    globalThis.lock = acquireExclusiveLock(${JSON.stringify(path)});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  expect(() => acquireExclusiveLock(path)).toThrow(LockHeld);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  acquireExclusiveLock(path).release();
});

test('the lock file can be read by its owner only, because any reader could take the lock', () => {
  acquireExclusiveLock(path).release();
  expect(statSync(path).mode & 0o777).toBe(0o600);
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
  mkdirSync(folder, { recursive: true });
});
