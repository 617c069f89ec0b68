import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type OpenDatabase, rowsOf } from '../../../../../src/control-plane/platform/database/database.ts';
import { clusterPath, prepareCluster } from '../../../../../src/control-plane/platform/database/embedded/cluster.ts';
import {
  EmbeddedServer,
  embeddedSettings,
} from '../../../../../src/control-plane/platform/database/embedded/embedded-server.ts';
import { serverProcesses } from '../../../../../src/control-plane/platform/database/embedded/leftovers.ts';
import { startServerProcess } from '../../../../../src/control-plane/platform/database/embedded/server-process.ts';
import { openDatabase } from '../../../../../src/control-plane/platform/database/open.ts';
import { ControlPlaneSetupError, defaultSettings } from '../../../../../src/control-plane/settings.ts';
import { quiet } from '../../../../harness/control-plane.ts';
import { killServer } from '../../../../harness/kill-server.ts';
import { listeningLog } from '../../../../harness/listening-log.ts';
import { scratchFolder } from '../../../../harness/scratch-folder.ts';
import { until } from '../../../../harness/until.ts';

let dataDir: string;
let opened: OpenDatabase | undefined;
beforeEach(() => {
  dataDir = scratchFolder('embedded');
});
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  expect(serverProcesses(clusterPath(dataDir))).toEqual([]);
});

const open = async (folder = dataDir) => {
  opened = await openDatabase({ ...defaultSettings, dataDir: folder, production: true }, quiet);
  return opened;
};
const close = async () => {
  await opened?.close();
  opened = undefined;
};
const settingOf = async (name: string) => {
  const result = await opened?.database.execute(sql`SELECT current_setting(${name}) AS value`);
  return rowsOf<{ value: string }>(result)[0]?.value;
};
/** As a power cut leaves a file that was not synced. */
const mark = (text: string) =>
  opened?.database.execute(sql`INSERT INTO drizzle.mark VALUES (${text})`) ?? Promise.reject(new Error('not open'));
const makeMarks = () => opened?.database.execute(sql`CREATE TABLE drizzle.mark (text text)`);
const marks = async () =>
  rowsOf<{ text: string }>(await opened?.database.execute(sql`SELECT text FROM drizzle.mark`)).map(({ text }) => text);

test('the embedded database syncs what it acknowledges', async () => {
  await open();
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']) {
    expect([name, await settingOf(name)]).toEqual([name, 'on']);
  }
});

test('the embedded database can be reached only through its folder, which is closed to others, and does not run as root', async () => {
  await open();
  expect(await settingOf('listen_addresses')).toBe('');
  expect(statSync(clusterPath(dataDir)).mode & 0o077).toBe(0);
  expect(statSync(dataDir).mode & 0o077).toBe(0);
  const pids = serverProcesses(clusterPath(dataDir));
  expect(pids.length).toBeGreaterThan(3);
  for (const pid of pids) {
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).not.toMatch(/^Uid:.*\b0\b/m);
  }
});

test('the embedded database gets no secret of its starter’s environment', async () => {
  const secret = randomUUID();
  vi.stubEnv('SATRAP_API_KEY', secret);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  await open();
  for (const pid of serverProcesses(clusterPath(dataDir))) {
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain(secret);
  }
});

test('a data folder whose path is longer than that of a socket may be is served', async () => {
  const deep = join(dataDir, 'deep'.repeat(40));
  mkdirSync(deep, { mode: 0o700 });
  await open(join(deep, 'data'));
  expect(await settingOf('fsync')).toBe('on');
  await close();
});

test('a server that was left behind is ended before the next one starts, and what it acknowledged is kept', async () => {
  await open();
  await makeMarks();
  await close();
  const { signal } = new AbortController();
  const cluster = prepareCluster(dataDir);
  const left = await startServerProcess({ cluster, settings: embeddedSettings, onLine: () => undefined, signal });
  await open();
  await left.ended;
  expect(serverProcesses(clusterPath(dataDir))).not.toContain(left.pid);
  await mark('kept');
  expect(await marks()).toEqual(['kept']);
});

test('root follows no link that the service’s user has put into its data folder', () => {
  const parent = mkdtempSync(join(tmpdir(), 'satrap-links-'));
  try {
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
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
});

test('the number of a dead server that another process has now does not keep the database from opening', async () => {
  await open();
  await close();
  const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
  try {
    const path = clusterPath(dataDir);
    writeFileSync(join(path, 'postmaster.pid'), `${stranger.pid}\n${path}\n1795281633\n5432\n.\n\n  1 1\nready   \n`);
    // 100 ms, doubled each time, plus or minus a fifth.
    writeFileSync(join(path, '.s.PGSQL.5432.lock'), '');
    await open();
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  } finally {
    stranger.kill('SIGKILL');
  }
});

test('a server that is killed is started again, and nothing that it acknowledged is lost', async () => {
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

test('a database whose making was interrupted is made again', async () => {
  const draft = join(dataDir, 'postgresql', 'new');
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'PG_VERSION'), '18\n');
  await open();
  expect(readdirSync(join(dataDir, 'postgresql'))).not.toContain('new');
});

const refusal = () =>
  open().then(
    () => undefined,
    (error: unknown) => error,
  );

test('a database of a later PostgreSQL is refused with what to do, and left as it is', async () => {
  await open();
  await close();
  const versionFile = join(clusterPath(dataDir), 'PG_VERSION');
  writeFileSync(versionFile, '19\n');
  const error = await refusal();
  expect(error).toBeInstanceOf(ControlPlaneSetupError);
  expect(String(error)).toContain('was created by PostgreSQL 19');
  writeFileSync(versionFile, '18\n');
  await open();
});

test('a server that does not start is quoted', async () => {
  await open();
  await close();
  const { signal } = new AbortController();
  const settings = { ...embeddedSettings, shared_buffers: 'plenty' };
  const started = startServerProcess({ cluster: prepareCluster(dataDir), settings, onLine: () => undefined, signal });
  await expect(started).rejects.toThrow(/the embedded PostgreSQL did not start: .*shared_buffers/);
});

test('a server that has served for ten seconds is started again at once, whatever failed before', async () => {
  let elapsed = 0;
  const waits: number[] = [];
  const clock = {
    now: () => elapsed,
    elapsed: () => elapsed,
    sleep: async (ms: number) => {
      waits.push(ms);
    },
  };
  const { log, lines } = listeningLog();
  const server = await EmbeddedServer.start({ cluster: prepareCluster(dataDir), log, clock });
  try {
    for (const servedMs of [0, 0, 0, 10_001]) {
      elapsed += servedMs;
      const before = lines.length;
      killServer(clusterPath(dataDir));
      await until('it serves again', () => lines.slice(before).some(({ msg }) => msg.includes('restarted embedded')));
    }
  } finally {
    await server.stop();
  }
  const [first = 0, , third = 0, last = 0] = waits;
  // 100 ms, doubled each time, and up to a fifth more or less.
  expect([first < 130, third > 300, last < 130]).toEqual([true, true, true]);
});
