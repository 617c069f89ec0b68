import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type OpenDatabase, rowsOf } from '../../../../../src/control-plane/platform/database/database.ts';
import { clusterPath, prepareCluster } from '../../../../../src/control-plane/platform/database/embedded/cluster.ts';
import {
  embeddedSettings,
  startEmbeddedServer,
} from '../../../../../src/control-plane/platform/database/embedded/embedded-server.ts';
import { serverProcesses } from '../../../../../src/control-plane/platform/database/embedded/leftovers.ts';
import { startServerProcess } from '../../../../../src/control-plane/platform/database/embedded/server-process.ts';
import { openDatabase } from '../../../../../src/control-plane/platform/database/open.ts';
import { ControlPlaneSetupError, defaultSettings } from '../../../../../src/control-plane/settings.ts';
import { quiet } from '../../../../harness/control-plane.ts';
import { killServer } from '../../../../harness/kill-server.ts';
import { listeningLog } from '../../../../harness/listening-log.ts';
import { scratchFolder, sharedFolder } from '../../../../harness/scratch-folder.ts';
import { until } from '../../../../harness/until.ts';

// All tests use one cluster, whose creation takes seconds.
const folder = sharedFolder('embedded');
let dataDir = join(folder, 'data');
mkdirSync(dataDir, { mode: 0o700 });
let opened: OpenDatabase | undefined;
afterEach(async () => {
  await close();
  expect(serverProcesses(clusterPath(dataDir))).toEqual([]);
});

const open = async () => {
  opened = await openDatabase({ ...defaultSettings, dataDir, production: true }, quiet);
  return opened;
};
const close = async () => {
  await opened?.close();
  opened = undefined;
};
const execute = (statement: ReturnType<typeof sql>) =>
  opened?.database.execute(statement) ?? Promise.reject(new Error('not open'));
const settingOf = async (name: string) =>
  rowsOf<{ value: string }>(await execute(sql`SELECT current_setting(${name}) AS value`))[0]?.value;
const makeMarks = () => execute(sql`DROP TABLE IF EXISTS drizzle.mark; CREATE TABLE drizzle.mark (text text)`);
const mark = (text: string) => execute(sql`INSERT INTO drizzle.mark VALUES (${text})`);
const marks = async () =>
  rowsOf<{ text: string }>(await execute(sql`SELECT text FROM drizzle.mark`)).map(({ text }) => text);

test('a new database syncs, is reached through its folder alone, and runs without root', async () => {
  const draft = join(dataDir, 'postgresql', 'new');
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'PG_VERSION'), '18\n');
  const secret = randomUUID();
  vi.stubEnv('SATRAP_API_KEY', secret);
  await open();
  expect(readdirSync(join(dataDir, 'postgresql'))).not.toContain('new');
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']) {
    expect([name, await settingOf(name)]).toEqual([name, 'on']);
  }
  expect(await settingOf('listen_addresses')).toBe('');
  expect(statSync(clusterPath(dataDir)).mode & 0o077).toBe(0);
  expect(statSync(dataDir).mode & 0o077).toBe(0);
  const pids = serverProcesses(clusterPath(dataDir));
  expect(pids.length).toBeGreaterThan(3);
  for (const pid of pids) {
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).not.toMatch(/^Uid:.*\b0\b/m);
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain(secret);
  }
});

test('ends a server that was left behind before the next, and keeps its data', async () => {
  await open();
  await makeMarks();
  await mark('kept');
  await close();
  const { signal } = new AbortController();
  const cluster = prepareCluster(dataDir);
  const left = await startServerProcess({ cluster, settings: embeddedSettings, onLine: () => undefined, signal });
  await open();
  await left.ended;
  expect(serverProcesses(clusterPath(dataDir))).not.toContain(left.pid);
  expect(await marks()).toEqual(['kept']);
});

test('root follows no link that the service’s user has put into its data folder', () => {
  const parent = scratchFolder('links');
  chmodSync(parent, 0o755);
  const [victim, folder] = [join(parent, 'victim'), join(parent, 'data')];
  mkdirSync(join(victim, 'lib'), { recursive: true });
  mkdirSync(folder, { mode: 0o700 });
  symlinkSync(victim, join(folder, 'postgresql'));
  for (const path of [folder, join(folder, 'postgresql')]) lchownSync(path, 65_534, 65_534);
  const { uid, mode } = statSync(victim);
  expect(() => prepareCluster(folder)).toThrow('EPERM');
  expect(statSync(victim)).toMatchObject({ uid, mode });
  expect(existsSync(join(victim, 'lib'))).toBe(true);
});

test('another process with a dead server’s number does not block the database', async () => {
  const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
  onTestFinished(() => void stranger.kill('SIGKILL'));
  const path = clusterPath(dataDir);
  writeFileSync(join(path, 'postmaster.pid'), `${stranger.pid}\n${path}\n1795281633\n5432\n.\n\n  1 1\nready   \n`);
  writeFileSync(join(path, '.s.PGSQL.5432.lock'), '');
  await open();
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test('restarts a killed server, and loses nothing that it acknowledged', async () => {
  await open();
  await makeMarks();
  await mark('before');
  killServer(clusterPath(dataDir));
  await until('it serves again', () =>
    mark('after').then(
      () => true,
      () => false,
    ),
  );
  expect(await marks()).toEqual(['before', 'after']);
});

test('a database of a later PostgreSQL is refused with what to do, and left as it is', async () => {
  const versionFile = join(clusterPath(dataDir), 'PG_VERSION');
  writeFileSync(versionFile, '19\n');
  const refusal = await open().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ControlPlaneSetupError);
  expect(String(refusal)).toContain('was created by PostgreSQL 19');
  // The tests below use it.
  writeFileSync(versionFile, '18\n');
});

test('a server that does not start is quoted', async () => {
  const { signal } = new AbortController();
  const settings = { ...embeddedSettings, shared_buffers: 'plenty' };
  const started = startServerProcess({ cluster: prepareCluster(dataDir), settings, onLine: () => undefined, signal });
  await expect(started).rejects.toThrow(/the embedded PostgreSQL did not start: .*shared_buffers/);
});

test('restarts at once a server that has served for ten seconds', async () => {
  let elapsed = 0;
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const clock = { now: () => elapsed, elapsed: () => elapsed, sleep };
  const { log, lines } = listeningLog();
  const server = await startEmbeddedServer({ cluster: prepareCluster(dataDir), log, clock });
  try {
    for (const servedMs of [0, 0, 10_001]) {
      elapsed += servedMs;
      const before = lines.length;
      killServer(clusterPath(dataDir));
      await until('it serves again', () => lines.slice(before).some(({ msg }) => msg.includes('restarted embedded')));
    }
  } finally {
    await server.stop();
  }
  const [first = 0, second = 0, last = 0] = waits;
  // 100 ms, doubled each time, and up to a fifth more or less.
  expect([first < 130, second > 150, last < 130]).toEqual([true, true, true]);
});

test('serves a database in a folder with a longer path than a socket may have', async () => {
  const deep = join(folder, 'deep'.repeat(40), 'data');
  mkdirSync(join(deep, '..'), { mode: 0o700, recursive: true });
  renameSync(dataDir, deep);
  dataDir = deep;
  await open();
  expect(await settingOf('fsync')).toBe('on');
});
