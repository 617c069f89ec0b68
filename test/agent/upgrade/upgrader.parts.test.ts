import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ArchiveOrder, readOrder, removeOrder } from '../../../src/upgrade/order.ts';
import { writeOutcome } from '../../../src/upgrade/outcome.ts';
import { until } from '../../harness/until.ts';
import { plans } from './tiny-release.ts';
import { outcome, prepared, request, upgradingHost } from './upgrading-host.ts';

const { agent, files, kinds, serve, server } = upgradingHost();

test('a version that would change nothing is ordered, and the watcher’s steps are told until an answer names the request no more', async () => {
  const artifact = await serve(plans());
  const old = agent(request('a', artifact));
  await old.says('switching');
  const { archive, orderedAt: _, ...order } = (readOrder(files()) ?? {}) as Partial<ArchiveOrder>;
  const { url: _url, ...signed } = artifact;
  expect(order).toEqual({ ...signed, requestId: 'a', fromVersion: '1.0.0', toVersion: '1.1.0', channel: 'stable' });
  expect(existsSync(archive ?? '')).toBe(true);
  expect(existsSync(files().staged)).toBe(false);
  await old.end();

  // The watcher has started: a new version is being judged, and reports so with its first heartbeat.
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
    why: 'no upgrade requested',
    last: { requestId: 'a', state: 'committed' },
  });
});

test('the end of a version that did not do is told with its evidence, and it is not tried again until it is asked for anew', async () => {
  const artifact = await serve(plans());
  const ordering = agent(request('a', artifact));
  await ordering.says('switching');
  await ordering.end();
  writeOutcome(files(), outcome('rolled_back', { reason: 'it ended at its start', lastWords: 'no flux' }));
  removeOrder(files());
  const old = agent(request('a', artifact));
  const { report } = await old.says('rolled_back');
  expect(report?.reason).toBe('it ended at its start. Last output: no flux');
  await old.end();
  const again = agent(request('a', artifact));
  await again.says('rolled_back');
  expect(kinds().filter((kind) => kind === 'fetching')).toHaveLength(1);
  expect(kinds().filter((kind) => kind === 'rolled-back')).toHaveLength(1);
  again.state.wanted = request('b', artifact);
  again.heartbeat();
  await again.says('switching');
});

test('an agent that was killed at any step goes on, and tells each step once', async () => {
  const artifact = await serve(`sleep 0.1; ${plans()}`);
  const size = server().body.length;
  for (const cut of [0.2, 0.4]) server().cutAfter(Math.floor(size * cut));
  for (const said of ['fetching', 'fetching', 'rehearsing', 'rehearsing'] as const) {
    const killed = agent(request('a', artifact));
    await killed.says(said);
    await killed.end();
  }
  await agent(request('a', artifact)).says('switching');
  expect(kinds()).toEqual([...prepared, 'switching']);
});

test('files of an upgrade that are damaged end no agent', async () => {
  const artifact = await serve(plans());
  const ordering = agent(request('a', artifact));
  await ordering.says('switching');
  await ordering.end();
  for (const file of [files().journal, files().outcome]) writeFileSync(file, '{');
  const { lines, end } = agent(null);
  await until('it says so', () => lines.some(({ msg }) => msg.includes('starting a new journal')));
  await end();
});
