import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { TestControlPlane } from '../../test/harness/control-plane.ts';
import { TestExecutor } from '../../test/harness/executor.ts';
import { sample } from '../../test/harness/sample.ts';
import { seedNodes } from '../seed-rows.ts';

export const nodeCount = 1000;

/** The reports of a bench executor: nodes of which one runs, follows the chain and writes a log. */
export interface ConsoleWorld {
  controlPlane: TestControlPlane;
  host: TestExecutor;
  hostName: string;
  nodeId: string;
  /** Reports a height of the node. */
  reportHeight(height: number): Promise<void>;
  /** Adds similar nodes up to a thousand. */
  addNodes(): Promise<void>;
}

export async function makeConsoleWorld(controlPlane: TestControlPlane): Promise<ConsoleWorld> {
  const hostName = 'bench-host';
  const host = await TestExecutor.withKey(controlPlane, hostName);
  const { executorId } = (await host.sync()).data.syncExecutor;
  const { createNode } = await controlPlane.ask(
    'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }',
    { data: { executorId, name: 'node-0', network: 'signet', overrides: [] } },
  );
  const nodeId: string = createNode.node.id;
  const observed = { id: nodeId, phase: 'running', since: new Date().toISOString(), appliedRevision: 1 };
  await host.sync({ nodes: [observed] });
  const reportHeight = async (height: number) => {
    const { errors } = await host.report([
      host.event({ kind: 'node.sample', nodeId, message: 'sample', data: sample(height) }),
    ]);
    if (errors) throw new Error(JSON.stringify(errors));
  };
  await reportHeight(200_000);
  const addNodes = async () => {
    const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
    await client.connect();
    try {
      await seedNodes(client, { organizationId: controlPlane.made.organizationId, executorId, nodeId }, nodeCount);
    } finally {
      await client.end();
    }
  };
  return { controlPlane, host, hostName, nodeId, reportHeight, addNodes };
}

/** Waits a random part of a period, so that events do not align with it. */
export const delayWithin = (ms: number): Promise<void> => delay(Math.random() * ms);
