import type { Command } from 'commander';
import type { ExecutorRowFragment } from '../../contract/operations.generated.ts';
import { type Api, type ApiOptions, defineApiCommand, findExecutor } from '../api.ts';
import { forEachName } from '../each-name.ts';
import { defineLabelCommand } from '../labels.ts';
import { option, waitOption } from '../options.ts';
import { waitForChange } from '../wait.ts';

export function register(executors: Command): void {
  defineLabelCommand(executors, 'hosts', async (api, nameOrId, data) => {
    const { id } = await findExecutor(api, nameOrId);
    return (await api.call('LabelExecutor', { id, data })).updateExecutor.executor;
  });
  const cordon = acting(
    async (api, id, { reason }: { reason: string }) =>
      (await api.call('CordonExecutor', { id, reason })).cordonExecutor.executor,
  );
  const uncordon = acting(async (api, id) => (await api.call('UncordonExecutor', { id })).uncordonExecutor.executor);
  const drain = acting(async (api, id, { reason, wait }: { reason: string; wait: boolean | undefined }) => {
    const { executor: draining } = (await api.call('DrainExecutor', { id, reason })).drainExecutor;
    if (!wait) return draining;
    return waitForChange(api, ['executor', 'node'], async (report) => {
      const executor = await findExecutor(api, id);
      if (executor.drain?.completedAt != null) return executor;
      report(`${executor.name}: ${statusText(executor)}`);
    });
  });
  const undrain = acting(async (api, id) => (await api.call('UndrainExecutor', { id })).undrainExecutor.executor);
  // The API requires one.
  const reason = option('--reason <text>', 'reason, shown to others', String, 'no reason given');
  defineApiCommand(executors, 'cordon <hosts...>', 'keep new nodes away', [reason]).action(cordon);
  defineApiCommand(executors, 'uncordon <hosts...>', 'allow new nodes again').action(uncordon);
  const drained = 'stop all nodes and keep new ones away';
  defineApiCommand(executors, 'drain <hosts...>', drained, [reason, waitOption]).action(drain);
  defineApiCommand(executors, 'undrain <hosts...>', 'start its nodes again and allow new ones').action(undrain);
}

const acting =
  <Given>(act: (api: Api, id: string, options: Given) => Promise<ExecutorRowFragment>) =>
  (api: Api, options: ApiOptions & Given, names: string[]): Promise<void> =>
    forEachName(names, options, async (nameOrId) => {
      const executor = await act(api, (await findExecutor(api, nameOrId)).id, options);
      const why = executor.drain ?? executor.cordon;
      const reason = why === null ? '' : `: ${why.reason} (${why.by})`;
      return { result: executor, lines: [`${executor.name} is ${statusText(executor)}${reason}`] };
    });

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
