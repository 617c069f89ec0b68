import { setTimeout as delay } from 'node:timers/promises';
import { labels } from '../../../src/agent/docker/engine/labels.ts';
import { until } from '../../harness/until.ts';
import { suffer } from './faults.ts';
import { checkInvariants, observeBefore } from './invariants.ts';
import type { RoundPlan } from './plan.ts';
import { ask } from './user.ts';
import type { World } from './world.ts';

const settleMs = 240_000;
const lookEveryMs = 200;
const settledEveryMs = 500;
/** The agent's late observations may only show then. */
const goodLooks = 4;

/** Runs one round: faults and requests at once, then a quiet period, then every invariant. */
export async function runRound(world: World, plan: RoundPlan): Promise<void> {
  const before = await observeBefore(world);
  const looking = new AbortController();
  const looks = lookOn(world, looking.signal);
  try {
    await Promise.all([
      ...plan.faults.map((fault) => suffer(world, fault)),
      ...plan.wishes.map((wish) => ask(world, wish)),
    ]);
    await untilSettled(world);
  } finally {
    looking.abort();
  }
  const writers = await looks;
  if (writers !== null) throw new Error(`invariant 3: two containers of a node ran at once: ${writers}`);
  for (const work of world.onSettled.splice(0)) await work();
  await checkInvariants(world, plan, before);
}

/** Waits until every request is fulfilled and reported. */
async function untilSettled(world: World): Promise<void> {
  let missing = '';
  let good = 0;
  try {
    await until(
      'everything is as it should be',
      async () => {
        missing = await whatIsMissing(world).catch(String);
        good = missing === '' ? good + 1 : 0;
        return good >= goodLooks;
      },
      settleMs,
      settledEveryMs,
    );
  } catch {
    throw new Error(`invariant 4: not settled after ${settleMs / 1000} s: ${missing}`);
  }
}

/** What is not in order; empty if everything is. */
async function whatIsMissing({ host, keeper, nodes, switches }: World): Promise<string> {
  if (switches.isUnderWay) return 'a switch is under way';
  if (!keeper.isRunning) return 'no agent runs';
  const status = await host.agent.status();
  if (status.lastSync.error !== null || status.lastSync.succeededAt === null) return `sync: ${status.lastSync.error}`;
  if (status.outbox.events > 0) return `${status.outbox.events} events are not sent`;
  const containers = await host.agent.containers();
  for (const { id, name, desiredState, revision } of nodes.values()) {
    const node = await host.nodes.get(id);
    if (node === null) return `${name} does not exist`;
    const { phase, appliedRevision, reason } = node.status;
    if (phase !== desiredState) return `${name} is ${phase} and not ${desiredState}: ${reason}`;
    if (appliedRevision !== node.revision || node.revision < revision)
      return `${name} has revision ${appliedRevision} of ${node.revision}, and ${revision} was acknowledged`;
    // An agent that has just started reports it with its second heartbeat.
    const container = containers.find(({ Config }) => Config.Labels[labels.node] === id);
    if ((node.status.containerId ?? null) !== (container?.Id ?? null)) return `the container of ${name} is not told`;
    // The daemon answers a little later than its container runs.
    if (phase === 'running') await host.nodes.rpc(id, 'getblockcount');
  }
  // A removed container of a stopped node is re-created when the node is started.
  const owners = containers.map(({ Config }) => Config.Labels[labels.node] ?? '');
  const bare = [...nodes.values()].filter(({ id, desiredState }) => desiredState === 'running' && !owners.includes(id));
  const surplus = owners.filter((owner, index) => !nodes.has(owner) || owners.indexOf(owner) !== index);
  return bare.length + surplus.length === 0 ? '' : `without a container: ${bare.length}, surplus: ${surplus.length}`;
}

/** Watches until it is stopped, and returns a node with two containers running at once. */
async function lookOn({ host, events }: World, signal: AbortSignal): Promise<string | null> {
  const label = [`${labels.executor}=${await host.agent.executorId()}`];
  let found: string | null = null;
  while (!signal.aborted) {
    events.look();
    const running = await host.docker.listContainers({ filters: { label, status: ['running'] } }).catch(() => []);
    const owners = running.map(({ Labels }) => Labels[labels.node] ?? '');
    found ??= owners.find((owner, index) => owners.indexOf(owner) !== index) ?? null;
    await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
  return found;
}
