import { issuesOf } from '../desired/host-offer.ts';
import type { SnapshotInput } from '../runtime/runtime.ts';
import { specHash, topicsWithoutPort, workloadSpec } from '../runtime/workload-spec.ts';
import { describeChange } from './describe-change.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';
import { mainContainer, type ObservedNode } from './observe.ts';
import { planNode } from './plan.ts';
import type { DockerSnapshot } from './snapshot.ts';

export function takeSnapshot(
  { desired, observed, record, hasLease }: SnapshotInput & { observed: ObservedNode },
  settings: ExecutorOnEngine['settings'],
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
  const { tip = null, operations } = record;
  const isAsDesired = main !== undefined && main.specHash === hash;
  const recognised = record.applied === null && isAsDesired ? { recognised: spec } : {};
  return { desired, observed, spec, specHash: hash, workload: main, plan, agentRpc, tip, operations, ...recognised };
}
