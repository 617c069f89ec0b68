import { isSecretKey } from '../../bitcoin/secret-keys.ts';
import { advice } from '../../contract/advice.ts';
import { counted } from '../../text/counted.ts';
import type { DesiredEntry } from '../desired/desired-entry.ts';
import { fieldNames } from '../node/revert/describe-change.ts';
import { activeRevert } from '../node/revert/what-runs.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { NodeObserver, NodeSnapshot, Plan } from '../runtime/runtime.ts';
import { type PassInput, planPass } from './prepare-pass.ts';

interface OfAgent extends Pick<PassInput, 'copy'> {
  hasLease: boolean;
  /** When the failed pass is retried, in milliseconds since 1970; null without a pending retry. */
  nextTryAt: number | null;
  /** What the last pass waited for, such as its turn. */
  waitsFor?: string | undefined;
}

/** Observes a node and explains its state and next steps. Changes nothing. Throws RuntimeError. */
export async function explainNode(
  observer: NodeObserver,
  { node, orphaned }: DesiredEntry,
  record: Readonly<NodeRecord>,
  ofAgent: OfAgent,
): Promise<NodeExplanation> {
  const { copy, hasLease } = ofAgent;
  const snapshot = await planPass(observer, { requested: node, record, copy, hasLease });
  const { status, failure, exit, ports, restart } = record;
  const reverted = activeRevert(node, record);
  const overrides =
    node.overrides.map(({ key, value }) => `${key}=${isSecretKey(key) ? '(secret)' : value}`).join(', ') || 'none';
  return {
    node: { id: node.id, name: node.name },
    desired: [
      `${node.desiredState}${orphaned ? ' (orphaned: no longer listed by the control plane and left untouched)' : ''}`,
      `${node.client} ${node.clientVersion}, ${node.network}, ${node.nodeType}, revision ${node.revision}`,
      `${counted(node.resources.cpuCores, 'core')}, ${node.resources.memoryMiB} MiB memory, ${node.resources.diskGiB} GiB disk`,
      `overrides: ${overrides}`,
      ...(reverted === null
        ? []
        : [
            `reverted to revision ${reverted.runsRevision} at ${reverted.at} (${fieldNames(reverted)}): ${reverted.reason}`,
          ]),
      `restarts requested: ${node.restartCounter}, done: ${restart.settled ?? 0}`,
    ],
    observed: [
      `phase ${status.phase} since ${status.since}${status.reason === null ? '' : `: ${status.reason}`}`,
      ...record.problems.map(({ code, reason, since }) => `${code} since ${since}: ${reason}. ${advice[code]}`),
      ...observer.describe(snapshot),
      ports === null ? 'ports not assigned yet' : `RPC port ${ports.rpc}, P2P port ${ports.p2p}${zmqText(record)}`,
      ...(exit === null
        ? []
        : [`last exit: code ${exit.code ?? 'unknown'}${exit.lastWords === null ? '' : `, “${exit.lastWords}”`}`]),
      ...(failure === null ? [] : [`failed ${counted(failure.count, 'time')}: ${failure.message}`]),
    ],
    steps: describePlan(observer, snapshot.plan),
    waitingFor: waitsFor(snapshot, record, ofAgent),
  };
}

export const describePlan = (observer: Pick<NodeObserver, 'describeStep'>, { steps }: Plan): NodeExplanation['steps'] =>
  steps.map((step) => ({ action: observer.describeStep(step).action, why: step.why }));

function waitsFor(
  { plan }: NodeSnapshot,
  { failure }: Readonly<NodeRecord>,
  { nextTryAt, waitsFor: turn }: OfAgent,
): NodeExplanation['waitingFor'] {
  const awaited = plan.blocked ?? plan.waitsFor ?? turn;
  if (awaited !== undefined) return awaited;
  if (plan.steps.length === 0 || failure === null) return null;
  const at = nextTryAt === null ? '' : `, at ${new Date(nextTryAt).toISOString()}`;
  return `the next retry after the last failure${at}`;
}

function zmqText({ applied }: Readonly<NodeRecord>): string {
  const topics = Object.entries(applied?.zmq?.ports ?? {});
  return topics.map(([topic, port]) => `, ZeroMQ ${topic} port ${port}`).join('');
}

/** A node's state and next steps. */
export interface NodeExplanation {
  node: { id: string; name: string };
  desired: string[];
  observed: string[];
  steps: { action: string; why: string }[];
  /** What must happen before the next step; null without anything to wait for. */
  waitingFor: string | null;
}
