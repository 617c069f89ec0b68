import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DataDirInUse, lockDataDir } from '../../../src/agent/store/lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'satrap-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a second agent on the same data directory is refused until the first one ends', () => {
  const dataDir = join(folder, 'one');
  const first = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(DataDirInUse);
  first.release();
  lockDataDir(dataDir).release();
  // Anyone else who can read it could hold it.
  expect(statSync(join(dataDir, 'lock.db')).mode & 0o777).toBe(0o600);
});

test('the lock of an agent that was killed is gone with it', async () => {
  const dataDir = join(folder, 'killed');
  const lock = join(import.meta.dirname, '../../../src/agent/store/lock.ts');
  const script = `import { lockDataDir } from ${JSON.stringify(lock)}; lockDataDir(${JSON.stringify(dataDir)}); console.log('held'); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  expect(() => lockDataDir(dataDir)).toThrow(/another agent already works with .*--data-dir/);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockDataDir(dataDir).release();
});

test('a directory that cannot be used is not said to be another agent’s', () => {
  const path = join(folder, 'spoilt');
  lockDataDir(path).release();
  writeFileSync(
    join(path, 'lock.db'),
    'this is no database, and it is long enough to be taken for one by its size'.repeat(20),
  );
  expect(() => lockDataDir(path)).toThrow(/not a database/);
  expect(() => lockDataDir(path)).not.toThrow(DataDirInUse);
});
