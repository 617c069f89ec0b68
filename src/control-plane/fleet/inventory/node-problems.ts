import { isOffTip, problemCodes } from '../../../contract/node-problems.ts';
import type { NodeProblemCode } from '../../../contract/types.generated.ts';
import { type SQL, sql } from '../../platform/database/drizzle.ts';
import { executor } from '../../tables/executors.ts';
import { alertIncident } from '../../tables/incidents.ts';
import { node } from '../../tables/nodes.ts';

/** Problems that only a comparison with the network's other nodes shows; incidents know them, not the agent. */
export const chainCodes = ['behind_network'] as const satisfies readonly NodeProblemCode[];

const ofChain = (codes: readonly NodeProblemCode[]): SQL =>
  sql`EXISTS (SELECT 1 FROM ${alertIncident} WHERE ${alertIncident.organizationId} = ${node.organizationId}
    AND ${alertIncident.code} IN (${sql.join(
      codes.map((code) => sql`${code}`),
      sql`, `,
    )})
    AND ${alertIncident.subjectId} = ${node.id}::text AND ${alertIncident.status} = 'open')`;

export const isBehindSiblings: SQL<boolean> = sql`${ofChain(chainCodes.filter(isOffTip))}`;

const reported = sql`(CASE WHEN jsonb_typeof(${node.observed} -> 'problems') = 'array' THEN ${node.observed} -> 'problems' ELSE '[]' END)`;

/** Whether the API shows a problem: the last report of an offline executor may be outdated. */
export function hasProblem(code: NodeProblemCode): SQL {
  return sql`(${executor.online} AND ${conditionOf(code)})`;
}

function conditionOf(code: NodeProblemCode): SQL {
  if (chainCodes.some((ofNetwork) => ofNetwork === code)) return ofChain([code]);
  if (code !== 'other') return sql`${reported} @> ${JSON.stringify([{ code }])}::jsonb`;
  const known = problemCodes.filter((name) => name !== 'other');
  return sql`EXISTS (SELECT 1 FROM jsonb_array_elements(${reported}) AS problem
    WHERE NOT problem ->> 'code' IN (${sql.join(
      known.map((name) => sql`${name}`),
      sql`, `,
    )}))`;
}

export const hasAnyProblem: SQL<boolean> = sql`(${executor.online} AND (${reported} <> '[]'::jsonb OR ${ofChain(chainCodes)}))`;
