import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeConfig } from '../../src/cli/agent/join-files.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

test('a configuration file with the password of a proxy can be read by its owner and the agent’s group alone, also where all could read it before', () => {
  const folder = scratchFolder('config');
  chmodSync(folder, 0o755);
  const [path, dataDir] = [join(folder, 'agent.toml'), join(folder, 'data')];
  mkdirSync(dataDir);
  chownSync(dataDir, 4321, 4321);
  const shown = () => {
    const { mode, uid, gid } = statSync(path);
    return [(mode & 0o777).toString(8), uid, gid];
  };
  writeConfig(path, 'name = "host"\nproxy = "http://proxy:3128"\n', dataDir);
  expect(shown()).toEqual(['644', 0, 0]);
  const secret = `name = "host"\nproxy = "http://me:${randomBytes(9).toString('hex')}@proxy:3128"\n`;
  writeConfig(path, secret, dataDir);
  expect(readFileSync(path, 'utf8')).toBe(secret);
  expect(shown()).toEqual(['640', 0, 4321]);
  rmSync(path);
  writeConfig(path, secret, dataDir);
  expect(shown()).toEqual(['640', 0, 4321]);
  // An operator’s own choice stays where nothing is secret.
  writeFileSync(path, '');
  writeConfig(path, 'name = "host"\n', dataDir);
  expect(shown()).toEqual(['640', 0, 4321]);
  // As under the umask 077 of a hardened host.
  chmodSync(path, 0o600);
  writeConfig(path, 'name = "host"\n', dataDir);
  expect(shown()).toEqual(['644', 0, 4321]);
});
