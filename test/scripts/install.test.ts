import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = join(import.meta.dirname, '../../scripts/install.sh');
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'satrap-install-'));
  for (const dir of ['scripts', 'bin']) mkdirSync(join(clone, dir));
  copyFileSync(script, join(clone, 'scripts/install.sh'));
  for (const file of ['satrap', 'agent-flags']) copyFileSync(join(dirname(script), file), join(clone, 'scripts', file));
  writeFileSync(join(clone, 'package-lock.json'), '{}');
  npmThat(installs(26));
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

test('install.sh installs missing dependencies once', () => {
  expect(install()).toMatchObject({ status: 0, stdout: expect.stringContaining('installing the dependencies') });
  expect(install()).toMatchObject({ status: 0, stdout: '' });
  expect(calls()).toEqual([expect.stringMatching(/^ci /), expect.stringMatching(/^rebuild node /)]);
});

test('install.sh runs no install script except that of the package node', () => {
  install();
  expect(calls()[0]).toContain('--ignore-scripts');
  expect(calls()[1]).toContain('rebuild node --ignore-scripts=false');
});

test('install.sh installs again when the lock file has changed', () => {
  install();
  writeFileSync(join(clone, 'package-lock.json'), '{ "lockfileVersion": 3 }');
  expect(install().status).toBe(0);
  expect(calls()).toHaveLength(4);
});

test('install.sh reports an installation that broke off, and repeats it the next time', () => {
  npmThat('mkdir -p node_modules/half; echo no network >&2; exit 1');
  expect(install()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/no network[\s\S]*could not be installed/),
  });
  npmThat(installs(26));
  expect(install().status).toBe(0);
});

test('install.sh refuses a Node that is too old, and says what to do', () => {
  npmThat(installs(20));
  expect(install()).toMatchObject({ status: 1, stderr: expect.stringContaining('found major version 20, need 26') });
  expect(existsSync(join(clone, 'node_modules/.satrap-installed'))).toBe(false);
});

test('install.sh says what to install where npm is missing', () => {
  rmSync(join(clone, 'bin/npm'));
  expect(install('')).toMatchObject({ status: 1, stderr: expect.stringContaining('apt-get install nodejs npm') });
});

/** A shell script's lines that put a Node of this major version among the dependencies. */
function installs(major: number): string {
  return `mkdir -p node_modules/.bin; printf '#!/bin/sh\\necho ${major}\\n' >node_modules/.bin/node; chmod +x node_modules/.bin/node`;
}

function npmThat(does: string): void {
  const file = join(clone, 'bin/npm');
  writeFileSync(file, `#!/bin/sh\necho "$*" >>calls\n${does}\n`);
  chmodSync(file, 0o755);
}

function calls(): string[] {
  return readFileSync(join(clone, 'calls'), 'utf8').trim().split('\n');
}

function install(path = ':/usr/bin:/bin') {
  const { status, stdout, stderr } = spawnSync('/bin/sh', [join(clone, 'scripts/install.sh')], {
    // Only the shell's own words where there is no npm: the machine's own is in /usr/bin.
    env: { PATH: path === '' ? withoutNpm() : join(clone, 'bin') + path },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function withoutNpm(): string {
  copyFileSync('/usr/bin/dirname', join(clone, 'bin/dirname'));
  return join(clone, 'bin');
}
