import { Readable } from 'node:stream';
import { beforeAll, expect, inject, test } from 'vitest';
import type { DesiredNode } from '../../../src/agent/desired/desired-entry.ts';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { saveNodeRecord } from '../../../src/agent/node/record-store.ts';
import { type Clock, systemClock } from '../../../src/timing/clock.ts';
import { runningNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

/** Valid for bitcoind, and unknown to an older stand-in. */
const deadly = Object.entries({ onlynet: 'cjdns', cjdnsreachable: '1' }).map(([key, value]) => ({ key, value }));
/** A daemon that answered for half a second has answered for ten by this clock. */
const clock: Clock = { ...systemClock, elapsed: () => systemClock.elapsed() * 20 };
/** A version whose image has no daemon. */
const empty = 'satrap-test-empty:28.0';

const { docker } = new EngineClient(inject('dockerSocket'));

beforeAll(async () => {
  await docker.importImage(Readable.from([Buffer.alloc(1024)]), { repo: 'satrap-test-empty', tag: '28.0' });
  const image = docker.getImage(empty);
  await until('the image is there', () => image.inspect().catch(() => undefined));
  return () => image.remove();
});

test('reverts a change that the engine refuses, unless that could not read the data', async () => {
  const images = { '27.0': inject('clientImages')['28.0'] ?? '', '28.0': empty };
  const node = await runningNode({ clock, images });
  await until('its configuration has worked', () => node.record.worked);
  const reverted = (revision: number, change: Partial<DesiredNode>) => {
    node.desire({ revision, ...change });
    return until('the change is taken back, and the node runs', () => {
      const report = node.worker.report();
      const isBack = report.phase === 'running' && report.appliedRevision === 1;
      return isBack && report.reverted?.revision === revision && report.reverted;
    });
  };
  const runOf = async () => (await docker.getContainer(`satrap-${node.nodeId}`).inspect()).State.StartedAt;
  const run = await runOf();
  // Cores that the host does not have, and a version that cannot be started.
  const taken = await reverted(3, { resources: { cpuCores: 64, memoryMiB: 512, diskGiB: 5 } });
  // The engine was asked while the daemon ran on.
  expect(await runOf()).toBe(run);
  const changes = [{ field: 'resources.cpuCores', asked: '64', runs: '1' }];
  expect(taken).toMatchObject({ runsRevision: 1, changes, reason: expect.stringMatching(/cpu/i) });
  const event = await node.untilEvent('node.change_reverted');
  expect(event).toMatchObject({ level: 'warning', data: { changes, reason: taken.reason } });
  expect(event.message).toContain('resources.cpuCores (64 → 1)');
  expect((await node.explain()).desired.join()).toContain('reverted to revision');
  expect((await reverted(4, { clientVersion: '28.0' })).reason).toMatch(/start|exec|no such file/i);
  expect(node.events.filter(({ kind }) => kind === 'node.change_reverted')).toHaveLength(2);

  await node.stop();
  const { worked } = node.record;
  if (!worked) throw new Error('nothing has worked');
  const earlier = { ...worked, config: { ...worked.config, clientVersion: '27.0' } };
  saveNodeRecord(node.database, node.nodeId, { ...node.record, worked: earlier });
  node.start();
  node.desire({ revision: 5, overrides: deadly });
  const refusal = await node.untilEvent('node.change_not_reverted');
  expect(refusal.message).toMatch(/^Cannot revert .*: bitcoind 27.0 cannot read/);
  expect(node.worker.report()).toMatchObject({ phase: 'failing', reverted: null });
});
