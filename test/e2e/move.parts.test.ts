import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { isSoak } from '../harness/soak.ts';
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
  host.controlPlane.ask(
    'mutation($id: ID!, $params: JSON) { startNodeOperation(nodeId: $id, kind: move, params: $params) { id } }',
    { id, params: { to } },
  );
/** The location of a node's data, and its last operation. */
async function stateOf(id: string) {
  const { node } = await host.controlPlane.ask(
    'query($id: ID!) { node(where: { id: $id }) { dataRoot operations(take: 1) { id state reason } } }',
    { id },
  );
  return { dataRoot: node.dataRoot, move: node.operations[0] };
}

/** Waits until a move has ended and the node runs; restarts a killed agent. */
const untilMoved = (id: string) =>
  until(
    'the data is moved',
    async () => {
      if (host.agent.hasEnded) host.agent.start();
      const node = await host.nodes.get(id);
      if (node?.status.phase !== 'running' || node.status.appliedRevision !== node.revision) return false;
      const { dataRoot, move: shown } = await stateOf(id);
      if (shown.state === 'failed') throw new Error(shown.reason);
      return shown.state === 'succeeded' && dataRoot;
    },
    180_000,
  );

/** A deletion only removes named wallets, and a freshly killed agent has not listed them yet. */
const untilWalletKnown = (id: string) =>
  until('its wallet is known', async () => {
    const { node } = await host.controlPlane.ask(
      'query($id: ID!) { node(where: { id: $id }) { status { wallets } } }',
      { id },
    );
    return node.status.wallets?.includes('savings');
  });

/** The events of a node while its data moves, in order. */
const steps = [
  ...['node.operation-requested', 'node.move-begun', 'node.stopped', 'node.move-copied', 'node.move-verified'],
  ...['node.container-removed', 'node.container-created', 'node.started', 'node.move-answered'],
  ...['node.move-cleaned-up', 'node.operation-succeeded'],
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

  // Most steps of a move make no call: the agent's intent shows the current one.
  const store = new DatabaseSync(join(agent.dataDir, 'agent.db'), { readOnly: true });
  const intents = store.prepare(`SELECT document ->> '$.step.kind' AS kind FROM step_intent WHERE node_id = ?`);
  onTestFinished(() => store.close());
  const moves = [
    ['in a step', 'ssd'],
    ['after a call', 'hdd'],
  ] as const;
  for (const [moment, to] of moves.slice(0, isSoak() ? 2 : 1)) {
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
    // Events and heartbeats are sent separately.
    await until('the last event is sent', async () => (await happened()).includes('node.operation-succeeded'));
    expect(await happened()).toEqual(steps);
    expect(await nodes.rpc(id, 'getbestblockhash')).toBe(hash);
    expect(await nodes.rpc(id, 'listwalletdir')).toEqual({ wallets: [{ name: 'savings' }] });
    expect(await agent.containers(id)).toHaveLength(1);
    expect(await agent.volumes()).toEqual([`satrap-${id}.${to}`]);
    expect(readdirSync(to === 'ssd' ? roots.hdd : roots.ssd)).toEqual([]);
  }
  await untilWalletKnown(id);
});

test.each(isSoak() ? (['failed', 'cancelled'] as const) : (['cancelled'] as const))(
  'invariants 2, 3, 4 and 6: an agent that is killed while a move is %s, and in each step back, goes on with the same data, and leaves no copy',
  { timeout: 300_000 },
  async (end) => {
    const { nodes, agent, createNode, controlPlane } = host;
    const name = `turned-${end}`;
    const { id } = await createNode(name, { dataRoot: 'hdd' });
    await nodes.untilPhase(id, 'running');
    const hash = await nodes.mine(id, 2);
    await nodes.rpc(id, 'createwallet', ['savings']);
    await until('the tip is known', async () => (await nodes.get(id))?.metrics?.height === 2);

    const turn = async () => {
      if (end === 'cancelled') {
        await controlPlane.ask(
          'mutation($id: ID!, $move: ID!) { cancelNodeOperation(nodeId: $id, id: $move) { id } }',
          { id, move: (await stateOf(id)).move.id },
        );
        return;
      }
      // The copy was verified; now no daemon can open it.
      const copy = join(roots.ssd, id, 'node', 'regtest');
      chownSync(copy, 0, 0);
      chmodSync(copy, 0o700);
    };
    /** The step in which the move turns back, and the following ones, each killed once. */
    const turnsIn = end === 'failed' ? 'create-container' : 'copy-root';
    const store = new DatabaseSync(join(agent.dataDir, 'agent.db'), { readOnly: true });
    const row = store.prepare(
      `SELECT intent.document ->> '$.step.kind' AS kind, memory.document ->> '$.operations.move.stage' AS state
       FROM step_intent AS intent JOIN node_memory AS memory USING (node_id) WHERE node_id = ?`,
    );
    const kills: string[] = [];
    let turning: Promise<void> | undefined;
    const watch = setInterval(() => {
      const { kind, state } = row.get(id) ?? {};
      if (agent.hasEnded || typeof kind !== 'string') return;
      const step = state === 'returning' ? `${kind}, returning` : kind;
      if (![turnsIn, 'prove-root'].includes(step) && state !== 'returning') return;
      if (kills.includes(step)) return;
      kills.push(step);
      agent.strike();
      if (step === turnsIn) turning = turn();
    }, 2);
    try {
      await move(id, 'ssd');
      await until('the move turns', () => turning !== undefined, 60_000);
      await turning;
      await until(
        `the move is ${end}, and the node runs`,
        async () => {
          if (agent.hasEnded) agent.start();
          const node = await nodes.get(id);
          const { move: shown } = await stateOf(id);
          const isSettled = node?.status.phase === 'running' && node.status.appliedRevision === node.revision;
          return isSettled && shown.state === end && (await nodes.events(name, 'node.move-cleaned-up')).length > 0;
        },
        180_000,
      );
    } finally {
      clearInterval(watch);
      store.close();
    }
    expect(kills).toEqual(expect.arrayContaining([turnsIn, 'start-container, returning', 'remove-copy, returning']));
    const kinds = (await nodes.events(name)).map(({ kind }) => kind);
    for (const kind of ['node.move-begun', 'node.move-given-up', 'node.move-cleaned-up']) {
      expect(kinds.filter((each) => each === kind)).toHaveLength(1);
    }
    expect(kinds).not.toContain('node.operation-succeeded');
    expect((await stateOf(id)).dataRoot).toBe('hdd');
    expect(await nodes.rpc(id, 'getbestblockhash')).toBe(hash);
    expect(await nodes.rpc(id, 'listwalletdir')).toEqual({ wallets: [{ name: 'savings' }] });
    expect(await agent.containers(id)).toHaveLength(1);
    expect(await agent.volumes()).toEqual([`satrap-${id}.hdd`]);
    expect(readdirSync(roots.ssd)).toEqual([]);
    await untilWalletKnown(id);
  },
);

test('a move that its host refuses is told with the reason, and by explain', async () => {
  const { nodes, agent, runNode } = host;
  const { id } = await runNode('homely');
  rmSync(roots.ssd, { recursive: true });
  await move(id, 'ssd');
  const shown = await until('the move has failed', async () => {
    const { move: now } = await stateOf(id);
    return now.state === 'failed' && now;
  });
  expect(shown.reason).toContain(`cannot see the directory ${roots.ssd}`);
  expect((await nodes.events('homely')).map(({ kind }) => kind)).toContain('node.move-refused');
  expect((await agent.explain('homely')).observed.join('\n')).toContain('move: failed (');
});
