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
  /** Whether the container matches its spec. */
  isCurrent: boolean;
}

/** How the Docker runtime carries out one kind of operation. A null plan means the ordinary plan applies. */
export interface DockerOperation {
  kind: NodeOperationKind;
  /** Before everything else, also for a node that must not run. */
  planFirst?(input: OperationInput): DockerPlan | null;
  /** For a node that should run and can, before its container is re-created, also while it waits for disk space. */
  plan?(input: OperationInput): DockerPlan | null;
  /** For a container that matches its spec, before it is started or kept running. */
  planContainer?(input: OperationInput & { main: ObservedContainer }): DockerPlan | null;
}
