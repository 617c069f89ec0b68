import { isSecretKey } from '../../bitcoin/secret-keys.ts';
import type { DesiredEntry } from '../desired/desired-entry.ts';
import type { ObservedContainer } from '../docker/engine/observed-container.ts';
import { runOf } from '../docker/observe.ts';
import type { Situation } from '../docker/snapshot.ts';
import { describeStep } from '../docker/step.ts';
import type { NodeMemory } from '../node/node-record.ts';
import type { NodeExplanation } from './explanation.ts';

/** Says for people why a node is as it is and what follows. Pure. */
export function explainSituation(
  { node, orphaned }: DesiredEntry,
  situation: Situation,
  memory: Readonly<NodeMemory>,
): NodeExplanation {
  const { observed, plan, image, container } = situation;
  const { status, failure, exit, ports } = memory;
  const overrides =
    node.overrides.map(({ key, value }) => `${key}=${isSecretKey(key) ? '(secret)' : value}`).join(', ') || 'none';
  return {
    node: { id: node.id, name: node.name },
    desired: [
      `${node.desiredState}${orphaned ? ', but the control plane no longer names this node: it is left as it is' : ''}`,
      `${node.client} ${node.clientVersion}, ${node.network}, ${node.nodeType}, revision ${node.revision}`,
      `${node.resources.cpuCores} cores, ${node.resources.memoryMiB} MiB of memory, ${node.resources.diskGiB} GiB of disk`,
      `overrides: ${overrides}`,
      `restarts asked for: ${node.restartCounter}, carried out: ${memory.restart.settled ?? 0}`,
    ],
    observed: [
      `phase ${status.phase} since ${status.since}${status.reason === null ? '' : `: ${status.reason}`}`,
      container === undefined ? 'no container' : describeContainer(container),
      `volume ${observed.volume}`,
      ...(observed.leftover === null ? [] : [`the directory ${observed.leftover} of a volume that someone removed`]),
      image.pin === null
        ? 'image not resolved yet'
        : `image ${image.pin}, ${image.present ? 'on this host' : 'not on this host'}`,
      ports === null ? 'no ports chosen yet' : `RPC port ${ports.rpc}, P2P port ${ports.p2p}`,
      ...(exit === null
        ? []
        : [`last exit: code ${exit.code ?? 'unknown'}${exit.lastWords === null ? '' : `, “${exit.lastWords}”`}`]),
      ...(failure === null ? [] : [`failed ${failure.count} times: ${failure.message}`]),
      ...observed.strangers.map((name) => `container ${name}, which is not ours, uses the volume`),
      ...observed.lookalikes.map(
        (name) => `container ${name} carries this node’s name or labels and is not ours: it is left alone`,
      ),
    ],
    steps: plan.steps.map((step) => ({ action: describeStep(step), why: step.why })),
    waitingFor:
      plan.blocked ?? (plan.steps.length > 0 && failure !== null ? 'the next try after the last failure' : null),
  };
}

function describeContainer(container: ObservedContainer): string {
  const run = container.startedAt === null ? '' : `, started ${container.startedAt}`;
  return `container ${runOf(container).slice(0, 12)} ${container.state}${run}, restarted by the engine ${container.restartCount} times`;
}
