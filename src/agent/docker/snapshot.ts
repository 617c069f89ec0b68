import { issuesOf } from '../desired/host-offer.ts';
import type { ChainTip, MoveRecord, Seed } from '../runtime/node-record.ts';
import type { NodeSnapshot, SnapshotInput } from '../runtime/runtime.ts';
import { specHash, topicsWithoutPort, type WorkloadSpec, workloadSpec } from '../runtime/workload-spec.ts';
import type { AgentSettings } from '../settings/settings.ts';
import { describeChange } from './describe-change.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { mainContainer, type ObservedNode } from './observe.ts';
import { planNode } from './plan.ts';
import type { DockerPlan } from './step.ts';

export interface DockerSnapshot extends NodeSnapshot {
  workload: ObservedContainer | undefined;
  observed: ObservedNode;
  /** What the container must be made from; null while that is unknown. */
  spec: WorkloadSpec | null;
  plan: DockerPlan;
  /** The end of the chain as the daemon said it last. */
  tip: ChainTip | null;
  /** How far the node is with becoming a copy of another. */
  seed: Seed | undefined;
  /** How far the node is with moving to another data root. */
  move?: MoveRecord | undefined;
}

/** The operator's settings that decide what a container is made from, and which nodes may run here. */
export type SnapshotSettings = Pick<
  AgentSettings,
  | 'bindAddress'
  | 'p2pBindAddress'
  | 'zmqBindAddress'
  | 'nodeUser'
  | 'images'
  | 'networks'
  | 'allowRegtest'
  | 'nodeTypes'
>;

/** Puts together what is desired, observed and recorded. Pure. */
export function takeSnapshot(
  { desired, observed, record, hasLease }: SnapshotInput & { observed: ObservedNode },
  settings: SnapshotSettings,
  instanceId: string,
): DockerSnapshot {
  const { ports, zmqPorts, agentRpc, zmqFault } = record;
  const lacksPorts = ports === null || topicsWithoutPort(desired, zmqPorts).length > 0;
  const { pin } = observed.image;
  const spec =
    pin === null || lacksPorts || agentRpc === null
      ? null
      : workloadSpec(desired, settings, { image: pin, ports, zmqPorts, agentRpc, dataRoot: observed.dataRoot });
  const hash = spec === null ? null : specHash(spec);
  const wanted =
    spec === null || hash === null ? null : { specHash: hash, change: describeChange(record.applied, spec) };
  const issues =
    desired.desiredState === 'running' ? [...issuesOf(desired, settings), ...(zmqFault ? [zmqFault] : [])] : [];
  const plan = planNode({ context: { instanceId, hasLease }, desired, issues, wanted, observed, record });
  const main = mainContainer(observed.containers, hash);
  const { tip = null, seed, move } = record;
  return { desired, observed, spec, specHash: hash, workload: main, plan, tip, seed, move };
}
