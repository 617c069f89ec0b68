import type { Command } from 'commander';
import {
  CordonExecutorDocument,
  DrainExecutorDocument,
  type ExecutorRowFragment,
  UncordonExecutorDocument,
  UndrainExecutorDocument,
} from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { print } from '../output.ts';
import { waitForChange } from '../wait.ts';
import { findExecutor } from './find-executor.ts';

interface ReasonOptions extends ApiOptions {
  reason: string;
}

/** `satrap executors cordon`, `uncordon`, `drain` and `undrain` */
export function register(executors: Command): void {
  const command = (name: string, description: string) => apiCommand(executors, `${name} <executor>`, description);
  const reason = ['--reason <text>', 'why, for others to read'] as const;
  command('cordon', 'let it take no new nodes')
    .requiredOption(...reason)
    .action(cordon);
  command('uncordon', 'let it take new nodes again').action(uncordon);
  command('drain', 'let it take no new nodes, and stop those that it has')
    .requiredOption(...reason)
    .option('--wait', 'wait until the last daemon has ended')
    .action(drain);
  command('undrain', 'let its nodes run again').action(undrain);
}

/** An action on an executor, which prints what becomes of it. */
const acting =
  <Options extends ApiOptions>(act: (api: Api, id: string, options: Options) => Promise<ExecutorRowFragment>) =>
  async (nameOrId: string, options: Options): Promise<void> => {
    const api = new Api(options);
    const { id } = await findExecutor(api, nameOrId);
    show(await act(api, id, options), options);
  };

const cordon = acting(
  async (api, id, { reason }: ReasonOptions) => (await api.call(CordonExecutorDocument, { id, reason })).cordonExecutor,
);

const uncordon = acting(async (api, id) => (await api.call(UncordonExecutorDocument, { id })).uncordonExecutor);

const drain = acting(async (api, id, { reason, wait }: ReasonOptions & { wait?: boolean }) => {
  const { drainExecutor } = await api.call(DrainExecutorDocument, { id, reason });
  if (!wait) return drainExecutor;
  return waitForChange(api, ['executor', 'node'], async () => {
    const executor = await findExecutor(api, id);
    return executor.drain?.completedAt == null ? undefined : executor;
  });
});

const undrain = acting(async (api, id) => (await api.call(UndrainExecutorDocument, { id })).undrainExecutor);

function show(executor: ExecutorRowFragment, options: ApiOptions): void {
  const { cordon: cordoned, drain: drained } = executor;
  const why = drained ?? cordoned;
  const reason = why === null ? '' : `: ${printable(why.reason)} (${printable(why.by)})`;
  print(executor, options, () => [`${executor.name} is ${statusText(executor)}${reason}`]);
}

/** Returns whether an executor is online, and whether it takes new nodes. */
export function statusText({
  status: reported,
  uninstalledAt,
  recovery,
  cordon: cordoned,
  drain: drained,
}: Pick<ExecutorRowFragment, 'status' | 'uninstalledAt' | 'recovery' | 'cordon' | 'drain'>): string {
  const status = uninstalledAt === null ? reported : 'uninstalled';
  if (recovery !== null) return `${status}, offers nodes`;
  if (drained !== null) {
    return drained.completedAt === null ? `${status}, draining (${drained.remaining} left)` : `${status}, drained`;
  }
  return cordoned === null ? status : `${status}, cordoned`;
}
