import { randomUUID } from 'node:crypto';
import { configHash, configLines } from '../../src/bitcoin/config-lines.ts';
import type { TestControlPlane } from './control-plane.ts';
import { TestExecutor } from './executor.ts';
import { insertIncident } from './incident-rows.ts';
import { TestNodes } from './nodes.ts';
import { withMigrated } from './opened-database.ts';
import { sample } from './sample.ts';

const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();

const node = (
  name: string,
  phase: string,
  minutes: number,
  sample?: { height: number; [field: string]: unknown },
  reason?: string,
) => ({
  ...{ name, phase, minutes, reason, sample: sample && { uptimeSeconds: minutes * 60, ...sample } },
  network: name.startsWith('signet') ? ('signet' as const) : ('regtest' as const),
});

export const failure = 'the daemon exited with code 1: Error: Unable to bind to 0.0.0.0:38333 on this computer';
const begun = {
  height: 131_204,
  headers: 224_117,
  verificationProgress: 131_204 / 224_117,
  initialBlockDownload: true,
};
const nodes = [
  node('signet-a', 'running', 4000, { height: 224_117, peersOutbound: 10 }),
  node('signet-b', 'running', 900, { height: 224_117, peersInbound: 14 }),
  node('signet-new', 'syncing', 42, begun),
  node('signet-broken', 'failing', 12, undefined, failure),
  node('regtest-ci', 'running', 70, { height: 1204 }),
  node('regtest-old', 'stopped', 10_000),
];

/** A control plane with executors, nodes in several phases, samples, events and incidents, for pages that show them. */
export interface World {
  nodeIds: Readonly<Record<string, string>>;
  executor: TestExecutor;
  executorId: string;
  incidentId: string;
}

export async function makeWorld(controlPlane: TestControlPlane): Promise<World> {
  const executor = await TestExecutor.withKey(controlPlane, 'berlin-1');
  const second = await TestExecutor.withKey(controlPlane, 'helsinki-2');
  await second.sync({ resources: resources(16, 65_536, 3906, 0.6) });
  const { executorId } = (await executor.sync()).data.syncExecutor;
  const nodeIds: Record<string, string> = {};
  const resourcesOfNode = { cpuCores: 2, memoryMiB: 2048, diskGiB: 60 };
  for (const { name, network, phase } of nodes) {
    const desiredState = phase === 'stopped' ? 'stopped' : 'running';
    const made = await new TestNodes(controlPlane, executorId).create(name, {
      ...{ network, overrides: [], resources: resourcesOfNode, desiredState },
    });
    nodeIds[name] = made.id;
  }
  const observed = nodes.map(({ name, network, phase, reason = null, minutes }, index) => ({
    ...{ id: nodeIds[name], phase, reason, since: at(minutes), appliedRevision: 1 },
    configHash: configHash(
      configLines({
        ...{ network, client: 'bitcoind', clientVersion: '28.1', nodeType: 'full' },
        ...{ resources: resourcesOfNode, overrides: [] },
      }),
    ),
    endpoint: { host: '10.0.0.7', rpcPort: 38_332 + index * 10, p2pPort: 38_333 + index * 10 },
  }));
  await executor.sync({ nodes: observed, resources: resources(8, 32_768, 1953, 0.3, [0.28, 0.14, 0.05]) });
  await executor.report([
    ...nodes.flatMap(({ name, sample: measured }) =>
      measured === undefined ? [] : [sampleOf(executor, nodeIds[name] ?? '', measured)],
    ),
    executor.event({ nodeId: nodeIds['signet-new'], at: at(42), message: 'the daemon runs in a new container' }),
    executor.event({
      ...{ nodeId: nodeIds['signet-broken'], at: at(12), level: 'error', kind: 'node.exited' },
      message: failure,
    }),
  ]);
  const incidentId = await openIncident(controlPlane, executorId, nodeIds['signet-broken'] ?? '');
  return { nodeIds, executor, executorId, incidentId };
}

const sampleOf = (executor: TestExecutor, nodeId: string, { height = 0, ...more }: { height?: number }) => {
  const measured = {
    ...{
      peersInbound: 3,
      peersOutbound: 8,
      mempoolTransactions: 412,
      mempoolVirtualBytes: 381_000,
      mempoolUsageBytes: 1_902_000,
      uptimeSeconds: 86_000,
    },
    ...{
      sizeOnDiskBytes: Math.round(14.2 * 1024 ** 3),
      cpuPercent: 12.5,
      memoryMiB: 812,
      subversion: '/Satoshi:28.1.0/',
    },
    ...{
      bestBlockHash: '00000012f3c4'.padEnd(64, 'a'),
      indexes: [{ name: 'txindex', synced: true, bestBlockHeight: height }],
    },
  };
  return executor.event({
    kind: 'node.sample',
    nodeId,
    message: 'sample',
    data: sample(height, { ...measured, ...more }),
  });
};

/** What a rule would have found after some minutes. */
const openIncident = ({ settings, made }: TestControlPlane, executorId: string, nodeId: string): Promise<string> =>
  withMigrated(settings, (database) =>
    insertIncident(database, {
      ...{ organizationId: made.organizationId, executorId, subjectId: nodeId, subjectName: 'signet-broken' },
      ...({ code: 'node_failing', severity: 'critical', status: 'open', subjectType: 'node' } as const),
      message: 'signet-broken cannot run: Unable to bind to 0.0.0.0:38333 on this computer',
      data: { eventId: randomUUID() },
      ...{ startedAt: new Date(at(12)), openedAt: new Date(at(10)), updatedAt: new Date(at(10)) },
    }),
  );

const resources = (cores: number, memoryMiB: number, diskGiB: number, used: number, byNodes = [0, 0, 0]) => {
  const amount = (total: number, part = 0) => ({ total, usedByNodes: total * part, free: total * (1 - used) });
  const [cpu, memory, disk] = byNodes;
  return { cpuCores: amount(cores, cpu), memoryMiB: amount(memoryMiB, memory), diskGiB: amount(diskGiB, disk) };
};
