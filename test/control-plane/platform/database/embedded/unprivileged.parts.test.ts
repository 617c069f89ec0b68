import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterPath } from '../../../../../src/control-plane/platform/database/embedded/cluster.ts';
import { firstObstacle, ownUser } from '../../../../../src/control-plane/platform/database/embedded/server-user.ts';
import type { FileOwner } from '../../../../../src/storage/as-user.ts';
import { builtProgram } from '../../../../harness/built-program.ts';
import { freePort } from '../../../../harness/free-port.ts';
import { until } from '../../../../harness/until.ts';

const root = join(import.meta.dirname, '../../../../..');
const nobody: FileOwner = { uid: 65_534, gid: 65_534 };
/** Not in /etc/passwd. */
const nameless: FileOwner = { uid: 54_321, gid: 54_321 };
const isRoot = ownUser().uid === 0;
const unprivileged = isRoot ? nobody : ownUser();

let folder: string;
/** A copy of the program that others can read, with the parts of the checkout from `checkout`. */
let main: string;
let checkout: string;
beforeAll(async () => {
  // The folder of a test run is inaccessible to others.
  const parent = firstObstacle(tmpdir(), unprivileged) === undefined ? tmpdir() : '/tmp';
  folder = mkdtempSync(join(parent, 'satrap-unprivileged-'));
  const isClosed = [root, join(process.execPath, '..')].some((path) => firstObstacle(path, unprivileged) !== undefined);
  checkout = isClosed ? mkdtempSync(join(folder, 'checkout-')) : root;
  const program = mkdtempSync(join(folder, 'program-'));
  const built = await builtProgram('control-plane');
  cpSync(join(built.main, '..'), join(program, 'lib'), { recursive: true });
  for (const part of ['package.json', 'src', 'schema', 'templates', 'node_modules'])
    symlinkSync(join(checkout, part), join(program, part));
  for (const path of [folder, program]) chmodSync(path, 0o755);
  main = join(program, 'lib/main.mjs');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A checkout in a folder that is closed to others is reached through a mount that only the program's process has. */
const commandLine = (user: FileOwner, args: readonly string[]): [string, string[]] => {
  const identity = isRoot ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : ['--no-new-privs'];
  const node = process.execPath.replace(root, checkout);
  const command = [...identity, node, main, 'control-plane', ...args];
  if (checkout === root) return ['setpriv', command];
  return [
    'unshare',
    ['--mount', 'sh', '-c', 'mount --bind "$0" "$1" && shift && exec setpriv "$@"', root, checkout, ...command],
  ];
};
const dataOf = (user: FileOwner): string => {
  const parent = mkdtempSync(join(folder, 'of-'));
  const dataDir = join(parent, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  if (isRoot) for (const path of [parent, dataDir]) chownSync(path, user.uid, user.gid);
  return dataDir;
};
const env = { PATH: process.env['PATH'] ?? '', HOME: '/' };
const init = (user: FileOwner, dataDir: string) =>
  spawnSync(...commandLine(user, ['init', '--email', 'a@example.com', '--organization', 'A', '--data', dataDir]), {
    env,
    encoding: 'utf8',
  });

test('an unprivileged user’s control plane creates and serves its database as that', async () => {
  const dataDir = dataOf(unprivileged);
  expect(init(unprivileged, dataDir)).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(join(dataDir, 'server.url'))).toBe(false);
  const port = await freePort();
  const child = spawn(...commandLine(unprivileged, ['serve', '--data', dataDir, '--port', String(port)]), {
    env,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await until('it is ready', isReady);
    const [pid] = readFileSync(join(clusterPath(dataDir), 'postmaster.pid'), 'utf8').split('\n');
    const [, uid] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    expect(Number(uid)).toBe(unprivileged.uid);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
});

// Only root can switch to a user without a name.
test.each(isRoot ? [nameless] : [])('a control plane whose user has no name is told what to do', (user) => {
  const said = 'user 54321 has no entry in /etc/passwd';
  expect(init(user, dataOf(user))).toMatchObject({ status: 1, stderr: expect.stringContaining(said) });
});
