import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storingSecret } from '../../src/cli/secret-file.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

const file = (): string => join(scratchFolder('secret-file'), 'key');

test('a secret goes into a new file that only its owner can read', async () => {
  const path = file();
  expect(await storingSecret(path, async () => 'hunter2', String)).toBe('hunter2');
  expect(readFileSync(path, 'utf8')).toBe('hunter2\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('nothing is created where the file cannot be, and a refusal leaves no file', async () => {
  const path = file();
  writeFileSync(path, 'older');
  let calls = 0;
  const create = async () => String(calls++);
  for (const taken of [path, '/nowhere/key'])
    await expect(storingSecret(taken, create, String)).rejects.toThrow(`cannot create ${taken}`);
  expect([calls, readFileSync(path, 'utf8')]).toEqual([0, 'older']);
  const refused = file();
  await expect(storingSecret(refused, () => Promise.reject(new Error('no')), String)).rejects.toThrow('no');
  expect(existsSync(refused)).toBe(false);
});
