import type { Command } from 'commander';
import { RequestLifecycleActionDocument } from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { option } from '../options.ts';
import { findNode } from './find-node.ts';
import { isReached, printOutcome } from './wait-for-node.ts';

/** `satrap nodes start`, `stop` and `restart` */
export function register(nodes: Command): void {
  const wait = option('--wait', 'wait until it is complete');
  for (const action of ['start', 'stop', 'restart'] as const)
    defineApiCommand(nodes, `${action} <node>`, `${action} a node`, [wait], async (api, options, nameOrId) => {
      const { id } = await findNode(api, nameOrId);
      const { requestNodeLifecycleAction: requested } = await api.call(RequestLifecycleActionDocument, { id, action });
      await printOutcome(api, requested, options, isReached(requested));
    });
}
