import { hasBegunToRebuild } from '../../../bitcoin/reindex.ts';
import { poll } from '../../../timing/poll.ts';
import type { ReindexRecord } from '../../runtime/node-record.ts';
import { refused } from '../../runtime/runtime-error.ts';
import { writeNodeConfig } from '../daemon-start.ts';
import { firstLines } from '../engine/container-logs.ts';
import { inspectContainer, runningPolicy, setRestartPolicy } from '../engine/containers.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import type { StepKind } from '../step-kind.ts';
import type { ReindexAct } from './start-reindex.ts';

/** Number of starts with the reindex option before the reindex counts as failed. */
const maxAttempts = 3;
/** A daemon opens its databases within seconds of its start; wiping those of mainnet takes longer. */
const withinMs = 10 * 60_000;
const everyMs = 200;

interface SettleReindex {
  containerId: string;
  startedAt: string | null;
  /** Null if the reindex is no longer requested. */
  act: ReindexAct | null;
  attempt: number;
}

/** Waits until a daemon started with the option has started reindexing or has exited. Returns whether it started. */
export const settleReindex: StepKind<'settle-reindex', SettleReindex, boolean> = {
  kind: 'settle-reindex',
  texts: () => ['wait until the reindex has started', 'The daemon started the reindex'],
  event: 'node.reindex_begun',
  async apply(step, run) {
    const { client, signal } = run;
    const isUp = async () => (await inspectContainer(client, step.containerId))?.state === 'running';
    const isSettled = async () => !(await isUp()) || (await readHasBegun(client, step));
    if ((await poll(isSettled, { withinMs, everyMs, signal })) === undefined) {
      throw refused(
        'the daemon was started with the reindex option but has not started the reindex yet; still waiting',
      );
    }
    await writeNodeConfig(step.containerId, run);
    await setRestartPolicy(client, step.containerId, await runningPolicy(client));
    return readHasBegun(client, step);
  },
  isDone: (_, { container }) => container === undefined || container.restartsItself !== false,
  async finish(step, result, { client, snapshot }) {
    const { act, attempt, startedAt } = step;
    const data = { action: act?.kind ?? null, attempt };
    if (act === null) {
      const message = 'Restored the restart policy after the reindex.';
      const { reindex } = snapshot.operations;
      const change = reindex?.stage === 'starting' ? { operations: { reindex: undefined } } : {};
      return { change, event: { kind: 'node.reindex_settled', message, data } };
    }
    const recordOf = (rest: Pick<ReindexRecord, 'stage'> & Partial<ReindexRecord>) => ({
      operations: { reindex: { id: act.id, attempts: attempt, startedAt: null, reason: null, ...rest } },
    });
    if (result ?? (await readHasBegun(client, step))) {
      const message = `The daemon started the reindex (${act.kind}). It continues after restarts.`;
      return { change: recordOf({ stage: 'running', startedAt }), event: { message, data } };
    }
    const isLast = attempt >= maxAttempts;
    const message = `The daemon exited before the reindex started. ${isLast ? 'Giving up' : 'Retrying'}.`;
    const reason = `the daemon exited ${maxAttempts} times before the reindex started; check its log and events for the cause (no data was deleted)`;
    const change = recordOf(isLast ? { stage: 'failed', reason } : { stage: 'again' });
    return { change, event: { kind: 'node.reindex_not_begun', message, data } };
  },
};

/** Whether the daemon started reindexing after this start. */
async function readHasBegun(client: EngineClient, { containerId, startedAt }: SettleReindex): Promise<boolean> {
  if (startedAt === null) return false;
  const since = Date.parse(startedAt);
  return hasBegunToRebuild(await firstLines(client, containerId, since, since + withinMs));
}
