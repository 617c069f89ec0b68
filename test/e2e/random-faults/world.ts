import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { inject } from 'vitest';
import { labels, objectName } from '../../../src/agent/docker/engine/labels.ts';
import { builtProgram } from '../../harness/built-program.ts';
import { makeOrganization } from '../../harness/organization.ts';
import { type PrivateEngine, startPrivateEngine } from '../../harness/private-engine.ts';
import { mountSmallDisk, type SmallDisk } from '../../harness/small-disk.ts';
import { SteppedClock } from '../../harness/stepped-clock.ts';
import { type TestHost, testHost } from '../../harness/test-host.ts';
import { until } from '../../harness/until.ts';
import { AgentKeeper } from './agent-keeper.ts';
import { eventLedger } from './event-ledger.ts';
import { Switches } from './switches.ts';

/** Daemons are stopped below it, and restarted at twice of it, in MiB. */
export const stopBelowMiB = 120;
/** Blocks on the disk of each lasting node, whatever happens to its daemon. */
export const lastingBlocks = 3;

/** A node, and the newest state that the control plane acknowledged to a user. */
export interface KnownNode {
  id: string;
  name: string;
  revision: number;
  desiredState: 'running' | 'stopped';
  dataInode: number;
  /** A block on its disk; null if none is certain. */
  lastingHash: string | null;
}

/** A host with everything that can be broken on it. */
export interface World extends AsyncDisposable {
  host: TestHost;
  engine: Pick<PrivateEngine, 'socketPath' | 'pid' | 'start' | 'stop' | 'kill'>;
  disk: SmallDisk;
  clock: SteppedClock;
  keeper: AgentKeeper;
  switches: Switches;
  nodes: Map<string, KnownNode>;
  /** A container as created by another executor’s agent. */
  bystander: { id: string; name: string; executor: string };
  strangersKey: string;
  events: ReturnType<typeof eventLedger>;
  dataInode(id: string): Promise<number>;
  onSettled: (() => Promise<void>)[];
}

const refuse = async () => {
  throw new Error('other tests use this engine');
};

export async function startWorld({ breaksEngine }: { breaksEngine: boolean }): Promise<World> {
  await using resources = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'satrap-faults-'));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const engine = breaksEngine
    ? resources.use(await startPrivateEngine())
    : { socketPath: inject('dockerSocket'), pid: async () => 0, start: refuse, stop: refuse, kill: refuse };
  const disk = resources.use(mountSmallDisk(1300));
  const [dataDir, dataRoot] = [join(disk.path, 'agent'), join(disk.path, 'data')];
  mkdirSync(dataDir, { mode: 0o700 });
  mkdirSync(dataRoot, { mode: 0o711 });
  const clock = new SteppedClock(folder);
  const switches = new Switches(folder, dataDir, await builtProgram('host'), () => keeper);
  const flags = {
    ...{ 'data-root': dataRoot, overcommit: 'disk=8,cpu=8,memory=8', 'sample-interval': '2' },
    ...{ 'disk-stop-below': String(stopBelowMiB), 'disk-start-above': String(2 * stopBelowMiB) },
  };
  const { program } = switches;
  const { imports, env } = clock;
  const agent = { dataDir, logDir: folder, flags, imports, env, program };
  const host = resources.use(await testHost({ ownProcess: true, dockerSocket: engine.socketPath, agent }));
  switches.probeWith(host.agent, host.api.url, host.engine.socketPath);
  resources.defer(() => disk.empty());
  resources.defer(() => switches.stop());
  const keeper = new AgentKeeper(host.agent);
  resources.defer(() => keeper.stop());
  keeper.keep();
  await until('the agent is online', async () => {
    const { executors } = await host.controlPlane.ask('{ executors { status } }');
    return executors[0].status === 'online' && (await host.agent.status().catch(() => null))?.lastSync.succeededAt;
  });
  const { executorKey: _, personalKey: strangersKey } = await makeOrganization(host.controlPlane, 'Strangers');
  const bystander = await makeBystander(host.docker);
  // A private engine is removed with its containers.
  if (!breaksEngine) resources.defer(() => host.docker.getContainer(bystander.id).remove());
  const dataInode = async (id: string) => {
    const { Options } = await host.docker.getVolume(objectName(id)).inspect();
    return statSync(Options?.['device'] ?? '').ino;
  };
  const nodes = new Map<string, KnownNode>();
  const world = { host, engine, disk, clock, keeper, switches, nodes, bystander, strangersKey };
  await Promise.all(['first', 'second'].map((name) => addLasting({ host, nodes, dataInode }, name)));
  const events = eventLedger(host);
  await until('the agent has sent its events', async () => (await host.agent.status()).outbox.events === 0);
  await events.settle();
  const owned = resources.move();
  return {
    ...world,
    dataInode,
    events,
    onSettled: [],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function makeBystander(docker: Docker): Promise<World['bystander']> {
  const [name, executor] = [`satrap-bystander-${process.pid}`, randomUUID()];
  const { id } = await docker.createContainer({
    name,
    Image: inject('clientImages')['28.1'] ?? '',
    Entrypoint: ['bitcoind'],
    Cmd: ['-chain=regtest', '-datadir=/tmp'],
    Labels: { [labels.executor]: executor, [labels.node]: 'another' },
  });
  return { id, name, executor };
}

/** A lasting node, whose blocks are on disk. */
async function addLasting(
  { host, nodes, dataInode }: Pick<World, 'host' | 'nodes' | 'dataInode'>,
  name: string,
): Promise<void> {
  const { id, revision } = await host.nodes.run(name);
  const lastingHash = await host.nodes.mine(id, lastingBlocks);
  // Writes the chain to disk, like a clean stop.
  await host.nodes.rpc(id, 'gettxoutsetinfo');
  nodes.set(id, { id, name, revision, desiredState: 'running', dataInode: await dataInode(id), lastingHash });
}
