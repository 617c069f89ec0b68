import type { Command } from 'commander';
import {
  CordonExecutorDocument,
  DrainExecutorDocument,
  type ExecutorRowFragment,
  UncordonExecutorDocument,
  UndrainExecutorDocument,
} from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, withApiOptions } from '../api.ts';
import { print } from '../output.ts';
import { waitForChange } from '../wait.ts';
import { findExecutor } from './find-executor.ts';

interface ReasonOptions extends ApiOptions {
  reason: string;
}

/** `satrap executors cordon`, `uncordon`, `drain` and `undrain` */
export function addCordonCommands(executors: Command): void {
  const command = (name: string, description: string) =>
    withApiOptions(executors.command(name).description(description).argument('<executor>'));
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

async function cordon(nameOrId: string, options: ReasonOptions): Promise<void> {
  const api = new Api(options);
  const { id } = await findExecutor(api, nameOrId);
  show((await api.call(CordonExecutorDocument, { id, reason: options.reason })).cordonExecutor, options);
}

async function uncordon(nameOrId: string, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { id } = await findExecutor(api, nameOrId);
  show((await api.call(UncordonExecutorDocument, { id })).uncordonExecutor, options);
}

async function drain(nameOrId: string, options: ReasonOptions & { wait?: boolean }): Promise<void> {
  const api = new Api(options);
  const { id } = await findExecutor(api, nameOrId);
  const { drainExecutor } = await api.call(DrainExecutorDocument, { id, reason: options.reason });
  if (!options.wait) return show(drainExecutor, options);
  const drained = await waitForChange(api, ['executor', 'node'], async () => {
    const executor = await findExecutor(api, id);
    return executor.drain?.completedAt == null ? undefined : executor;
  });
  show(drained, options);
}

async function undrain(nameOrId: string, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { id } = await findExecutor(api, nameOrId);
  show((await api.call(UndrainExecutorDocument, { id })).undrainExecutor, options);
}

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
  cordon: cordoned,
  drain: drained,
}: Pick<ExecutorRowFragment, 'status' | 'uninstalledAt' | 'cordon' | 'drain'>): string {
  const status = uninstalledAt === null ? reported : 'uninstalled';
  if (drained !== null) {
    return drained.completedAt === null ? `${status}, draining (${drained.remaining} left)` : `${status}, drained`;
  }
  return cordoned === null ? status : `${status}, cordoned`;
}
