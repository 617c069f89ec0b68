import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpConnections } from '../../../src/agent/control-plane/http-connections.ts';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { openStore, type Store } from '../../../src/agent/store/database.ts';
import { Upgradability } from '../../../src/agent/upgrade/upgradability.ts';
import { Upgrader } from '../../../src/agent/upgrade/upgrader.ts';
import type { DesiredUpgrade, ReleaseArtifact, UpgradeReportState } from '../../../src/contract/types.generated.ts';
import { type ArchiveOrder, readOrder, removeOrder } from '../../../src/upgrade/order.ts';
import { type UpgradeOutcome, writeOutcome } from '../../../src/upgrade/outcome.ts';
import { upgradeFiles } from '../../../src/upgrade/upgrade-files.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { ReleaseServer } from '../../harness/release-server.ts';
import { makeSigningKey } from '../../harness/signing-key.ts';
import { smallDisk } from '../../harness/small-disk.ts';
import { until } from '../../harness/until.ts';
import { installTiny, plans, program, serveRelease } from './tiny-release.ts';

const key = makeSigningKey();
let server: ReleaseServer;
let host: string;
let places: ReturnType<typeof installTiny>;
let database: Store;
let outbox: Outbox;

beforeAll(async () => {
  server = await ReleaseServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  server.faults.length = 0;
  server.ranges.length = 0;
  install();
});

/** Installs an agent, with its data in a folder of its own or in this one. */
function install(dataDir?: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-upgrader-'));
  host = folder;
  places = installTiny(host, key, dataDir);
  const opened = openStore(places.dataDir);
  database = opened;
  outbox = new Outbox({ database, executorName: 'host', clock: hastyClock(10), maxEvents: 1000 });
  onTestFinished(() => {
    opened.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

const files = () => upgradeFiles(places.dataDir);
const kinds = () => outbox.nextBatch(100).map(({ kind }) => kind.replace('upgrade.', ''));
const prepared = ['fetching', 'fetched', 'rehearsing', 'rehearsed'];

const request = (requestId: string, artifact: ReleaseArtifact | null, targetVersion = '1.1.0'): DesiredUpgrade => ({
  ...{ requestId, targetVersion, channel: 'stable', artifact, image: null },
  deadline: new Date(Date.now() + 1_800_000).toISOString(),
});

/** An agent of a version, from its start until the test or it ends. The control plane answers each heartbeat with `wanted`. */
function agent(wanted: DesiredUpgrade | null, version = '1.0.0') {
  const clock = hastyClock(10);
  const state = { wanted, isAway: false };
  const ending = new AbortController();
  const { log, lines } = listeningLog();
  const heartbeat = () =>
    void setImmediate(() => !state.isAway && !ending.signal.aborted && upgrader.accept(state.wanted));
  const upgrader: Upgrader = new Upgrader({
    ...{ ...places, version, database, clock, log, files: files(), channel: 'stable', runArguments: [] },
    connections: new HttpConnections({ caFile: server.caFile }),
    present: { command: join(places.root, 'bin/satrap'), args: [] },
    upgradability: new Upgradability(places, clock, async () => null),
    record: (event, id) => outbox.record(event, id),
    wakeHeartbeat: heartbeat,
    withdrawAfterMs: 200,
  });
  upgrader.open();
  const running = upgrader.run(ending.signal);
  const end = async () => {
    ending.abort();
    await running;
  };
  onTestFinished(end);
  heartbeat();
  return {
    upgrader,
    state,
    heartbeat,
    end,
    lines,
    /** Waits until a heartbeat says so. */
    says: (said: UpgradeReportState | null) =>
      until(
        `the agent says ${said}`,
        () => (upgrader.report()?.state ?? null) === said && { report: upgrader.report() },
      ),
  };
}

const outcome = (state: UpgradeOutcome['state'], change: Partial<UpgradeOutcome> = {}): UpgradeOutcome => ({
  ...{ requestId: 'a', fromVersion: '1.0.0', toVersion: '1.1.0', state, reason: null, lastWords: null, ...change },
  updatedAt: new Date().toISOString(),
});

test('a version that would change nothing is ordered, and the watcher’s steps are told until an answer names the request no more', async () => {
  const artifact = await serveRelease(server, key, '1.1.0', program(plans()));
  const old = agent(request('a', artifact));
  await old.says('switching');
  const { archive, orderedAt: _, ...order } = (readOrder(files()) ?? {}) as Partial<ArchiveOrder>;
  const { url: _url, ...signed } = artifact;
  expect(order).toEqual({ ...signed, requestId: 'a', fromVersion: '1.0.0', toVersion: '1.1.0', channel: 'stable' });
  expect(existsSync(archive ?? '')).toBe(true);
  expect(existsSync(files().staged)).toBe(false);
  await old.end();

  // The watcher has begun: a new version is judged, and says so with its first heartbeat.
  writeOutcome(files(), outcome('judging'));
  const fresh = agent(request('a', artifact), '1.1.0');
  expect(fresh.upgrader.report()).toEqual({ requestId: 'a', state: 'judging' });
  writeOutcome(files(), outcome('committed'));
  removeOrder(files());
  await fresh.says('committed');
  fresh.state.wanted = null;
  fresh.heartbeat();
  await fresh.says(null);
  await until('what was fetched is removed', () => !existsSync(files().fetched));
  expect(kinds()).toEqual([...prepared, 'switching', 'judging', 'committed']);
  expect(fresh.upgrader.status()).toMatchObject({
    why: 'the control plane asks for no upgrade',
    last: { requestId: 'a', state: 'committed' },
  });
});

test('the end of a version that did not do is told with its evidence, and it is not tried again until it is asked for anew', async () => {
  const artifact = await serveRelease(server, key, '1.1.0', program(plans()));
  const ordering = agent(request('a', artifact));
  await ordering.says('switching');
  await ordering.end();
  writeOutcome(files(), outcome('rolled_back', { reason: 'it ended at its start', lastWords: 'no flux' }));
  removeOrder(files());
  const old = agent(request('a', artifact));
  const { report } = await old.says('rolled_back');
  expect(report?.reason).toBe('it ended at its start. Its last words: no flux');
  await old.end();
  const again = agent(request('a', artifact));
  await again.says('rolled_back');
  expect(kinds().filter((kind) => kind === 'fetching')).toHaveLength(1);
  expect(kinds().filter((kind) => kind === 'rolled-back')).toHaveLength(1);
  again.state.wanted = request('b', artifact);
  again.heartbeat();
  await again.says('switching');
});

describe('a rehearsal', () => {
  test.each<[string, string, string, RegExp]>([
    [
      'that plans what the present version does not',
      plans('remove the container'),
      plans(),
      /alpha: it would remove the container, because a test says so/,
    ],
    [
      'that ends with an error',
      'echo "no such table" >&2; exit 3',
      plans(),
      /exit code 3, and said last: no such table/,
    ],
    ['that says nothing', 'true', plans(), /said nothing that can be read/],
    ['that is killed', 'kill -9 $$', plans(), /ended by SIGKILL/],
  ])('%s refuses the release, and nothing is ordered', async (_what, fresh, present, reason) => {
    writeFileSync(join(places.root, 'bin/satrap'), program(present));
    const { says } = agent(request('a', await serveRelease(server, key, '1.1.0', program(fresh))));
    expect((await says('failed')).report?.reason).toMatch(reason);
    expect(existsSync(files().order)).toBe(false);
    await until('what was fetched is removed', () => !existsSync(files().fetched) && !existsSync(files().staged));
    expect(kinds()).toEqual(['fetching', 'fetched', 'rehearsing', 'failed']);
  });

  test('that plans what the present version plans too, such as the end of a stop, refuses nothing', async () => {
    writeFileSync(join(places.root, 'bin/satrap'), program(plans('stop the daemon')));
    const { says } = agent(request('a', await serveRelease(server, key, '1.1.0', program(plans('stop the daemon')))));
    await says('switching');
  });

  test('gets the store as a copy, the flags of the agent, and no word to systemd', async () => {
    const said = join(host, 'said');
    const look = `echo "$* $NOTIFY_SOCKET" >'${said}'; ls "$4" >>'${said}'; ${plans()}`;
    vi.stubEnv('NOTIFY_SOCKET', '/run/systemd/notify');
    onTestFinished(() => void vi.unstubAllEnvs());
    await agent(request('a', await serveRelease(server, key, '1.1.0', program(look)))).says('switching');
    expect(readFileSync(said, 'utf8')).toBe(`agent rehearse --store ${files().staged}/store \nagent.db\n`);
  });
});

describe('a disk that becomes full', () => {
  test.each<[string, string, number]>([
    ['while the new version is unpacked', plans(), 60],
    // Seen by the copy of the store for the present version, because this one plans something.
    ['while the store is copied', `dd if=/dev/zero of="$4/../fill" bs=1M 2>/dev/null; ${plans('stop the daemon')}`, 0],
  ])('%s is told as that, and what was written is removed', async (_what, script, ballastMiB) => {
    install(smallDisk(48).path);
    const artifact = await serveRelease(server, key, '1.1.0', program(script), ballastMiB);
    const { says } = agent(request('a', artifact));
    expect((await says('failed')).report?.reason).toMatch(/became full while the new version was unpacked.*make room/);
    await until('all of it is removed', () => !existsSync(files().fetched) && !existsSync(files().staged));
  });
});

describe('a request', () => {
  test('that is taken back, or withdrawn, while it is fetched leaves nothing', async () => {
    const artifact = await serveRelease(server, key, '1.1.0', program(plans()));
    for (let count = 0; count < 100; count++) server.answer(503);
    const { state, heartbeat, says } = agent(request('a', artifact));
    await until('it is tried again', () => server.ranges.length > 1);
    state.wanted = null;
    heartbeat();
    await says(null);
    await until('it is told', () => kinds().includes('dropped'));
    expect(existsSync(files().fetched)).toBe(false);
    expect(kinds()).toEqual(['fetching', 'dropped']);
  });

  test('that another one follows is dropped for it', async () => {
    for (let count = 0; count < 3; count++) server.answer(503);
    const { state, heartbeat, says } = agent(request('a', await serveRelease(server, key, '1.1.0', program(plans()))));
    await until('it is tried', () => server.ranges.length > 0);
    state.wanted = request(
      'b',
      await serveRelease(server, key, '1.2.0', program(plans().replace('1.1.0', '1.2.0'))),
      '1.2.0',
    );
    heartbeat();
    expect((await says('switching')).report?.requestId).toBe('b');
    expect(readOrder(files())).toMatchObject({ requestId: 'b', toVersion: '1.2.0' });
    expect(readdirSync(files().fetched)).toEqual(['1.2.0.tar.gz']);
    expect(kinds().slice(0, 3)).toEqual(['fetching', 'dropped', 'fetching']);
  });

  test('is not ordered without the word of the control plane after the rehearsal: one that is away is waited for', async () => {
    const { state, heartbeat, says, upgrader } = agent(
      request('a', await serveRelease(server, key, '1.1.0', program(`sleep 0.2; ${plans()}`))),
    );
    await says('rehearsing');
    state.isAway = true;
    await until('it waits', () => upgrader.report()?.reason?.includes('control plane’s word'));
    expect(existsSync(files().order)).toBe(false);
    state.isAway = false;
    heartbeat();
    await says('switching');
  });

  test('that nobody makes any more is not ordered for ever, where the watcher does not begin', async () => {
    const { state, heartbeat, says } = agent(request('a', await serveRelease(server, key, '1.1.0', program(plans()))));
    await says('switching');
    state.wanted = null;
    heartbeat();
    await until('the order is gone', () => !existsSync(files().order));
    await says(null);
  });

  test('of a release that is nonsense fails, and the agent lives', async () => {
    const { says, state, heartbeat } = agent(request('a', null));
    expect((await says('failed')).report?.reason).toContain('has no archive');
    state.wanted = {
      ...request('b', await serveRelease(server, key, '1.1.0', program(plans()))),
      targetVersion: '../..',
    };
    heartbeat();
    await until('that one fails too', () => kinds().filter((kind) => kind === 'failed').length === 2);
  });
});

test('an agent that was killed at any step goes on, and tells each step once', async () => {
  const artifact = await serveRelease(server, key, '1.1.0', program(`sleep 0.1; ${plans()}`));
  const size = server.body.length;
  for (const cut of [0.2, 0.4]) server.cutAfter(Math.floor(size * cut));
  for (const said of ['fetching', 'fetching', 'rehearsing', 'rehearsing'] as const) {
    const killed = agent(request('a', artifact));
    await killed.says(said);
    await killed.end();
  }
  await agent(request('a', artifact)).says('switching');
  expect(kinds()).toEqual([...prepared, 'switching']);
});

test('files of an upgrade that are damaged end no agent', async () => {
  const artifact = await serveRelease(server, key, '1.1.0', program(plans()));
  const ordering = agent(request('a', artifact));
  await ordering.says('switching');
  await ordering.end();
  for (const file of [files().journal, files().outcome]) writeFileSync(file, '{');
  const { lines, end } = agent(null);
  await until('it says so', () => lines.some(({ msg }) => msg.includes('a new one is begun')));
  await end();
});

test('an agent whose last outcome cannot be read, such as one of a later version, says that where its status is asked', async () => {
  mkdirSync(files().folder, { recursive: true });
  writeOutcome(files(), outcome('committed'));
  const later = readFileSync(files().outcome, 'utf8').replace('committed', 'suspended');
  writeFileSync(files().outcome, later);
  const { upgrader, end } = agent(request('b', null));
  await until(
    'it was asked',
    () => upgrader.status().lookedAt !== null && upgrader.status().why.startsWith('no upgrade'),
  );
  expect(upgrader.status().why).toContain(`${files().outcome} is not what it should be`);
  await end();
});

test('an agent that starts and tells of an earlier upgrade again names that one’s version, not that of the last request', async () => {
  mkdirSync(files().folder, { recursive: true });
  writeOutcome(files(), outcome('committed'));
  const first = agent(null, '1.1.0');
  await first.says(null);
  first.state.wanted = request('b', null, '1.2.0');
  first.heartbeat();
  await first.says('failed');
  await first.end();
  const { upgrader } = agent(null, '1.1.0');
  expect(upgrader.status().request).toMatchObject({ requestId: 'a', state: 'committed', targetVersion: '1.1.0' });
});
