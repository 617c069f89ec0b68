import type { Command } from 'commander';
import {
  CordonExecutorDocument,
  DrainExecutorDocument,
  type ExecutorRowFragment,
  UncordonExecutorDocument,
  UndrainExecutorDocument,
} from '../../contract/operations.generated.ts';
import { type Api, type ApiOptions, defineApiCommand } from '../api.ts';
import { option, requiredOption } from '../options.ts';
import { print } from '../output.ts';
import { waitForChange } from '../wait.ts';
import { findExecutor } from './find-executor.ts';

/** Runs an action on a host and prints the outcome. */
const acting =
  <Given>(act: (api: Api, id: string, options: Given) => Promise<ExecutorRowFragment>) =>
  async (api: Api, options: ApiOptions & Given, nameOrId: string): Promise<void> => {
    const { id } = await findExecutor(api, nameOrId);
    show(await act(api, id, options), options);
  };

/** `satrap hosts cordon`, `uncordon`, `drain` and `undrain` */
export function register(executors: Command): void {
  const cordon = acting(
    async (api, id, { reason }: { reason: string }) =>
      (await api.call(CordonExecutorDocument, { id, reason })).cordonExecutor,
  );
  const uncordon = acting(async (api, id) => (await api.call(UncordonExecutorDocument, { id })).uncordonExecutor);
  const drain = acting(async (api, id, { reason, wait }: { reason: string; wait: boolean | undefined }) => {
    const { drainExecutor } = await api.call(DrainExecutorDocument, { id, reason });
    if (!wait) return drainExecutor;
    return waitForChange(api, ['executor', 'node'], async () => {
      const executor = await findExecutor(api, id);
      return executor.drain?.completedAt == null ? undefined : executor;
    });
  });
  const undrain = acting(async (api, id) => (await api.call(UndrainExecutorDocument, { id })).undrainExecutor);
  const reason = requiredOption('--reason <text>', 'reason, shown to others');
  const wait = option('--wait', 'wait until all nodes have stopped');
  defineApiCommand(executors, 'cordon <host>', 'keep new nodes away', [reason], cordon);
  defineApiCommand(executors, 'uncordon <host>', 'allow new nodes again', [], uncordon);
  defineApiCommand(executors, 'drain <host>', 'stop all nodes and keep new ones away', [reason, wait], drain);
  defineApiCommand(executors, 'undrain <host>', 'start its nodes again and allow new ones', [], undrain);
}

function show(executor: ExecutorRowFragment, options: ApiOptions): void {
  const why = executor.drain ?? executor.cordon;
  const reason = why === null ? '' : `: ${why.reason} (${why.by})`;
  print(executor, options, () => [`${executor.name} is ${statusText(executor)}${reason}`]);
}

/** Describes whether a host is online and accepts new nodes. */
export function statusText(
  executor: Pick<ExecutorRowFragment, 'status' | 'uninstalledAt' | 'recovery' | 'cordon' | 'drain'>,
): string {
  const { uninstalledAt, recovery, cordon, drain } = executor;
  const status = uninstalledAt === null ? executor.status : 'uninstalled';
  if (recovery !== null) return `${status}, offers nodes`;
  if (drain !== null)
    return drain.completedAt === null ? `${status}, draining (${drain.remaining} left)` : `${status}, drained`;
  return cordon === null ? status : `${status}, cordoned`;
}
