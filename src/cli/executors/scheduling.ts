import type { Command } from 'commander';
import {
  CordonExecutorDocument,
  DrainExecutorDocument,
  type ExecutorRowFragment,
  LabelExecutorDocument,
  UncordonExecutorDocument,
  UndrainExecutorDocument,
} from '../../contract/operations.generated.ts';
import { type Api, type ApiOptions, defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { findExecutor } from '../find.ts';
import { type KeyValue, listOption, option, pairsOption, requiredOption } from '../options.ts';
import { print } from '../output.ts';
import { waitForChange } from '../wait.ts';

/** `satrap hosts label`, `cordon`, `uncordon`, `drain` and `undrain` */
export function register(executors: Command): void {
  defineApiCommand(executors, 'label <host>', 'set or remove labels', [
    pairsOption('--set <key=value>', 'set a label; may be repeated'),
    listOption('--unset <key>', 'remove a label; may be repeated'),
  ]).action(async (api, { set, unset, ...options }, nameOrId) => {
    const changed = new Set([...unset, ...set.map(({ key }) => key)]);
    if (changed.size === 0) throw new CommandError('name a label: --set KEY=VALUE or --unset KEY', 2);
    const { id, labels: current, revision } = await findExecutor(api, nameOrId);
    // The API replaces the whole list.
    const labels = [...current.filter(({ key }) => !changed.has(key)), ...set];
    const data = { labels, expectedRevision: revision };
    const { updateExecutor } = await api.call(LabelExecutorDocument, { id, data });
    const { name } = updateExecutor;
    print(updateExecutor, options, () => [`${name}: ${labelText(updateExecutor.labels) || 'no labels'}`]);
  });
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
  defineApiCommand(executors, 'cordon <host>', 'keep new nodes away', [reason]).action(cordon);
  defineApiCommand(executors, 'uncordon <host>', 'allow new nodes again').action(uncordon);
  defineApiCommand(executors, 'drain <host>', 'stop all nodes and keep new ones away', [reason, wait]).action(drain);
  defineApiCommand(executors, 'undrain <host>', 'start its nodes again and allow new ones').action(undrain);
}

/** Formats labels as comma-separated `key=value`. */
export const labelText = (labels: readonly KeyValue[]): string =>
  labels.map(({ key, value }) => `${key}=${value}`).join(',');

const acting =
  <Given>(act: (api: Api, id: string, options: Given) => Promise<ExecutorRowFragment>) =>
  async (api: Api, options: ApiOptions & Given, nameOrId: string): Promise<void> => {
    const executor = await act(api, (await findExecutor(api, nameOrId)).id, options);
    const why = executor.drain ?? executor.cordon;
    const reason = why === null ? '' : `: ${why.reason} (${why.by})`;
    print(executor, options, () => [`${executor.name} is ${statusText(executor)}${reason}`]);
  };

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
