import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type NodeView, nodeOf } from '../harness/nodes.ts';
import { isSoak } from '../harness/soak.ts';
import { sharedHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

const host = sharedHost();
/** A node from which nothing is requested while the agent is killed for another one. */
let bystander: NodeView;
let bystandingSince: string | undefined;
/** The events of a life in which nothing disturbs the agent. */
let undisturbed: string[] | undefined;

beforeAll(async () => {
  [bystander] = await host.runNodes(['bystander']);
  bystandingSince = await startedAt(bystander.id);
  if (isSoak()) undisturbed = await live('undisturbed');
});
beforeEach(() => host.heal());

const startedAt = async (id: string) => (await host.agent.containers(id))[0]?.State.StartedAt;

interface Kill {
  /** Which changing call of a plan, counted from 1. */
  call: number;
  /** Before the engine receives the call, or after it has done it and before the agent knows. */
  moment: 'before' | 'afterDone';
}
const before = (call: number): Kill => ({ call, moment: 'before' });
const afterDone = (call: number): Kill => ({ call, moment: 'afterDone' });

const replaced = ['node.stopped', 'node.container_removed', 'node.container_created', 'node.started'];
const reindexed = ['node.operation_requested', 'node.stopped', 'node.reindex_started', 'node.reindex_begun'];

/** The user's requests in the life of a node, and the resulting phase and reported steps of each. */
const everyRequest: [phase: string, request: (id: string) => Promise<unknown>, steps: string[]][] = [
  ['stopped', (id) => host.nodes.act(id, 'stop'), ['node.stopped']],
  ['running', (id) => host.nodes.act(id, 'start'), ['node.started']],
  ['running', (id) => host.nodes.act(id, 'restart'), ['node.stopped', 'node.started']],
  ['running', (id) => host.nodes.update(id, { clientVersion: '28.0' }), replaced],
  ['running', (id) => host.nodes.update(id, { overrides: [{ key: 'dbcache', value: '60' }] }), replaced],
  ['reindexed', (id) => host.nodes.reindex(id), [...reindexed, 'node.operation_succeeded']],
];
/** The calls of the other plans are among those of the last two. */
const requests = isSoak() ? everyRequest : everyRequest.slice(-2);

/** What a life reports: each step once. */
const steps = [
  ...['node.volume_created', 'node.container_created', 'node.started'],
  ...requests.flatMap(([, , reported]) => reported),
  ...['node.stopped', 'node.container_removed', 'node.data_removed'],
];

/** Runs one life and returns its events. The agent is killed once in each plan that has the call of its kill. */
async function live(name: string, kills: readonly Kill[] = [], expectedKills = 0): Promise<string[]> {
  const { agent, engine, nodes } = host;
  const [toCome, done] = [[...kills], { count: 0 }];
  let isKilled = () => false;
  const arm = () => {
    if (isKilled()) done.count++;
    const kill = toCome.shift();
    isKilled = kill === undefined ? () => false : host.killAgentAt(kill.call, kill.moment);
  };
  const settle = (id: string, phase: string) =>
    until(
      `${name} is ${phase}`,
      async () => {
        if (agent.hasEnded) await agent.startAndSync();
        const node = await nodes.get(id);
        if (phase === 'gone') return node === null;
        if (phase === 'reindexed' && (await nodes.reindexState(id)) !== 'succeeded') return false;
        const { phase: shown, appliedRevision } = node?.status ?? {};
        return shown === (phase === 'reindexed' ? 'running' : phase) && appliedRevision === node?.revision;
      },
      120_000,
      300,
    );
  arm();
  const { id } = await nodes.create(name);
  await settle(id, 'running');
  const hash = await nodes.mine(id, 1);
  for (const [phase, request] of requests) {
    arm();
    await request(id);
    await settle(id, phase);
    const containers = await agent.containers(id);
    expect(containers).toHaveLength(1);
    expect(containers[0]?.State.Running).toBe(phase !== 'stopped');
    if (phase !== 'stopped') expect(await nodes.rpc(id, 'getbestblockhash')).toBe(hash);
  }
  // Each wiping start would restart the reindex from nothing.
  const { Id } = (await agent.containers(id))[0] ?? { Id: '' };
  const log = (await host.docker.getContainer(Id).logs({ stdout: true, stderr: true })).toString();
  expect(log.match(/Wiping LevelDB in \S*chainstate/g)).toHaveLength(1);
  arm();
  await nodes.delete(id);
  await settle(id, 'gone');
  engine.interference = {};
  if (isKilled()) done.count++;
  expect(await agent.containers(id)).toEqual([]);
  expect(await agent.volumes()).not.toContain(`satrap-${id}`);
  const events = await until('the agent has sent its events', async () => {
    const { events, samples } = (await agent.status()).outbox;
    return events + samples === 0 && nodes.events(name);
  });
  expect(done.count).toBe(expectedKills);
  // litecoind, the stand-in, rarely crashes with a segmentation fault in a reindex, which no agent can cause: such a
  // life proves nothing.
  if (events.some(({ message }) => message.includes('with code 139')))
    return live(`${name}-again`, kills, expectedKills);
  // Whether a daemon is seen to answer between two kills depends on timing, not on steps.
  const reported = events.filter(({ kind }) => kind !== 'node.answering');
  expect(reported.map(({ kind }) => kind)).toEqual(steps);
  return reported.map(
    ({ kind, message }) => `${kind} ${message.replace(/[0-9a-f]{12,}/g, 'ID').replaceAll(name, 'NAME')}`,
  );
}

/**
 * One in each plan of the short life. The calls of the plans: create the volume and the container, write the
 * configuration, start; stop, remove, create, write, start; stop, set the restart policy, write, start, write again,
 * restore the policy; stop, remove the container and the volume.
 */
const chosen = [before(4), before(3), afterDone(4), afterDone(3)];

/** How many plans of a life make at least 1, 2, 3 … 6 changing calls. */
const plansWith = [8, 7, 6, 4, 3, 1] as const;
const everyCall = plansWith.flatMap((plans, index) =>
  [before(index + 1), afterDone(index + 1)].map((kill): [string, Kill[], number] => [
    `${kill.moment} call ${kill.call} of each plan`,
    Array<Kill>(plansWith[0]).fill(kill),
    plans,
  ]),
);
test.each<[string, Kill[], number]>(isSoak() ? everyCall : [['at a call of each plan', chosen, chosen.length]])(
  'invariants 2, 3, 4, 6, 9: an agent killed %s reaches the same state',
  { timeout: 180_000 },
  async (what, kills, expectedKills) => {
    const events = await live(`killed-${what.replaceAll(' ', '-')}`, kills, expectedKills);
    if (undisturbed !== undefined) expect(events).toEqual(undisturbed);
    expect(await host.agent.containers(bystander.id)).toHaveLength(1);
    expect(await startedAt(bystander.id)).toBe(bystandingSince);
    expect(await host.nodes.events('bystander', 'node.started')).toHaveLength(1);
  },
);

/** Valid for bitcoind, and unknown to an older stand-in; a different change in each round. */
const deadly = (round: number) => [
  { key: 'onlynet', value: 'cjdns' },
  { key: 'cjdnsreachable', value: '1' },
  { key: 'uacomment', value: `round ${round}` },
];

const revertedNode = (id: string) =>
  nodeOf(
    host.controlPlane,
    id,
    'status { phase appliedRevision } problems { code } reverted { revision runsRevision reason changes { field asked runs } }',
  );

test('invariants 2, 3, 4: an agent killed while it reverts a change reverts it once', {
  timeout: 900_000,
}, async () => {
  const { agent, nodes } = host;
  const { id, name } = bystander;
  const hash = await nodes.mine(id, 1);
  await until('the configuration has worked', () => agent.record(id).worked?.revision > 0);
  // Calls 1 to 5 apply the change: stop, remove, create, write the configuration, start. The next five revert it.
  const every = [6, 7, 8, 9, 10].flatMap((call) => [[before(call)], [afterDone(call)]]);
  // The container of the change is removed, and none of the former configuration created.
  const rounds = isSoak() ? every : [[afterDone(7)]];
  for (const [index, kills] of rounds.entries()) {
    const round = index + 1;
    const toCome = [...kills];
    const arm = () => {
      const kill = toCome.shift();
      return kill === undefined ? undefined : host.killAgentAt(kill.call, kill.moment);
    };
    let isKilled = arm();
    const { revision } = await nodes.update(id, { overrides: deadly(round) });
    const back = await until(
      `round ${round} is taken back`,
      async () => {
        if (agent.hasEnded) {
          isKilled = arm() ?? isKilled;
          await agent.startAndSync();
        }
        const node = await revertedNode(id);
        return node.reverted?.revision === revision && node.status.phase === 'running' && node;
      },
      120_000,
      500,
    );
    host.engine.interference = {};
    expect([isKilled?.(), toCome]).toEqual([true, []]);
    expect(back).toMatchObject({
      status: { appliedRevision: 1 },
      reverted: { runsRevision: 1, reason: expect.stringContaining('-onlynet') },
      problems: [{ code: 'change_reverted' }],
    });
    expect(back.reverted?.changes).toContainEqual({ field: 'overrides.onlynet', asked: 'cjdns', runs: null });
    const containers = await agent.containers(id);
    expect(containers.map(({ State }) => State.Running)).toEqual([true]);
    expect(await nodes.rpc(id, 'getbestblockhash')).toBe(hash);
    await until('it is told once', async () => {
      const told = await nodes.events(name, 'node.change_reverted');
      expect(told.length).toBeLessThanOrEqual(round);
      return told.length === round;
    });
  }
});
