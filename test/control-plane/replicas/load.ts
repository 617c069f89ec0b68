import { setTimeout as delay } from 'node:timers/promises';
import type { BalancedClient } from './balanced-client.ts';

const workerCount = 2;
const nodesOfWorker = 20;
/** Leaves a small machine time to restart replicas. */
const pauseMs = 40;

/** A mutation that was answered without an error. */
export interface Acknowledged {
  mutation: 'createNode' | 'requestNodeLifecycleAction' | 'testNotificationWebhook';
  /** The created or changed object. */
  id: string;
}

const nouns = {
  createNode: 'node',
  requestNodeLifecycleAction: 'node',
  testNotificationWebhook: 'delivery',
} satisfies Record<Acknowledged['mutation'], string>;

export type Load = ReturnType<typeof startLoad>;

const createNode = 'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }';
const restart = 'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: restart) { node { id } } }';
const testWebhook = 'mutation { testNotificationWebhook { delivery { id } } }';

/** People who create nodes, restart them and send test messages, dozens per second. */
export function startLoad(client: BalancedClient, executorIds: readonly string[]) {
  const acknowledged: Acknowledged[] = [];
  /** Names of nodes that were created although the response was lost. */
  const unanswered: string[] = [];
  /** Responses that a correct client must never get. */
  const complaints: string[] = [];
  const stopping = new AbortController();
  const ask = async (mutation: Acknowledged['mutation'], query: string, variables: object, name = '') => {
    await delay(pauseMs);
    const { data, errors } = await client.call(query, variables);
    const id = data?.[mutation]?.[nouns[mutation]].id as string | undefined;
    if (id !== undefined) acknowledged.push({ mutation, id });
    // Only this worker uses the name, so an earlier attempt took it.
    else if (errors?.[0]?.extensions?.code === 'name_taken') unanswered.push(name);
    // Tests of a webhook are limited.
    else if (mutation === 'testNotificationWebhook' && errors?.[0]?.extensions?.code === 'limit_reached')
      return undefined;
    else complaints.push(`${mutation}: ${JSON.stringify(errors)}`);
    return id;
  };
  const work = async (worker: number) => {
    const made: string[] = [];
    for (let round = 0; !stopping.signal.aborted; round++) {
      if (made.length < nodesOfWorker) {
        const name = `load-${worker}-${round}`;
        const executorId = executorIds[round % executorIds.length];
        const data = { name, executorId, network: 'regtest', resources: { cpuCores: 0.1, memoryMiB: 512, diskGiB: 5 } };
        const id = await ask('createNode', createNode, { data }, name);
        if (id !== undefined) made.push(id);
      }
      for (let count = 0; count < 3; count++) {
        const id = made[(round + count) % made.length];
        if (id !== undefined) await ask('requestNodeLifecycleAction', restart, { id });
      }
      await ask('testNotificationWebhook', testWebhook, {});
    }
  };
  const workers = Array.from({ length: workerCount }, (_, worker) => work(worker));
  /** Waits until each worker has finished its current request. */
  const stop = async () => {
    stopping.abort();
    await Promise.all(workers);
  };
  return { acknowledged, unanswered, complaints, stop };
}
