import { chainOf, networkName } from '../../bitcoin/network-name.ts';
import type { AlertCode } from '../../contract/types.generated.ts';
import { type JudgedNode, judgeNodes } from '../alerts/incidents/node-problems.ts';
import { findNodesById } from '../nodes/find-nodes.ts';
import {
  and,
  asc,
  type Database,
  eq,
  gt,
  inArray,
  min,
  notInArray,
  sql,
  type TenantKey,
} from '../platform/database/database.ts';
import { alertIncident } from '../tables/incidents.ts';
import { type NodeRolloutMemberRow, type NodeRolloutPolicy, nodeRolloutMember } from '../tables/node-rollouts.ts';
import type { ObservedMember } from './judge-member.ts';
import { readNetworkHeight } from './read-network-height.ts';

/** The members of a rollout. */
export const membersOf = ({ organizationId, id }: TenantKey) =>
  and(eq(nodeRolloutMember.organizationId, organizationId), eq(nodeRolloutMember.rolloutId, id));

/** Reads the first group that is not done, which is all that a step depends on; empty if all are done. */
export async function readGroup(transaction: Database, rollout: TenantKey): Promise<NodeRolloutMemberRow[]> {
  const { groupNumber, state, position } = nodeRolloutMember;
  const isUnfinished = and(membersOf(rollout), notInArray(state, ['changed', 'skipped']));
  const first = transaction
    .select({ groupNumber: min(groupNumber) })
    .from(nodeRolloutMember)
    .where(isUnfinished);
  return transaction
    .select()
    .from(nodeRolloutMember)
    .where(and(membersOf(rollout), eq(groupNumber, first)))
    .orderBy(asc(position));
}

export type MemberChange = Partial<
  Pick<
    NodeRolloutMemberRow,
    | 'state'
    | 'reason'
    | 'waitCode'
    | 'waitMessage'
    | 'rehearsalId'
    | 'revision'
    | 'before'
    | 'previous'
    | 'startedAt'
    | 'deadline'
    | 'endedAt'
    | 'groupNumber'
  >
>;

/** No longer waited for. */
export const noWait = { waitCode: null, waitMessage: null } as const;

export const storeMember = (
  transaction: Database,
  { organizationId, rolloutId, position }: NodeRolloutMemberRow,
  change: MemberChange,
) =>
  transaction
    .update(nodeRolloutMember)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(membersOf({ organizationId, id: rolloutId }), eq(nodeRolloutMember.position, position)));

/** A sample that is older says nothing of how far behind a node is. */
const staleAfterMs = 5 * 60_000;

/** Returns the latest sample of a node; null without a recent one. */
export function sampleOf({ row, networkHeight }: JudgedNode, now: Date): ObservedMember['sample'] {
  const { metrics, metricsAt } = row;
  if (metrics === null || metricsAt === null || now.getTime() - metricsAt.getTime() > staleAfterMs) return null;
  return {
    blocksBehind: Math.max(0, Math.max(metrics.headers, networkHeight ?? 0) - metrics.height),
    runsSince: new Date(metricsAt.getTime() - metrics.uptimeSeconds * 1000),
    height: metrics.height,
    peers: metrics.peersInbound + metrics.peersOutbound,
    memoryMiB: metrics.memoryMiB ?? null,
  };
}

/** Rules about the version or the options, which the person who changed these chose. */
const chosenCodes: readonly AlertCode[] = [
  'client_end_of_life',
  'client_vulnerable',
  'client_withdrawn',
  'client_defect',
  'option_unsafe',
];

async function readIncidents(database: Database, members: readonly NodeRolloutMemberRow[]) {
  const [first] = members;
  const since = new Date(Math.min(...members.map(({ startedAt }) => startedAt?.getTime() ?? Number.POSITIVE_INFINITY)));
  if (first === undefined || !Number.isFinite(since.getTime())) return [];
  const { organizationId, status, subjectId, code, openedAt, message } = alertIncident;
  const ids = members.map(({ nodeId }) => nodeId);
  const isOpen = and(eq(status, 'open'), gt(openedAt, since), notInArray(code, [...chosenCodes]));
  return database
    .select({ subjectId, openedAt, message })
    .from(alertIncident)
    .where(and(eq(organizationId, first.organizationId), inArray(subjectId, ids), isOpen));
}

/** Returns the median heights of the networks of nodes, by their names. */
async function readMedians(database: Database, nodes: readonly JudgedNode[]): Promise<Map<string, number | null>> {
  const medians = new Map<string, number | null>();
  for (const { row } of nodes) {
    const name = networkName(chainOf(row));
    if (!medians.has(name)) medians.set(name, (await readNetworkHeight(database, row))?.high ?? null);
  }
  return medians;
}

/** Reads what is known of the nodes of members, by their ids. One that is gone is missing. */
export async function observeMembers(
  database: Database,
  members: readonly NodeRolloutMemberRow[],
  { gate }: NodeRolloutPolicy,
  now: Date,
): Promise<Map<string, ObservedMember>> {
  const [first] = members;
  if (first === undefined) return new Map();
  const ids = members.map(({ nodeId }) => nodeId);
  const judged = await judgeNodes(database, await findNodesById(database, first.organizationId, ids));
  const medians = await readMedians(database, gate?.maxBlocksBehind == null ? [] : judged);
  const incidents = await readIncidents(database, members);
  const startOf = new Map(members.map(({ nodeId, startedAt }) => [nodeId, startedAt ?? now]));
  return new Map(
    judged.map((each): [string, ObservedMember] => {
      const { row, health, problems } = each;
      const { id, desiredState, executor, observed } = row;
      const since = startOf.get(id) ?? now;
      const { phase = null, reason = null, appliedRevision = null, reverted = null } = observed ?? {};
      return [
        id,
        {
          ...{ desiredState, phase, reason: reason ?? null, appliedRevision: appliedRevision ?? null },
          reverted: reverted ?? null,
          ...{ hostName: executor.name, isOnline: executor.online, isDrained: executor.drain !== null },
          ...{ health, problems, sample: sampleOf(each, now), memoryMiB: row.memoryMiB },
          medianHeight: medians.get(networkName(chainOf(row))) ?? null,
          incidents: incidents.flatMap(({ subjectId, openedAt, message }) =>
            subjectId === id && openedAt !== null && openedAt > since ? [message] : [],
          ),
        },
      ];
    }),
  );
}
