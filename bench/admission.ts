import pg from 'pg';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { TestExecutor } from '../test/harness/executor.ts';
import { type Figure, summarise } from './figures.ts';
import { seedNodes } from './seed-rows.ts';

const rounds = 300;
const nodes = 1000;

/** (admission) createNode on an executor with a thousand nodes, compared with a rename of one of them. */
export async function benchAdmission(postgres: string): Promise<Figure> {
  const controlPlane = await TestControlPlane.start({
    ...{ logLevel: 'info', throughScript: true, postgres, heartbeatSeconds: 60 },
  });
  const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
  await client.connect();
  try {
    const host = await TestExecutor.withKey(controlPlane, 'host-1');
    const amount = { total: 1e9, usedByNodes: 0, free: 1e9 };
    const resources = { cpuCores: amount, memoryMiB: amount, diskGiB: amount };
    const { executorId } = (await host.sync({ resources })).data.syncExecutor;
    const create = (name: string) =>
      controlPlane.ask('mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }', {
        data: { executorId, name, network: 'regtest', resources: { cpuCores: 0.1, memoryMiB: 1024, diskGiB: 10 } },
      });
    const { id } = (await create('first')).createNode.node;
    const rename = (name: string) =>
      controlPlane.ask(
        'mutation($data: NodeUpdateInput!, $where: NodeWhereUniqueInput!) { updateNode(data: $data, where: $where) { node { id } } }',
        { data: { name }, where: { id } },
      );
    await seedNodes(client, { organizationId: '', executorId, nodeId: id }, nodes);
    const [ours, peer]: [number[], number[]] = [[], []];
    for (let round = -10; round < rounds; round++) {
      const began = performance.now();
      await create(`more-${round + 10}`);
      const created = performance.now();
      await rename(`renamed-${round + 10}`);
      if (round < 0) continue;
      ours.push(created - began);
      peer.push(performance.now() - created);
    }
    const [creating, renaming] = [summarise(ours), summarise(peer)];
    return {
      what: `(admission) createNode with ${nodes.toLocaleString('en')} nodes on the executor`,
      unit: 'ms',
      ours: creating,
      peer: { what: 'a rename', summary: renaming },
      goal: 'p95 ≤ 50, median ≤ 2× of the peer',
      met: creating.p95 <= 50 && creating.median <= 2 * renaming.median,
    };
  } finally {
    await client.end();
    await controlPlane.destroy();
  }
}
