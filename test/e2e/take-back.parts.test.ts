import { beforeAll, expect, test } from 'vitest';
import { isSoak } from '../harness/soak.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

let host: TestHost;

beforeAll(async () => {
  host = await testHost({ heartbeatSeconds: 2 });
  return () => host[Symbol.asyncDispose]();
});

/** Valid for bitcoind, and unknown to an older stand-in; a different change in each round. */
const deadly = (round: number) => [
  { key: 'onlynet', value: 'cjdns' },
  { key: 'cjdnsreachable', value: '1' },
  { key: 'uacomment', value: `round ${round}` },
];

interface NodeView {
  revision: number;
  status: { phase: string; appliedRevision: number };
  problems: { code: string }[];
  takenBack: {
    revision: number;
    runsRevision: number;
    reason: string;
    changes: { field: string; asked: string }[];
  } | null;
}

async function view(id: string): Promise<NodeView> {
  const { node } = await host.controlPlane.ask(
    `query($id: ID!) { node(where: { id: $id }) { revision status { phase appliedRevision } problems { code }
      takenBack { revision runsRevision reason changes { field asked runs } } } }`,
    { id },
  );
  return node;
}

test('invariants 2, 3 and 4: an agent that is killed at any step of taking a change back goes back once, to the same chain, and tells it once', {
  timeout: 900_000,
}, async () => {
  const { agent, nodes } = host;
  const { id } = await host.runNode('reverted');
  const hash = await nodes.mine(id, 1);
  await until('the configuration has worked', () => agent.record(id).worked?.revision > 0, 60_000);
  // Calls 1 to 5 apply the change: stop, remove, create, write the configuration, start. The next five revert it.
  const every = [6, 7, 8, 9, 10].flatMap((call) => [
    { call, moment: 'before' as const },
    { call, moment: 'afterDone' as const },
  ]);
  // The removed container and the start of its replacement.
  const chosen = every.filter(({ call, moment }) => moment === (call === 7 ? 'afterDone' : call === 10 && 'before'));
  const kills = isSoak() ? every : chosen;
  for (const [index, { call, moment }] of kills.entries()) {
    const round = index + 1;
    const isKilled = host.killAgentAt(call, moment);
    const { revision } = await nodes.update(id, { overrides: deadly(round) });
    const back = await until(
      `round ${round} is taken back`,
      async () => {
        if (agent.hasEnded) await agent.startAndSync();
        const node = await view(id);
        return node.takenBack?.revision === revision && node.status.phase === 'running' && node;
      },
      120_000,
    );
    host.engine.interference = {};
    expect(isKilled()).toBe(true);
    expect(back).toMatchObject({
      status: { appliedRevision: 1 },
      takenBack: { runsRevision: 1, reason: expect.stringContaining('-onlynet') },
      problems: [{ code: 'change_taken_back' }],
    });
    expect(back.takenBack?.changes).toContainEqual({ field: 'overrides.onlynet', asked: 'cjdns', runs: null });
    const containers = await agent.containers(id);
    expect(containers.map(({ State }) => State.Running)).toEqual([true]);
    expect(await nodes.rpc(id, 'getbestblockhash')).toBe(hash);
    await until('it is told once', async () => {
      const told = await nodes.events('reverted', 'node.change-taken-back');
      expect(told.length).toBeLessThanOrEqual(round);
      return told.length === round;
    });
  }
});
