import { setTimeout as delay } from 'node:timers/promises';
import { labels } from '../../../src/agent/docker/engine/labels.ts';
import { until } from '../../harness/until.ts';
import { suffer } from './faults.ts';
import { checkInvariants, observeBefore } from './invariants.ts';
import type { RoundPlan } from './plan.ts';
import { ask } from './user.ts';
import type { World } from './world.ts';

/** How long everything may take to be as it should be again, in milliseconds. */
const settleMs = 240_000;
const lookEveryMs = 200;
/** What the agent has seen late may show only then. */
const goodLooks = 4;

/** Carries out one round: faults and wishes at once, then peace, then every invariant. Throws where one does not hold. */
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

/** Waits until everything is as a user asked for, and everything is told. */
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
      lookEveryMs,
    );
  } catch {
    throw new Error(`invariant 4: not settled after ${settleMs / 1000} s: ${missing}`);
  }
}

/** What is not as it should be; empty where all is well. */
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
    // An agent that has just started tells it with its second heartbeat.
    const container = containers.find(({ Config }) => Config.Labels[labels.node] === id);
    if ((node.status.containerId ?? null) !== (container?.Id ?? null)) return `the container of ${name} is not told`;
    // The daemon answers a little later than its container runs.
    if (phase === 'running') await host.nodes.rpc(id, 'getblockcount');
  }
  // Whoever removes the container of a node that is stopped has it made again when the node is started.
  const owners = containers.map(({ Config }) => Config.Labels[labels.node] ?? '');
  const bare = [...nodes.values()].filter(({ id, desiredState }) => desiredState === 'running' && !owners.includes(id));
  const surplus = owners.filter((owner, index) => !nodes.has(owner) || owners.indexOf(owner) !== index);
  return bare.length + surplus.length === 0 ? '' : `without a container: ${bare.length}, surplus: ${surplus.length}`;
}

/** Looks on until it is told to end, and returns the node of which two containers ran at once. */
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
