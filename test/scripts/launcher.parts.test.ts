import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../harness/scratch-folder.ts';

/** An installation whose agent has another version than its control plane. Returns the link in PATH. */
function install(): string {
  const root = scratchFolder('launcher');
  for (const version of ['agent', 'own']) {
    const bin = join(root, 'versions', version, 'bin');
    mkdirSync(bin, { recursive: true });
    copyFileSync(join(import.meta.dirname, '../../scripts/release/satrap'), join(bin, 'satrap'));
    chmodSync(join(bin, 'satrap'), 0o755);
    writeFileSync(join(bin, 'node'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  }
  symlinkSync('versions/own', join(root, 'control-plane'));
  symlinkSync(join(root, 'versions/agent/bin/satrap'), join(root, 'link'));
  return join(root, 'link');
}

test.each([
  ['control-plane install', 'own'],
  ['control-plane backup', 'own'],
  ['control-plane upgrade', 'agent'],
  ['agent status', 'agent'],
])('the command in PATH runs “satrap %s” with the version of the %s', (words, version) => {
  expect(execFileSync(install(), words.split(' '), { encoding: 'utf8' }).trim()).toBe(version);
});
