import pg from 'pg';
import { TestControlPlane } from '../../test/harness/control-plane.ts';
import { TestExecutor } from '../../test/harness/executor.ts';
import type { TestPostgres } from '../../test/setup/postgres.ts';
import { streamsOfProcess } from './generators.ts';

export type Replicas = readonly [TestControlPlane, ...TestControlPlane[]];

/** As many as the open files of a process ask for. */
export async function startReplicas(
  { url: postgres }: TestPostgres,
  { executors, heartbeatSeconds }: { executors: number; heartbeatSeconds: number },
): Promise<Replicas> {
  const options = { logLevel: 'warn', throughScript: true, postgres, heartbeatSeconds };
  const first = await TestControlPlane.start(options);
  const beside: TestControlPlane[] = [];
  while ((beside.length + 1) * streamsOfProcess < executors) beside.push(await first.startBeside());
  return [first, ...beside];
}

/** The host and the node that the seeded ones are like. */
export async function makeTemplate(controlPlane: TestControlPlane): Promise<void> {
  const host = new TestExecutor(controlPlane, await controlPlane.key('executor'), 'host-0');
  const { executorId } = (await host.sync()).data.syncExecutor;
  const data = { executorId, name: 'template', network: 'regtest' };
  await controlPlane.ask('mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }', { data });
}

export async function withDatabase<T>(
  { settings }: TestControlPlane,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  return work(client).finally(() => client.end());
}
