import { expect, test } from 'vitest';
import type { DesiredNode } from '../../../../src/agent/desired/desired-entry.ts';
import { loadNodeRecord } from '../../../../src/agent/node/record-store.ts';
import type { NodeOperationKind } from '../../../../src/contract/types.generated.ts';
import { operation } from '../../../fixtures/node.ts';
import { MemoryDocker } from '../../../harness/memory-docker.ts';
import { MemoryHost } from '../../../harness/memory-host.ts';

interface Scenario {
  prepare?(engine: MemoryDocker): void;
  /** What runs before. */
  before?: Partial<DesiredNode>[];
  asked: Partial<DesiredNode>[];
  /** What is true in the end. */
  end: {
    /** The record of its operation, in part. */
    operations?: object;
    up: string[];
    /** The chain by node and data root. */
    data: Record<string, Record<string, string>>;
    rebuilds?: number;
  };
}

const one = { id: 'n1', name: 'one' };
const ownData = { n1: { default: 'n1' } };
const moved = { before: [one], asked: [{ ...one, ...operation('move', { from: 'default', to: 'ssd' }) }] };

/** One of each kind of operation, and what else takes several steps. */
const scenarios: Record<NodeOperationKind | 'move that fails' | 'restart' | 'new container' | 'deletion', Scenario> = {
  move: {
    ...moved,
    end: { operations: { move: { stage: 'succeeded' } }, up: ['n1'], data: { n1: { ssd: 'n1' } } },
  },
  'move that fails': {
    ...moved,
    prepare: (engine) => {
      engine.copyDiffers = true;
    },
    end: { operations: { move: { stage: 'failed' } }, up: ['n1'], data: ownData },
  },
  seed: {
    before: [one],
    asked: [one, { id: 'n2', name: 'two', ...operation('seed', { from: 'n1', name: 'one' }) }],
    end: {
      operations: { seed: { stage: 'succeeded' } },
      up: ['n1', 'n2'],
      data: { ...ownData, n2: { default: 'n1' } },
    },
  },
  reindex: {
    before: [one],
    asked: [{ ...one, ...operation('reindex', { chainstateOnly: false, height: null }) }],
    end: { operations: { reindex: { stage: 'running' } }, up: ['n1'], data: ownData, rebuilds: 1 },
  },
  rebuild_index: {
    before: [one],
    asked: [{ ...one, ...operation('rebuild_index', { index: 'txindex', remove: false, height: null }) }],
    end: { operations: { rebuild_index: { stage: 'running' } }, up: ['n1'], data: ownData },
  },
  rehearse: {
    before: [one],
    asked: [{ ...one, ...operation('rehearse', { from: '28.1', clientVersion: '29.0' }) }],
    end: {
      operations: { rehearse: { stage: 'succeeded', result: { rehearse: { verdict: 'passed' } } } },
      up: ['n1'],
      data: ownData,
    },
  },
  adopt: {
    prepare: (engine) => engine.dataOf('n1').set('default', { chain: 'kept', state: 'opened' }),
    asked: [{ ...one, ...operation('adopt', { name: 'former', height: null }) }],
    end: { up: ['n1'], data: { n1: { default: 'kept' } } },
  },
  rotate_rpc_credentials: {
    before: [one],
    asked: [
      {
        ...one,
        ...{ rpcAuth: 'u:cc$dd', formerRpcAuth: 'u:aa$bb' },
        ...operation('rotate_rpc_credentials', { stage: 'adding' }),
      },
    ],
    end: { up: ['n1'], data: ownData },
  },
  restart: { before: [one], asked: [{ ...one, restartCounter: 1 }], end: { up: ['n1'], data: ownData } },
  'new container': {
    before: [one],
    asked: [{ ...one, overrides: [{ key: 'dbcache', value: '60' }] }],
    end: { up: ['n1'], data: ownData },
  },
  deletion: { before: [one], asked: [{ ...one, desiredState: 'deleted' }], end: { up: [], data: { n1: {} } } },
};

/** Runs a scenario; the agent ends at `killedAt`, once, and starts again. */
async function run({ prepare, before, asked, end }: Scenario, killedAt: string | null) {
  const host = new MemoryHost();
  const engine = new MemoryDocker(host);
  prepare?.(engine);
  host.list(...(before ?? []));
  host.start();
  await host.settle();
  expect(engine.containers.map(({ status }) => status)).toEqual((before ?? []).map(() => 'running'));
  if (end.up.includes('n1') && engine.dataOf('n1').size > 0) engine.precious.add('n1');
  const eventsBefore = host.events.length;
  const points: string[] = [];
  let restarted: Promise<void> | undefined;
  engine.at = (point) => {
    points.push(point);
    if (point !== killedAt || restarted !== undefined) return undefined;
    restarted = host.stop().then(() => host.start());
    return new Promise(() => {});
  };
  await host.relist(...asked.map((node) => ({ ...node, revision: 2 })));
  await restarted;
  await host.settle();
  await host.pass(61_000);
  await host.stop();
  const chainsOf = (nodeId: string) =>
    Object.fromEntries([...engine.dataOf(nodeId)].map(([root, { chain }]) => [root, chain]));
  const last = asked.at(-1)?.id ?? '';
  return {
    points,
    wasKilled: restarted !== undefined,
    kinds: host.events.slice(eventsBefore).map(({ kind, nodeId }) => `${nodeId} ${kind}`),
    state: {
      operations: loadNodeRecord(host.database, last)?.operations,
      up: engine.containers.filter(({ status }) => status === 'running').map(({ nodeId }) => nodeId),
      data: Object.fromEntries([...engine.volumes.keys()].map((nodeId) => [nodeId, chainsOf(nodeId)])),
      rebuilds: engine.rebuilds,
    },
    failures: host.logged.filter(({ level }) => level >= 50),
  };
}

test.each(Object.entries(scenarios))(
  'invariants 2, 3, 4, 6: %s ends the same wherever the agent is killed',
  async (_kind, scenario) => {
    const whole = await run(scenario, null);
    const good = { failures: [], state: scenario.end };
    expect(whole).toMatchObject(good);
    expect(whole.state.data).toEqual(scenario.end.data);
    const points = new Set(whole.points);
    expect(points.size).toBeGreaterThan(2);
    for (const killedAt of points) {
      const { wasKilled, state, kinds, failures } = await run(scenario, killedAt);
      expect({ killedAt, wasKilled, state, failures }).toMatchObject({ killedAt, wasKilled: true, ...good });
      expect({ killedAt, data: state.data }).toEqual({ killedAt, data: scenario.end.data });
      expect({ killedAt, kinds: kinds.toSorted() }).toEqual({ killedAt, kinds: whole.kinds.toSorted() });
    }
  },
);
