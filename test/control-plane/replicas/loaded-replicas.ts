import { withConnection } from '../../../src/control-plane/platform/database/connect.ts';
import { TestControlPlane, type TestControlPlaneOptions } from '../../harness/control-plane.ts';
import { isSoak } from '../../harness/soak.ts';
import { createWebhook, WebhookReceiver } from '../../harness/webhook-receiver.ts';
import { startAgent } from './agent.ts';
import { BalancedClient } from './balanced-client.ts';
import { startLoad } from './load.ts';
import { NodeMirror } from './node-mirror.ts';

const agentCount = 2;

export type LoadedReplicas = Awaited<ReturnType<typeof startLoadedReplicas>>;

interface LoadedReplicasOptions extends Pick<TestControlPlaneOptions, 'postgres' | 'databaseUrl'> {
  count: number;
  /** How long a client tries to get an answer, in milliseconds. */
  timeoutMs?: number;
}

/**
 * Starts replicas of a control plane with all their users, in an empty database or a new one on a server. In `npm test`,
 * the first one runs in this process and cannot be killed.
 */
export async function startLoadedReplicas({ count, timeoutMs, ...database }: LoadedReplicasOptions) {
  const receiver = await WebhookReceiver.start();
  const first = await TestControlPlane.start({
    ...database,
    ownProcess: isSoak(),
    heartbeatSeconds: 10,
    webhookAllow: ['127.0.0.1/32'],
  });
  const replicas = [first];
  while (replicas.length < count) replicas.push(await first.startBeside());
  const client = new BalancedClient(replicas, timeoutMs);
  await createWebhook(first, receiver.url);
  const agents = await Promise.all(
    Array.from({ length: agentCount }, async (_, index) =>
      startAgent(client, await first.key('executor', `host-${index}`), `host-${index}`),
    ),
  );
  const mirrors = replicas.map((_, index) => new NodeMirror(client, index));
  const load = startLoad(
    client,
    agents.map(({ executorId }) => executorId),
  );
  return {
    ...{ replicas, killable: replicas.slice(isSoak() ? 0 : 1), client, agents, load, mirrors, receiver },
    /** Rows of the database, in the shape that the statement selects. */
    rows: <T>(statement: string): Promise<T[]> =>
      withConnection(first.settings.databaseUrl ?? '', async (client) => (await client.query(statement)).rows),
    destroy: async () => {
      await Promise.all([load.stop(), ...agents.map((agent) => agent.stop())]);
      await Promise.all(mirrors.map((mirror) => mirror.stop()));
      // The first one last, because it drops the database.
      for (const replica of replicas.toReversed()) await replica.destroy();
      await receiver.stop();
    },
  };
}
