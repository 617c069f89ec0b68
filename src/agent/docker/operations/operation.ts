import type { NodeOperationKind } from '../../../contract/types.generated.ts';
import type { DesiredNode } from '../../desired/desired-entry.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import type { ObservedContainer } from '../engine/observed-container.ts';
import type { ObservedNode } from '../observe.ts';
import type { DockerPlan } from '../steps.ts';

export interface OperationInput {
  main: ObservedContainer | undefined;
  desired: DesiredNode;
  observed: ObservedNode;
  record: Readonly<NodeRecord>;
  /** Whether the container is made as it should be. */
  isCurrent: boolean;
}

/** How the Docker runtime carries out a kind of operation. Each plan is null where the node is planned as any other now. Pure. */
export interface DockerOperation {
  kind: NodeOperationKind;
  /** Before all else, also for a node that must not run. */
  planFirst?(input: OperationInput): DockerPlan | null;
  /** For a node that must run and can, before its container is re-created, also while it waits for room on its disk. */
  plan?(input: OperationInput): DockerPlan | null;
  /** For a container that is made as it should be, before it is started or kept up. */
  planContainer?(input: OperationInput & { main: ObservedContainer }): DockerPlan | null;
}
