import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireExclusiveLock, LockHeld } from '../../src/storage/exclusive-lock.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-lock-'));
  path = join(folder, 'lock.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a lock is held by one at a time, until it is released', () => {
  const lock = acquireExclusiveLock(path);
  expect(() => acquireExclusiveLock(path)).toThrow(LockHeld);
  lock.release();
  acquireExclusiveLock(path).release();
});

test('a lock cannot be taken by another user', () => {
  acquireExclusiveLock(path).release();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('the lock of a process that was killed ends with the process', async () => {
  const module = join(import.meta.dirname, '../../src/storage/exclusive-lock.ts');
  const script = `import { acquireExclusiveLock } from ${JSON.stringify(module)}; acquireExclusiveLock(${JSON.stringify(path)}); console.log('held'); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  expect(() => acquireExclusiveLock(path)).toThrow(LockHeld);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  acquireExclusiveLock(path).release();
});

test('a file that cannot be locked is not reported as held by another process', () => {
  writeFileSync(path, 'this is no database, and it is long enough to pass for one by its size'.repeat(20));
  expect(() => acquireExclusiveLock(path)).toThrow(/not a database/);
  expect(() => acquireExclusiveLock(path)).not.toThrow(LockHeld);
  expect(() => acquireExclusiveLock(join(folder, 'missing', 'lock.db'))).toThrow(/ENOENT/);
});
