import pg from 'pg';
import { TestControlPlane } from '../../harness/control-plane.ts';
import { WebhookReceiver } from '../../harness/webhook-receiver.ts';
import { type Agent, startAgent } from './agent.ts';
import { BalancedClient } from './balanced-client.ts';
import { type Load, startLoad } from './load.ts';
import { NodeMirror } from './node-mirror.ts';

const agentCount = 2;

/** Three replicas of a control plane, each in its own process, with all their users. */
export interface ThreeReplicas {
  replicas: readonly TestControlPlane[];
  client: BalancedClient;
  agents: readonly Agent[];
  load: Load;
  mirrors: readonly NodeMirror[];
  receiver: WebhookReceiver;
  /** Rows of the database, in the shape that the statement selects. */
  rows<T>(statement: string): Promise<T[]>;
  destroy(): Promise<void>;
}

/** Starts three replicas under load, in a new database on a PostgreSQL server. */
export async function startThreeReplicas(postgres: string): Promise<ThreeReplicas> {
  const receiver = await WebhookReceiver.start();
  const first = await TestControlPlane.start({
    ownProcess: true,
    postgres,
    heartbeatSeconds: 10,
    webhookAllow: ['127.0.0.1/32'],
  });
  const replicas = [first, await first.startBeside(), await first.startBeside()];
  const client = new BalancedClient(replicas);
  await first.ask(
    'mutation($input: NotificationSettingsInput!) { saveNotificationSettings(input: $input) { webhookSecret } }',
    {
      input: { webhookUrl: receiver.url },
    },
  );
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
    ...{ replicas, client, agents, load, mirrors, receiver },
    rows: async <T>(statement: string): Promise<T[]> => {
      const database = new pg.Client({ connectionString: first.settings.databaseUrl });
      await database.connect();
      return database
        .query(statement)
        .then(({ rows }) => rows as T[])
        .finally(() => database.end());
    },
    destroy: async () => {
      await Promise.all([load.stop(), ...agents.map((agent) => agent.stop())]);
      await Promise.all(mirrors.map((mirror) => mirror.stop()));
      // The first one last, because it drops the database.
      for (const replica of replicas.toReversed()) await replica.destroy();
      await receiver.stop();
    },
  };
}
