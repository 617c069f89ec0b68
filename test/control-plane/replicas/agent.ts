import { setTimeout as delay } from 'node:timers/promises';
import { TestExecutor } from '../../harness/executor.ts';
import type { BalancedClient } from './balanced-client.ts';

const heartbeatMs = 200;

/** An agent that sends frequent heartbeats and reports an event with each. */
export type Agent = Awaited<ReturnType<typeof startAgent>>;

/** Starts an agent, once its executor is registered. */
export async function startAgent(client: BalancedClient, key: string, name: string) {
  const host = new TestExecutor(client, key, name);
  /** The ids of the events that were accepted. */
  const reported: string[] = [];
  /** Responses other than «try again» and the requested ones. */
  const complaints: string[] = [];
  const stopping = new AbortController();
  let revision = 0;
  /** The nodes of the latest answer, each with its number of restart requests. */
  let desired = new Map<string, number>();
  const beat = async (): Promise<string> => {
    const { data, errors } = await host.sync();
    const answer = data?.syncExecutor;
    if (errors !== undefined) complaints.push(`heartbeat: ${JSON.stringify(errors)}`);
    else if (answer.revision < revision) complaints.push(`revision ${answer.revision} came after ${revision}`);
    else {
      revision = answer.revision;
      desired = new Map(
        answer.nodes.map(({ id, restartCounter }: { id: string; restartCounter: number }) => [id, restartCounter]),
      );
    }
    return answer?.executorId;
  };
  const report = async () => {
    const event = host.event({});
    const { data, errors } = await host.report([event]);
    if (errors === undefined && data.reportRuntimeEvents.accepted === 1) reported.push(event.id);
    else complaints.push(`events: ${JSON.stringify({ data, errors })}`);
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      await report();
      await delay(heartbeatMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      await beat();
    }
  };
  const executorId: string = await beat();
  const ended = run();
  const stop = () => {
    stopping.abort();
    return ended;
  };
  return { executorId, reported, complaints, desired: () => desired, stop };
}
