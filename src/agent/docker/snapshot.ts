import type { DesiredNode } from '../desired/desired-entry.ts';
import { type HostOffer, issuesOf } from '../desired/host-offer.ts';
import type { NodeMemory } from '../node/node-record.ts';
import { type ContainerInputs, containerInputs, type HostChoices, specHash } from './container-spec.ts';
import { describeChange } from './describe-change.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import type { ResolvedImage } from './image-pins.ts';
import { mainContainer, type ObservedNode } from './observe.ts';
import { type Plan, type Planner, planNode } from './plan.ts';

/** All that is known of a node at one moment, and what follows from it. */
export interface Situation {
  desired: DesiredNode;
  observed: ObservedNode;
  image: ResolvedImage;
  /** What its container must be made from; null while that cannot be known. */
  made: { inputs: ContainerInputs; specHash: string } | null;
  container: ObservedContainer | undefined;
  plan: Plan;
}

/** Puts together what is desired, observed and remembered. Pure. */
export function situationOf(
  desired: DesiredNode,
  observed: ObservedNode,
  image: ResolvedImage,
  memory: Readonly<NodeMemory>,
  host: HostChoices & HostOffer,
  planner: Planner,
): Situation {
  const { ports, agentRpc } = memory;
  const inputs =
    image.pin === null || ports === null || agentRpc === null
      ? null
      : containerInputs(desired, host, { image: image.pin, ports, agentRpc });
  const made = inputs === null ? null : { inputs, specHash: specHash(inputs) };
  const wanted =
    made === null ? null : { specHash: made.specHash, change: describeChange(memory.applied, made.inputs) };
  const issues = desired.desiredState === 'running' ? issuesOf(desired, host) : [];
  const plan = planNode({ planner, desired, issues, wanted, image, observed, memory });
  return { desired, observed, image, made, container: mainContainer(observed, made?.specHash ?? null), plan };
}
