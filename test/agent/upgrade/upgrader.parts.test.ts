import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ReleaseArtifact } from '../../../src/contract/types.generated.ts';
import type { ArchiveOrder } from '../../../src/upgrade/upgrade-files.ts';
import { smallDisk } from '../../harness/small-disk.ts';
import { until } from '../../harness/until.ts';
import { outcome, plans, prepared, request, upgradingHost } from './upgrading-host.ts';

const { agent, files, install, kinds, path, serve, server } = upgradingHost();

/** An agent ends once its request is ordered. */
async function ordered(): Promise<ReleaseArtifact> {
  const artifact = await serve(plans());
  const ordering = agent(request('a', artifact));
  await ordering.says('switching');
  await ordering.end();
  return artifact;
}

test('orders a version that changes nothing, and reports the watcher’s steps', async () => {
  const artifact = await serve(plans());
  const old = agent(request('a', artifact));
  await old.says('switching');
  const { archive, orderedAt: _, ...order } = (files().order.read() ?? {}) as Partial<ArchiveOrder>;
  const { url: _url, ...signed } = artifact;
  expect(order).toEqual({ ...signed, requestId: 'a', fromVersion: '1.0.0', toVersion: '1.1.0', channel: 'stable' });
  expect(existsSync(archive ?? '')).toBe(true);
  expect(existsSync(files().staged)).toBe(false);
  await old.end();

  // The watcher has started: a new version is being judged, and reports so with its first heartbeat.
  files().outcome.write(outcome('judging'));
  const fresh = agent(request('a', artifact), '1.1.0');
  expect(fresh.upgrader.report()).toEqual({ requestId: 'a', state: 'judging' });
  files().outcome.write(outcome('committed'));
  files().order.remove();
  await fresh.says('committed');
  fresh.state.wanted = null;
  fresh.heartbeat();
  await fresh.says(null);
  await until('what was fetched is removed', () => !existsSync(files().fetched));
  expect(kinds()).toEqual([...prepared, 'switching', 'judging', 'committed']);
  expect(fresh.upgrader.status()).toMatchObject({
    why: 'no upgrade requested',
    last: { requestId: 'a', state: 'committed' },
  });
});

test('an agent that was killed at any step goes on, and tells each step once', async () => {
  const artifact = await serve(`sleep 0.1; ${plans()}`);
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

/** An outcome that a damaged disk made unreadable. */
const lost = '\0\0\0';

test('damaged upgrade files do not end the agent, and its status names the problem', async () => {
  await ordered();
  for (const file of [join(files().folder, 'journal.json'), files().outcome.path]) writeFileSync(file, '{');
  const { lines } = agent(null);
  await until('it says so', () => lines.some(({ msg }) => msg.includes('starting a new journal')));
  // As one of a later version.
  writeFileSync(files().order.path, '{}');
  const { upgrader } = agent(request('b', null));
  await until('it was asked', () => upgrader.status().why.startsWith('the upgrade is stuck'));
  expect(upgrader.status().why).toContain(`${files().order.path} is invalid`);
});

test.each([
  ['1.0.0', 'failed'],
  ['1.1.0', 'committed'],
] as const)('after a switch a lost outcome is kept, and where %s runs it is reported as %s', async (version, state) => {
  const artifact = await ordered();
  writeFileSync(files().outcome.path, lost);
  files().order.remove();
  const fresh = agent(request('a', artifact), version);
  const { report } = await fresh.says(state);
  expect(report?.reason).toContain('outcome.json');
  expect(readFileSync(`${files().outcome.path}.damaged`, 'utf8')).toBe(lost);
  expect(fresh.upgrader.status().last).toMatchObject({ requestId: 'a', state, reason: report?.reason });
  await until('it is said in the log', () => fresh.lines.some(({ msg }) => msg.includes('outcome.json.damaged')));
  expect(kinds().filter((kind) => kind === 'fetching')).toHaveLength(1);
});

test('during a switch a lost outcome and the order are left to the watcher', async () => {
  await ordered();
  writeFileSync(files().outcome.path, lost);
  const fresh = agent(null);
  const { report } = await fresh.says('switching');
  expect(report?.reason).toContain('outcome.json');
  // An order that the watcher has not started would be withdrawn by then.
  await fresh.looks(10);
  expect(files().order.read()).not.toBeNull();
  files().outcome.write(outcome('committed'));
  files().order.remove();
  const again = agent(null, '1.1.0');
  await again.says(null);
  expect(kinds().filter((kind) => kind === 'committed')).toHaveLength(1);
});

test('a lost outcome of an earlier request keeps nothing from being upgraded', async () => {
  const artifact = await serve(plans());
  mkdirSync(files().folder, { recursive: true });
  writeFileSync(files().outcome.path, lost);
  await agent(request('a', artifact)).says('switching');
  expect(existsSync(files().outcome.path)).toBe(false);
});

test('an agent that reports an earlier upgrade again names the version of that one', async () => {
  mkdirSync(files().folder, { recursive: true });
  files().outcome.write(outcome('committed'));
  const first = agent(null, '1.1.0');
  await first.says(null);
  first.state.wanted = request('b', null, '1.2.0');
  first.heartbeat();
  await first.says('failed');
  await first.end();
  const { upgrader } = agent(null, '1.1.0');
  expect(upgrader.status().request).toMatchObject({ requestId: 'a', state: 'committed', targetVersion: '1.1.0' });
});

describe('a request', () => {
  test('drops a download when its request is replaced or cancelled, and leaves nothing', async () => {
    for (let count = 0; count < 3; count++) server.answer(503);
    const { state, heartbeat, says } = agent(request('a', await serve(plans())));
    await until('it is tried', () => server.ranges.length > 0);
    state.wanted = request('b', await serve(plans().replace('1.1.0', '1.2.0'), { version: '1.2.0' }), '1.2.0');
    heartbeat();
    expect((await says('switching')).report?.requestId).toBe('b');
    expect(files().order.read()).toMatchObject({ requestId: 'b', toVersion: '1.2.0' });
    expect(readdirSync(files().fetched)).toEqual(['1.2.0.tar.gz']);
    expect(kinds().slice(0, 3)).toEqual(['fetching', 'dropped', 'fetching']);

    // The watcher does not begin.
    state.wanted = null;
    heartbeat();
    await until('the order is gone', () => !existsSync(files().order.path));
    for (let count = 0; count < 100; count++) server.answer(503);
    const before = server.ranges.length;
    state.wanted = request('c', await serve(plans()));
    heartbeat();
    await until('it is tried again', () => server.ranges.length > before + 1);
    state.wanted = null;
    heartbeat();
    await says(null);
    await until('it is told', () => kinds().at(-1) === 'dropped');
    expect(existsSync(files().fetched)).toBe(false);
  });

  test('waits after the rehearsal for a control plane that is away', async () => {
    const { state, heartbeat, says, upgrader } = agent(request('a', await serve(`sleep 0.2; ${plans()}`)));
    await says('rehearsing');
    state.isAway = true;
    await until('it waits', () => upgrader.report()?.reason?.includes('control plane’s confirmation'));
    expect(existsSync(files().order.path)).toBe(false);
    state.isAway = false;
    heartbeat();
    await says('switching');
  });

  test('of a release that is nonsense fails, and the agent lives', async () => {
    const { says, state, heartbeat } = agent(request('a', null));
    expect((await says('failed')).report?.reason).toContain('has no archive');
    state.wanted = request('b', await serve(plans()), '../..');
    heartbeat();
    await until('that one fails too', () => kinds().filter((kind) => kind === 'failed').length === 2);
  });
});

describe('a rehearsal', () => {
  const plansMore = /alpha: it would remove the container \(a test says so\)/;
  test.each<[string, string, RegExp]>([
    ['that plans what the present version does not', plans('remove the container'), plansMore],
    ['that ends with an error', 'echo "no such table" >&2; exit 3', /exit code 3; last output: no such table/],
    ['of another version', plans().replace('1.1.0', '1.2.0'), /contains version 1\.2\.0 instead of 1\.1\.0/],
  ])('%s refuses the release, and nothing is ordered', async (_what, fresh, reason) => {
    const { says } = agent(request('a', await serve(fresh)));
    expect((await says('failed')).report?.reason).toMatch(reason);
    expect(existsSync(files().order.path)).toBe(false);
    await until('what was fetched is removed', () => !existsSync(files().fetched) && !existsSync(files().staged));
    expect(kinds()).toEqual(['fetching', 'fetched', 'rehearsing', 'failed']);
  });

  test('gets the store as a copy, the flags of the agent, and no word to systemd', async () => {
    const said = join(path(), 'said');
    const look = `echo "$* $NOTIFY_SOCKET" >'${said}'; ls "$4" >>'${said}'; ${plans()}`;
    vi.stubEnv('NOTIFY_SOCKET', '/run/systemd/notify');
    onTestFinished(() => void vi.unstubAllEnvs());
    await agent(request('a', await serve(look))).says('switching');
    expect(readFileSync(said, 'utf8')).toBe(`agent rehearse --store ${files().staged}/store \nagent.db\n`);
  });
});

describe('a disk that becomes full', () => {
  test.each<[string, string, number]>([
    ['while the new version is unpacked', plans(), 60],
    // Visible in the copy of the store for the current version, because this one plans something.
    ['while the store is copied', `dd if=/dev/zero of="$4/../fill" bs=1M 2>/dev/null; ${plans('stop the daemon')}`, 0],
  ])('%s is told as that, and what was written is removed', async (_what, script, ballastMiB) => {
    install(smallDisk(48).path);
    const artifact = await serve(script, { ballastMiB });
    const { says } = agent(request('a', artifact));
    expect((await says('failed')).report?.reason).toMatch(
      /became full while unpacking the new version.*free disk space/,
    );
    await until('all of it is removed', () => !existsSync(files().fetched) && !existsSync(files().staged));
  });
});
