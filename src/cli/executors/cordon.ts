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

/** `satrap hosts cordon`, `uncordon`, `drain` and `undrain` */
export function register(executors: Command): void {
  const command = (name: string, description: string) => apiCommand(executors, `${name} <host>`, description);
  const reason = ['--reason <text>', 'reason, shown to others'] as const;
  command('cordon', 'keep new nodes away')
    .requiredOption(...reason)
    .action(cordon);
  command('uncordon', 'allow new nodes again').action(uncordon);
  command('drain', 'stop all nodes and keep new ones away')
    .requiredOption(...reason)
    .option('--wait', 'wait until all nodes have stopped')
    .action(drain);
  command('undrain', 'start its nodes again and allow new ones').action(undrain);
}

/** Runs an action on a host and prints the outcome. */
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

/** Describes whether a host is online and accepts new nodes. */
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
