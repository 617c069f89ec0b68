import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

const roots = { ssd: mkdtempSync(join(tmpdir(), 'satrap-ssd-')), hdd: mkdtempSync(join(tmpdir(), 'satrap-hdd-')) };
let host: TestHost;

beforeAll(async () => {
  const flags = { 'data-roots': `ssd=${roots.ssd},hdd=${roots.hdd}`, 'sample-interval': '1' };
  host = await testHost({ heartbeatSeconds: 2, agent: { flags } });
  return async () => {
    await host[Symbol.asyncDispose]();
    for (const path of Object.values(roots)) rmSync(path, { recursive: true, force: true });
  };
});

const move = (id: string, to: string) =>
  host.controlPlane.ask('mutation($id: ID!, $to: String!) { moveNodeData(id: $id, to: $to) { id } }', { id, to });
const stateOf = async (id: string) =>
  (
    await host.controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { dataRoot move { state reason } } }', {
      id,
    })
  ).node;

/** Waits until a move has ended and the node runs; an agent that was killed is started again. */
const untilMoved = (id: string) =>
  until(
    'the data is moved',
    async () => {
      if (host.agent.hasEnded) host.agent.start();
      const node = await host.nodes.get(id);
      if (node?.status.phase !== 'running' || node.status.appliedRevision !== node.revision) return false;
      const { dataRoot, move: shown } = await stateOf(id);
      if (shown.state === 'failed') throw new Error(shown.reason);
      return shown.state === 'done' && dataRoot;
    },
    180_000,
  );

/** What happens to a node while its data is moved, in order. */
const steps = [
  ...['node.move-asked', 'node.move-begun', 'node.stopped', 'node.move-copied', 'node.move-verified'],
  ...['node.container-removed', 'node.container-created', 'node.started', 'node.move-answered', 'node.moved'],
];

test('invariants 2, 3, 4 and 6: an agent that is killed in each step of a move, or after each of its calls, moves the same data, leaves one copy, and doubles no event', {
  timeout: 400_000,
}, async () => {
  const { nodes, agent, engine, createNode } = host;
  const { id } = await createNode('wanderer', { dataRoot: 'hdd' });
  await nodes.untilPhase(id, 'running');
  const hash = await nodes.mine(id, 3);
  await nodes.rpc(id, 'createwallet', ['savings']);
  await until('the tip is known', async () => (await nodes.get(id))?.metrics?.height === 3);
  expect(readdirSync(roots.hdd)).toEqual([id]);

  // Most steps of a move make no call: the intent that the agent has written says which one it is in.
  const store = new DatabaseSync(join(agent.dataDir, 'agent.db'), { readOnly: true });
  const intents = store.prepare(`SELECT document ->> '$.step.kind' AS kind FROM step_intent WHERE node_id = ?`);
  onTestFinished(() => store.close());
  for (const [moment, to] of [
    ['in a step', 'ssd'],
    ['after a call', 'hdd'],
  ] as const) {
    const seen = (await nodes.events('wanderer')).length;
    const kills = new Set<string>();
    const strike = (at: string): boolean => {
      if (agent.hasEnded || kills.has(at)) return false;
      kills.add(at);
      agent.strike();
      return true;
    };
    if (moment === 'after a call') engine.interference = { afterDone: strike };
    const watch = setInterval(() => {
      const kind = moment === 'in a step' ? intents.get(id)?.['kind'] : undefined;
      if (typeof kind === 'string') strike(kind);
    }, 2);
    try {
      await move(id, to);
      expect(await untilMoved(id)).toBe(to);
    } finally {
      clearInterval(watch);
      engine.interference = {};
    }
    expect(kills.size).toBeGreaterThan(4);
    const happened = async () =>
      (await nodes.events('wanderer'))
        .slice(seen)
        .map(({ kind }) => kind)
        .filter((kind) => !['node.answering', 'node.running'].includes(kind));
    // Events travel apart from heartbeats.
    await until('the last event is sent', async () => (await happened()).includes('node.moved'));
    expect(await happened()).toEqual(steps);
    expect(await nodes.rpc(id, 'getbestblockhash')).toBe(hash);
    expect(await nodes.rpc(id, 'listwalletdir')).toEqual({ wallets: [{ name: 'savings' }] });
    expect(await agent.containers(id)).toHaveLength(1);
    expect(await agent.volumes()).toEqual([`satrap-${id}.${to}`]);
    expect(readdirSync(to === 'ssd' ? roots.hdd : roots.ssd)).toEqual([]);
  }
  // A deletion removes wallets only where it names them, and an agent that has just been killed has not asked for them yet.
  await until('its wallets are known', async () => {
    const { status } = (
      await host.controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { status { wallets } } }', { id })
    ).node;
    return status.wallets?.includes('savings');
  });
});

test('a move that its host refuses is told with the reason, and by explain', async () => {
  const { nodes, agent, runNode } = host;
  const { id } = await runNode('homely');
  rmSync(roots.ssd, { recursive: true });
  await move(id, 'ssd');
  const shown = await until('the move has failed', async () => {
    const { move: now } = await stateOf(id);
    return now.state === 'failed' && now;
  });
  expect(shown.reason).toContain(`does not see the directory ${roots.ssd}`);
  expect((await nodes.events('homely')).map(({ kind }) => kind)).toContain('node.move-refused');
  expect((await agent.explain('homely')).observed.join('\n')).toContain('move from default to ssd: failed, because');
});
