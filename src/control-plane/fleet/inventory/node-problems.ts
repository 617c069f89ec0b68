import { isOffTip, problemCodes } from '../../../contract/node-problems.ts';
import type { NodeProblemCode } from '../../../contract/types.generated.ts';
import {
  and,
  arrayContained,
  arrayContains,
  eq,
  inArray,
  not,
  type SQL,
  sql,
} from '../../platform/database/database.ts';
import { executor } from '../../tables/executors.ts';
import { alertIncident } from '../../tables/incidents.ts';
import { nodeListing } from '../../tables/nodes.ts';

/** Problems that only a comparison with the network's other nodes shows; incidents know them, not the agent. */
export const chainCodes = ['behind_network'] as const satisfies readonly NodeProblemCode[];

function ofChain(codes: readonly (typeof chainCodes)[number][]): SQL<boolean> {
  const { organizationId, code, subjectId, status } = alertIncident;
  const isOfNode = and(eq(organizationId, nodeListing.organizationId), sql`${subjectId} = ${nodeListing.id}::text`);
  return sql`EXISTS (SELECT 1 FROM ${alertIncident} WHERE ${and(isOfNode, inArray(code, [...codes]), eq(status, 'open'))})`;
}

/** Without a join: an index has the few executors that are offline. */
export const isOffline = sql<boolean>`EXISTS (SELECT 1 FROM ${executor} AS offline
  WHERE offline.organization_id = ${nodeListing.organizationId} AND offline.id = ${nodeListing.executorId} AND NOT offline.online)`;

export const isBehindSiblings: SQL<boolean> = ofChain(chainCodes.filter(isOffTip));

/** Whether the API shows a problem: the last report of an offline executor may be outdated. */
export function hasProblem(code: NodeProblemCode): SQL {
  return sql`(NOT ${isOffline} AND ${conditionOf(code)})`;
}

const { problems } = nodeListing;

function conditionOf(code: NodeProblemCode): SQL {
  const ofNetwork = chainCodes.filter((known) => known === code);
  if (ofNetwork.length > 0) return ofChain(ofNetwork);
  if (code !== 'other') return arrayContains(problems, [code]);
  return not(arrayContained(problems, [...problemCodes.filter((name) => name !== 'other')]));
}

export const hasAnyProblem: SQL<boolean> = sql`(NOT ${isOffline} AND (${problems} <> '{}' OR ${ofChain(chainCodes)}))`;
