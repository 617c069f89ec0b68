import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ContainerInspectInfo } from 'dockerode';
import { expect } from 'vitest';
import { labels } from '../../../src/agent/docker/engine/labels.ts';
import { until } from '../../harness/until.ts';
import type { Part, RoundPlan } from './plan.ts';
import { type KnownNode, lastingBlocks, type World } from './world.ts';

/** State that a round must not change, as of before it. */
export interface Before {
  runs: Map<string, { id: string; startedAt: string }>;
  logLength: number;
}

/** The faults that may end a daemon. All others must not. */
const endsDaemons: ReadonlySet<Part> = new Set(['engine', 'container', 'disk']);

export async function observeBefore({ host: { agent } }: World): Promise<Before> {
  const runs = (await agent.containers()).map((container) => [ownerOf(container), runOf(container)] as const);
  return { runs: new Map(runs), logLength: agent.log.length };
}

const ownerOf = ({ Config }: ContainerInspectInfo): string => Config.Labels[labels.node] ?? '';
const runOf = ({ Id, State }: ContainerInspectInfo) => ({ id: Id, startedAt: State.StartedAt });

/** Checks every invariant that a fault could break, after the faults have ended and everything has settled. */
export async function checkInvariants(world: World, plan: RoundPlan, before: Before): Promise<void> {
  const containers = await world.host.agent.containers();
  await checkOnlyOurs(world);
  for (const node of world.nodes.values()) await checkNode(world, node, containers);
  checkUntouched(world, plan, before, containers);
  await checkEvents(world, plan);
  await checkSecrets(world, containers, before);
  await checkAgent(world);
  await checkServer(world);
}

async function checkOnlyOurs({ host, bystander }: World): Promise<void> {
  const { Name, Config } = await host.docker.getContainer(bystander.id).inspect();
  const shown = { name: Name, executor: Config.Labels[labels.executor] };
  const { name, executor } = bystander;
  expect(shown, 'invariant 1: another’s container').toEqual({ name: `/${name}`, executor });
}

async function checkNode(world: World, node: KnownNode, containers: readonly ContainerInspectInfo[]): Promise<void> {
  const { host, dataInode } = world;
  const own = containers.filter((container) => ownerOf(container) === node.id);
  // A stopped node whose container was removed has none until it is started.
  const allowed = node.desiredState === 'running' ? [1] : [0, 1];
  expect(allowed, `invariant 3: containers of ${node.name}`).toContain(own.length);
  expect(await dataInode(node.id), `invariant 2: the data of ${node.name}`).toBe(node.dataInode);
  const view = await host.nodes.get(node.id);
  expect(view?.desiredState, `invariant 13: what was acknowledged for ${node.name}`).toBe(node.desiredState);
  expect(view?.revision, `invariant 13: what was acknowledged for ${node.name}`).toBeGreaterThanOrEqual(node.revision);
  const isRunning = own[0]?.State.Running ?? false;
  expect(isRunning, `invariant 14: ${node.name} is shown as it is`).toBe(view?.status.phase === 'running');
  expect(view?.status.containerId ?? null, `invariant 14: the container of ${node.name}`).toBe(own[0]?.Id ?? null);
  if (!isRunning || node.lastingHash === null) return;
  const hash = await host.nodes.rpc(node.id, 'getblockhash', [lastingBlocks]);
  expect(hash, `invariant 2: the chain of ${node.name}`).toBe(node.lastingHash);
}

/** Invariants 4, 5 and 9: nothing takes a daemon down, except a user's request. */
function checkUntouched(
  { nodes }: World,
  { faults, wishes }: RoundPlan,
  { runs }: Before,
  containers: readonly ContainerInspectInfo[],
): void {
  const isAsked = wishes.some(({ wish }) => wish !== 'create' && wish !== 'delete');
  if (isAsked || faults.some(({ part }) => endsDaemons.has(part))) return;
  for (const container of containers) {
    const id = ownerOf(container);
    const run = runs.get(id);
    if (run !== undefined)
      expect(runOf(container), `invariants 5 and 9: ${nodes.get(id)?.name} was left alone`).toEqual(run);
  }
}

async function checkEvents({ events }: World, { faults, wishes }: RoundPlan): Promise<void> {
  const { fresh, lost, doubled } = await events.settle();
  expect(doubled, 'invariant 6: no event is doubled').toEqual([]);
  expect(lost, 'invariant 6: no event that was on disk is lost').toEqual([]);
  if (faults.some(({ part }) => endsDaemons.has(part))) return;
  const exits = fresh.filter(({ kind }) => kind === 'node.stopped').map(({ data }) => data?.exitCode);
  expect(exits, 'invariant 10: every stop is gentle').toEqual(exits.map(() => 0));
  const restarts = wishes.filter(({ wish }) => wish === 'restart').length;
  const stops = wishes.filter(({ wish }) => ['stop', 'restart', 'override', 'version', 'delete'].includes(wish)).length;
  // A request repeated because its answer was lost restarts once more.
  if (!faults.some(({ part }) => part === 'server'))
    expect(exits.length, 'invariant 4: nothing is done twice').toBeLessThanOrEqual(stops + restarts);
}

async function checkSecrets(
  { host }: World,
  containers: readonly ContainerInspectInfo[],
  { logLength }: Before,
): Promise<void> {
  const { nodeRpcCredentials } = await host.controlPlane.ask('{ nodeRpcCredentials { password } }');
  const apiKey = readFileSync(join(host.agent.dataDir, 'api.key'), 'utf8').trim();
  const said = host.agent.log.slice(logLength) + JSON.stringify(containers);
  for (const secret of [nodeRpcCredentials.password, apiKey]) expect(said.includes(secret), 'invariant 8').toBe(false);
}

async function checkAgent({ host, keeper, switches }: World): Promise<void> {
  // An upgrade that ends with the round may be reported at any time.
  await until('the agent has sent its events', async () => (await host.agent.status()).outbox.events === 0);
  const { version, lastSync } = await host.agent.status();
  expect(keeper.isRunning, 'invariant 9: an agent works').toBe(true);
  expect(version, 'invariant 9: of the current version').toBe(switches.folder.versionOf('current'));
  expect(runningAgents(host.agent.dataDir), 'invariant 9: one agent alone').toBe(1);
  expect(lastSync.error, 'invariant 6').toBe(null);
  using store = new DatabaseSync(join(host.agent.dataDir, 'agent.db'), { readOnly: true });
  const intents = store.prepare('SELECT document FROM step_intent').all();
  expect(intents, 'invariant 4: no step is left begun').toEqual([]);
}

async function checkServer({ host, nodes, strangersKey }: World): Promise<void> {
  const query = 'query($id: ID!) { node(where: { id: $id }) { id } nodes { id } executors { id } }';
  const [id] = nodes.keys();
  const seen = await host.controlPlane.ask(query, { id }, strangersKey);
  expect(seen, 'invariant 11').toEqual({ node: null, nodes: [], executors: [] });
  const status = readFileSync(`/proc/${host.controlPlane.pid}/status`, 'utf8');
  const residentMiB = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  expect(residentMiB, 'invariant 12: memory of the control plane').toBeLessThan(400);
}

/** The number of agent processes on this data directory. */
const runningAgents = (dataDir: string): number =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isAgent(pid, dataDir)).length;

function isAgent(pid: string, dataDir: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.includes('run') && words.includes(dataDir);
  } catch (error) {
    // It exited meanwhile.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
