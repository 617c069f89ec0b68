import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isSoak } from '../harness/soak.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

let host: TestHost;
/** The events of a life in which nothing disturbs the agent. */
let undisturbed: string[];

beforeAll(async () => {
  host = await testHost({ heartbeatSeconds: 2 });
  undisturbed = await live('undisturbed');
  return () => host[Symbol.asyncDispose]();
});
beforeEach(() => host.heal());

interface Kill {
  /** Which changing call of each plan, counted from 1. */
  call: number;
  /** Before the engine receives the call, or after it has done it and before the agent knows. */
  moment: 'before' | 'afterDone';
}

/** The user's requests in the life of a node, and the resulting phase of each. */
const requests: [phase: string, request: (id: string) => Promise<unknown>][] = [
  ['stopped', (id) => host.nodes.act(id, 'stop')],
  ['running', (id) => host.nodes.act(id, 'start')],
  ['running', (id) => host.nodes.act(id, 'restart')],
  ['running', (id) => host.nodes.update(id, { overrides: [{ key: 'dbcache', value: '60' }] })],
  ['running', (id) => host.nodes.update(id, { clientVersion: '28.0' })],
  ['reindexed', (id) => host.nodes.reindex(id)],
];

/** Runs one life and returns its events. With `kill`, the agent is killed once in each plan with that many calls. */
async function live(name: string, kill?: Kill): Promise<string[]> {
  const { agent, engine, nodes } = host;
  let kills = 0;
  let isKilled = () => false;
  const arm = () => {
    if (isKilled()) kills++;
    isKilled = kill === undefined ? isKilled : host.killAgentAt(kill.call, kill.moment);
  };
  const settle = async (id: string, phase: string) => {
    await until(
      `${name} is ${phase}`,
      async () => {
        if (agent.hasEnded) await agent.startAndSync();
        const node = await nodes.get(id);
        if (phase === 'gone') return node === null;
        if (phase === 'reindexed' && (await nodes.reindexState(id)) !== 'succeeded') return false;
        return (
          node?.status.phase === (phase === 'reindexed' ? 'running' : phase) &&
          node.status.appliedRevision === node.revision
        );
      },
      60_000,
    );
  };
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
  if (isKilled()) kills++;
  expect(await agent.containers(id)).toEqual([]);
  expect(await agent.volumes()).not.toContain(`satrap-${id}`);
  const events = await until('the agent has sent its events', async () => {
    const { events, samples } = (await agent.status()).outbox;
    return events + samples === 0 && nodes.events(name);
  });
  // How many plans of a life make at least 1, 2, 3 … 6 changing calls.
  expect(kills).toBe(kill === undefined ? 0 : [8, 7, 6, 4, 3, 1][kill.call - 1]);
  // litecoind, the stand-in, rarely crashes with a segmentation fault in a reindex, which no agent can cause: such a
  // life proves nothing.
  if (events.some(({ message }) => message.includes('with code 139'))) return live(`${name}-again`, kill);
  // Whether a daemon is seen to answer between two kills depends on timing, not on steps.
  return events
    .filter(({ kind }) => kind !== 'node.answering')
    .map(({ kind, message }) => `${kind} ${message.replace(/[0-9a-f]{12,}/g, 'ID').replaceAll(name, 'NAME')}`);
}

describe('an agent that is killed', () => {
  test('an undisturbed life reports each step once', () => {
    const replaced = ['node.stopped', 'node.container-removed', 'node.container-created', 'node.started'];
    expect(undisturbed.map((line) => line.split(' ')[0])).toEqual([
      ...['node.volume-created', 'node.container-created', 'node.started'],
      'node.stopped',
      'node.started',
      ...['node.stopped', 'node.started'],
      ...replaced,
      ...replaced,
      ...[
        'node.operation-requested',
        'node.stopped',
        'node.reindex-started',
        'node.reindex-begun',
        'node.operation-succeeded',
      ],
      ...['node.stopped', 'node.container-removed', 'node.data-removed'],
    ]);
  });

  // The longest plan makes six changing calls: stop, set the restart policy, write the configuration, start, write it
  // again, restore the policy.
  const every = [1, 2, 3, 4, 5, 6].flatMap((call): Kill[] => [
    { call, moment: 'before' },
    { call, moment: 'afterDone' },
  ]);
  // Of each plan: its first call, which succeeded without the agent's knowledge, and the start of the daemon, which did
  // not.
  const chosen: Kill[] = [
    { call: 1, moment: 'afterDone' },
    { call: 4, moment: 'before' },
  ];
  test.each(isSoak() ? every : chosen)(
    'invariants 2, 3, 4 and 6: an agent that is killed at changing call $call of each plan ($moment) reaches the same containers and chain, and loses and doubles no event',
    { timeout: 180_000 },
    async (kill) => {
      expect(await live(`killed-${kill.call}-${kill.moment}`, kill)).toEqual(undisturbed);
    },
  );

  test('invariant 9: an agent that is killed and started again restarts no daemon', async () => {
    const { agent, nodes } = host;
    const { id } = await host.runNode('adopted');
    const before = (await agent.containers(id))[0]?.State.StartedAt;
    await agent.stop('SIGKILL');
    await agent.startAndSync();
    await until('the agent monitors the node again', async () =>
      (await agent.status()).nodes.some(({ name, phase }) => name === 'adopted' && phase === 'running'),
    );
    const after = await agent.containers(id);
    expect(after).toHaveLength(1);
    expect(after[0]?.State.StartedAt).toBe(before);
    expect(await nodes.events('adopted', 'node.started')).toHaveLength(1);
  });
});
