import { isOffTip, problemCodes } from '../../../contract/node-problems.ts';
import type { NodeProblemCode } from '../../../contract/types.generated.ts';
import { and, eq, inArray, type SQL, sql } from '../../platform/database/database.ts';
import { executor } from '../../tables/executors.ts';
import { alertIncident } from '../../tables/incidents.ts';
import { node } from '../../tables/nodes.ts';

/** Problems that only a comparison with the network's other nodes shows; incidents know them, not the agent. */
export const chainCodes = ['behind_network'] as const satisfies readonly NodeProblemCode[];

function ofChain(codes: readonly (typeof chainCodes)[number][]): SQL<boolean> {
  const { organizationId, code, subjectId, status } = alertIncident;
  const isOfNode = and(eq(organizationId, node.organizationId), sql`${subjectId} = ${node.id}::text`);
  return sql`EXISTS (SELECT 1 FROM ${alertIncident} WHERE ${and(isOfNode, inArray(code, [...codes]), eq(status, 'open'))})`;
}

/** Without a join: an index has the few executors that are offline. */
export const isOffline = sql<boolean>`EXISTS (SELECT 1 FROM ${executor} AS offline
  WHERE offline.organization_id = ${node.organizationId} AND offline.id = ${node.executorId} AND NOT offline.online)`;

export const isBehindSiblings: SQL<boolean> = ofChain(chainCodes.filter(isOffTip));

const reported = sql`(CASE WHEN jsonb_typeof(${node.observed} -> 'problems') = 'array' THEN ${node.observed} -> 'problems' ELSE '[]' END)`;

/** Whether the API shows a problem: the last report of an offline executor may be outdated. */
export function hasProblem(code: NodeProblemCode): SQL {
  return sql`(NOT ${isOffline} AND ${conditionOf(code)})`;
}

function conditionOf(code: NodeProblemCode): SQL {
  const ofNetwork = chainCodes.filter((known) => known === code);
  if (ofNetwork.length > 0) return ofChain(ofNetwork);
  if (code !== 'other') return sql`${reported} @> ${JSON.stringify([{ code }])}::jsonb`;
  const known = problemCodes.filter((name) => name !== 'other');
  return sql`EXISTS (SELECT 1 FROM jsonb_array_elements(${reported}) AS problem
    WHERE NOT ${inArray(sql`problem ->> 'code'`, known)})`;
}

export const hasAnyProblem: SQL<boolean> = sql`(NOT ${isOffline} AND (${reported} <> '[]'::jsonb OR ${ofChain(chainCodes)}))`;
