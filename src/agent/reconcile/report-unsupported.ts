import type { ObservedNodeInput } from '../../contract/types.generated.ts';
import { ownVersion } from '../../version.ts';
import type { NodeProblem } from '../runtime/node-problem.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { StoredUnsupported } from '../store/installation.ts';

const problemOf = ({ unsupported, since }: StoredUnsupported, effect: string): NodeProblem => ({
  code: 'agent_outdated',
  reason: `the agent on this host (${ownVersion()}) does not support ${unsupported}; ${effect} until the agent is upgraded`,
  since,
});

/** Adds to a node's report what of it this agent does not support. */
export function withUnsupported(report: ObservedNodeInput, found: StoredUnsupported | undefined): ObservedNodeInput {
  if (found === undefined) return report;
  const problem = problemOf(found, 'the node keeps its previous configuration');
  return { ...report, problems: [problem, ...(report.problems ?? [])] };
}

/**
 * Reports a node whose configuration this agent has never understood. Its daemon may run, created by a later agent: its
 * last recorded phase stands.
 */
export function reportUnwatched(
  node: StoredUnsupported,
  record: Pick<NodeRecord, 'status' | 'appliedRevision'> | undefined,
): ObservedNodeInput {
  const problem = problemOf(
    node,
    record === undefined ? 'the node is not created' : 'the node is left as it is and not watched',
  );
  return {
    id: node.id,
    phase: record?.status.phase ?? 'pending',
    since: record?.status.since ?? node.since,
    reason: problem.reason,
    endpoint: null,
    imageDigest: null,
    appliedRevision: record?.appliedRevision ?? null,
    problems: [problem],
  };
}
