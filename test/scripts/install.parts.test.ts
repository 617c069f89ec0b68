import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { scratchFolder } from '../harness/scratch-folder.ts';

const script = join(import.meta.dirname, '../../scripts/install.sh');
const consoleSources = ['console', 'client', 'contract', 'bitcoin', 'text', 'timing'];
let clone: string;

beforeEach(() => {
  clone = scratchFolder('install');
  for (const dir of ['scripts', 'bin']) mkdirSync(join(clone, dir));
  copyFileSync(script, join(clone, 'scripts/install.sh'));
  for (const file of ['satrap', 'agent-flags', 'control-plane-flags'])
    copyFileSync(join(dirname(script), file), join(clone, 'scripts', file));
  writeFileSync(join(clone, 'package-lock.json'), '{}');
  for (const name of ['console-build', 'site-build', 'index-files'])
    writeFileSync(join(clone, `scripts/${name}.ts`), '');
  mkdirSync(join(clone, 'docs'));
  for (const dir of consoleSources) mkdirSync(join(clone, 'src', dir), { recursive: true });
  npmThat(installs(26));
});

test('install.sh installs dependencies once, and again with another lock file', () => {
  expect(install()).toMatchObject({ status: 0, stdout: expect.stringContaining('installing the dependencies') });
  expect(install()).toMatchObject({ status: 0, stdout: '' });
  expect(calls()).toEqual([
    expect.stringMatching(/^ci .*--ignore-scripts/),
    expect.stringMatching(/^rebuild node --ignore-scripts=false/),
  ]);
  writeFileSync(join(clone, 'package-lock.json'), '{ "lockfileVersion": 3 }');
  expect(install().status).toBe(0);
  expect(calls()).toHaveLength(4);
});

test('install.sh builds the console, and again when one of its sources has changed', () => {
  expect(install().stdout).toContain('building the console');
  for (const dir of consoleSources) {
    writeFileSync(join(clone, 'src', dir, 'source.ts'), dir);
    expect(install()).toMatchObject({ status: 0, stdout: expect.stringContaining('building the console') });
  }
  expect(install()).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('install.sh builds the site, and only the site when a document has changed', () => {
  expect(install().stdout).toContain('building the site');
  writeFileSync(join(clone, 'docs/start.md'), 'Start');
  expect(install()).toMatchObject({ status: 0, stdout: 'satrap: building the site (a few seconds)\n' });
  expect(install()).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('install.sh reports an installation that broke off, and repeats it the next time', () => {
  npmThat('mkdir -p node_modules/half; echo no network >&2; exit 1');
  expect(install()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/no network[\s\S]*cannot install the dependencies/),
  });
  npmThat(installs(26));
  expect(install().status).toBe(0);
});

test('install.sh refuses a Node that is too old, and says what to do', () => {
  npmThat(installs(20));
  expect(install()).toMatchObject({ status: 1, stderr: expect.stringContaining('found major version 20, need 26') });
  expect(existsSync(join(clone, 'node_modules/.satrap-installed'))).toBe(false);
});

const words = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file';

test('install.sh shows the loader’s message about a library, and names its package', () => {
  npmThat(installsNodeWithout('libatomic', words));
  commandThat('id', 'echo 1000');
  for (let attempt = 0; attempt < 2; attempt++) {
    const { status, stderr } = install();
    expect(status).toBe(1);
    expect(stderr).toContain(words);
    expect(stderr).toContain('apt-get install libatomic1');
  }
  expect(calls()).toHaveLength(2);
});

test('install.sh as root on Debian installs libatomic1 by itself', () => {
  npmThat(installsNodeWithout('libatomic', words));
  commandThat('id', 'echo 0');
  commandThat(
    'apt-get',
    'if [ "$1" = update ]; then touch lists; else [ -f lists ] && [ "$4" = libatomic1 ] && touch libatomic; fi',
  );
  expect(install()).toMatchObject({ status: 0, stdout: expect.stringContaining('installing libatomic1') });
});

test('install.sh installs a Node again that is broken in another way', () => {
  npmThat(installsNodeWithout('anything', 'Exec format error'));
  expect(install()).toMatchObject({ status: 1, stderr: expect.stringContaining('Exec format error') });
  expect(existsSync(join(clone, 'node_modules/.satrap-installed'))).toBe(false);
});

test('install.sh says what to install where npm is missing', () => {
  rmSync(join(clone, 'bin/npm'));
  expect(install('')).toMatchObject({ status: 1, stderr: expect.stringContaining('apt-get install nodejs npm') });
});

/** What a Node of this major version does here: it builds the console or the site, and else says its version. */
const nodeThatWorks = (major: number) =>
  `case $1 in scripts/build-*.ts) name=\${1#scripts/build-}; mkdir -p "build/\${name%.ts}" ;; *) echo ${major} ;; esac`;

/** A shell script's lines that put a Node of this major version among the dependencies. */
const installs = (major: number): string => installsNode(nodeThatWorks(major));

/** A shell script's lines that put a Node among the dependencies that starts only when a file is there, and else ends with these words. */
const installsNodeWithout = (file: string, words: string): string =>
  installsNode(`if [ -f ${file} ]; then ${nodeThatWorks(26)}; else echo "${words}" >&2; exit 127; fi`);

const installsNode = (does: string): string =>
  `mkdir -p node_modules/.bin\ncat >node_modules/.bin/node <<'END'\n#!/bin/sh\n${does}\nEND\nchmod +x node_modules/.bin/node`;

const npmThat = (does: string): void => commandThat('npm', `echo "$*" >>calls\n${does}`);

function commandThat(name: string, does: string): void {
  const file = join(clone, 'bin', name);
  writeFileSync(file, `#!/bin/sh\n${does}\n`);
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

test('the command in PATH runs the version of the agent or the control plane', () => {
  const root = scratchFolder('launcher');
  for (const version of ['agent', 'own']) {
    const bin = join(root, 'versions', version, 'bin');
    mkdirSync(bin, { recursive: true });
    copyFileSync(join(dirname(script), 'release/satrap'), join(bin, 'satrap'));
    chmodSync(join(bin, 'satrap'), 0o755);
    writeFileSync(join(bin, 'node'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  }
  symlinkSync('versions/own', join(root, 'control-plane'));
  symlinkSync(join(root, 'versions/agent/bin/satrap'), join(root, 'link'));
  const versionOf = (words: string) => execFileSync(join(root, 'link'), words.split(' '), { encoding: 'utf8' }).trim();
  const commands = ['install', 'backup', 'upgrade'].map((word) => `control-plane ${word}`);
  expect([...commands, 'agent status'].map(versionOf)).toEqual(['own', 'own', 'agent', 'agent']);
});

test('the manual’s steps create the configuration, a private key file and settings', () => {
  const root = scratchFolder('manual');
  const start = readFileSync(join(dirname(script), '../docs/start.md'), 'utf8');
  const steps = [...start.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  const block = steps.find((lines) => lines.includes('>/etc/satrap/executor.key')) ?? '';
  const input = 'key-of-the-executor\n';
  const words = ['-eu', '-c', block.replaceAll('/etc/satrap', join(root, 'satrap'))];
  const { status, stderr } = spawnSync('sh', words, { input, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const keyFile = join(root, 'satrap/executor.key');
  expect(readFileSync(keyFile, 'utf8')).toBe(input);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(root, 'satrap/agent.toml'), 'utf8')).toContain('url = ');
});
