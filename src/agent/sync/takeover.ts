import type { Logger } from 'pino';
import { inKindField } from '../../contract/kind-fields.ts';
import { isOperationKind } from '../../contract/node-operations.ts';
import type {
  HeldNodeInput,
  HeldOperationParamsInput,
  HeldStateInput,
  RecoveryState,
} from '../../contract/types.generated.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import type { ChainTip } from '../runtime/node-record.ts';
import type { Installation } from '../store/installation.ts';

export interface TakeoverOptions {
  installation: Pick<Installation, 'executorId'>;
  desired: Pick<DesiredState, 'all' | 'revision'>;
  tipOf(nodeId: string): ChainTip | undefined;
  wakeHeartbeat(): void;
  log: Logger;
}

/** The state held for a control plane that does not know this agent, until an owner confirms the takeover. */
export function takeoverOf({ installation, desired, tipOf, wakeHeartbeat, log }: TakeoverOptions) {
  let state: RecoveryState | null = null;
  return {
    /** Takes the takeover state from an answer. Returns whether the answer holds a desired state. */
    accept(answered: RecoveryState | null | undefined): boolean {
      const before = state;
      state = answered ?? null;
      if (state === before) return state === null;
      if (state === 'wanted') {
        log.info('the control plane does not know the nodes of this host; offering them (they keep running)');
        wakeHeartbeat();
      } else if (state === 'offered')
        log.info('offered the nodes of this host; an owner or admin confirms with: satrap hosts recover');
      else log.info('nodes of this host recovered by the control plane');
      return state === null;
    },

    /** Returns the heartbeat's report of the nodes held here: the nodes themselves only on request. */
    held(): HeldStateInput | undefined {
      const { executorId } = installation;
      const entries = desired.all();
      // Without an answer yet, a join has set the executor: the store with its nodes is lost, and their data is here.
      if (executorId === undefined || (entries.length === 0 && desired.revision !== undefined)) return undefined;
      if (state !== 'wanted') return { executorId };
      const nodes = entries
        .filter(({ orphaned }) => !orphaned)
        // A rollout and the endpoints of the previous control plane are gone with it.
        .map(({ node: { upcomingVersion: _rollout, gatewayRpcAuth: _gateway, gatewayMethods: _methods, ...node } }) => {
          const tip = tipOf(node.id);
          return {
            ...node,
            operations: node.operations.map(heldOperation),
            height: tip?.height ?? null,
            sizeBytes: tip?.sizeOnDiskBytes ?? null,
          };
        });
      return { executorId, nodes };
    },
  };
}

/** A kind that a later agent stored has no field in the schema: without parameters, it concerns its node alone. */
const heldOperation = ({
  kind,
  params,
  ...operation
}: DesiredNode['operations'][number]): HeldNodeInput['operations'][number] => ({
  ...operation,
  kind,
  params: isOperationKind(kind) ? (inKindField(kind, params) as HeldOperationParamsInput) : {},
});
