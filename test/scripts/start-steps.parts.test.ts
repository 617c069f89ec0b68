import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../harness/scratch-folder.ts';

const start = readFileSync(join(import.meta.dirname, '../../docs/start.md'), 'utf8');

test('the manual’s steps make the folder of the configuration, a key file for its owner alone, and the agent’s settings', () => {
  const root = scratchFolder('readme');
  const steps = [...start.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  const block = steps.find((lines) => lines.includes('>/etc/satrap/executor.key')) ?? '';
  const script = block.replaceAll('/etc/satrap', join(root, 'satrap'));
  const { status, stderr } = spawnSync('sh', ['-eu', '-c', script], {
    input: 'key-of-the-executor\n',
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const keyFile = join(root, 'satrap/executor.key');
  expect(readFileSync(keyFile, 'utf8')).toBe('key-of-the-executor\n');
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(root, 'satrap/agent.toml'), 'utf8')).toContain('url = ');
});
