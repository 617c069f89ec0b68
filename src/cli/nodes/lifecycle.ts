import type { Command } from 'commander';
import { RequestLifecycleActionDocument } from '../../contract/operations.generated.ts';
import type { NodeLifecycleAction } from '../../contract/types.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { findNode } from './find-node.ts';
import { isReached, printOutcome, type WaitOptions } from './wait-for-node.ts';

/** `satrap nodes start`, `stop` and `restart` */
export function register(nodes: Command): void {
  for (const action of ['start', 'stop', 'restart'] as const) {
    apiCommand(nodes, `${action} <node>`, `${action} a node`)
      .option('--wait', 'wait until it is complete')
      .action((nameOrId: string, options: ApiOptions & WaitOptions) => requestAction(nameOrId, action, options));
  }
}

async function requestAction(
  nameOrId: string,
  action: NodeLifecycleAction,
  options: ApiOptions & WaitOptions,
): Promise<void> {
  const api = new Api(options);
  const { id } = await findNode(api, nameOrId);
  const { requestNodeLifecycleAction: requested } = await api.call(RequestLifecycleActionDocument, { id, action });
  await printOutcome(api, requested, options, isReached(requested));
}
