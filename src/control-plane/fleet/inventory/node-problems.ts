import { isOffTip, problemCodes } from '../../../contract/node-problems.ts';
import type { AlertCode, NodeProblemCode } from '../../../contract/types.generated.ts';
import { arrayContained, arrayContains, not, type SQL, sql } from '../../platform/database/database.ts';
import { executor } from '../../tables/executors.ts';
import { alertIncident, hasBranch, nodeWatch } from '../../tables/incidents.ts';
import { nodeListing } from '../../tables/nodes.ts';

/** Problems that only a comparison with the network's other nodes shows; incidents know them, not the agent. */
export const chainCodes = ['behind_network'] as const satisfies readonly NodeProblemCode[];

/** Without parameters, so that PostgreSQL recognizes it when it groups by it. */
const ofChain = (codes: readonly (typeof chainCodes)[number][]) => sql<boolean>`EXISTS (SELECT 1 FROM ${alertIncident}
  WHERE organization_id = ${nodeListing.organizationId} AND subject_id = ${nodeListing.id}::text
  AND code IN ${sql.raw(`('${codes.join("', '")}')`)} AND status = 'open')`;

/** Whether an incident of a rule is open for the node. */
export const hasIncident = (code: AlertCode): SQL => sql`EXISTS (SELECT 1 FROM ${alertIncident}
  WHERE organization_id = ${nodeListing.organizationId} AND subject_id = ${nodeListing.id}::text
  AND code = ${code} AND status = 'open')`;

/** Whether the node is off the leading branch of an open split. */
export const isOnOtherBranch = sql<boolean>`EXISTS (SELECT 1 FROM ${nodeWatch}
  WHERE organization_id = ${nodeListing.organizationId} AND node_id = ${nodeListing.id} AND ${hasBranch})`;

/** Without a join: an index has the few executors that are offline. */
export const isOffline = sql<boolean>`EXISTS (SELECT 1 FROM ${executor} AS offline
  WHERE offline.organization_id = ${nodeListing.organizationId} AND offline.id = ${nodeListing.executorId} AND NOT offline.online)`;

/** Whether its executor stops its nodes while it is drained. */
export const isDrained = sql<boolean>`EXISTS (SELECT 1 FROM ${executor} AS drained
  WHERE drained.organization_id = ${nodeListing.organizationId} AND drained.id = ${nodeListing.executorId} AND drained.drain IS NOT NULL)`;

export const isBehindSiblings = ofChain(chainCodes.filter(isOffTip));

/**
 * Whether the gap between blocks that the node's agent reports is one of its network: an incident of the network stands
 * for it, unless the node is alone on its block.
 */
export const isNetworkGap = sql<boolean>`(EXISTS (SELECT 1 FROM ${alertIncident}
  WHERE organization_id = ${nodeListing.organizationId} AND subject_type = 'network' AND subject_id = ${nodeListing.networkName}
  AND code = 'tip_stale' AND status IN ('pending', 'open'))
  AND NOT EXISTS (SELECT 1 FROM ${alertIncident}
  WHERE organization_id = ${nodeListing.organizationId} AND subject_id = ${nodeListing.id}::text
  AND code = 'tip_stale' AND status = 'open'))`;

/** Whether the API shows a problem: the last report of an offline executor may be outdated. */
export const hasProblem = (code: NodeProblemCode): SQL => sql`(NOT ${isOffline} AND ${conditionOf(code)})`;

const { problems } = nodeListing;

function conditionOf(code: NodeProblemCode): SQL {
  const ofNetwork = chainCodes.filter((known) => known === code);
  if (ofNetwork.length > 0) return ofChain(ofNetwork);
  if (code === 'other_branch') return isOnOtherBranch;
  if (code === 'tip_stale') return sql`(${arrayContains(problems, [code])} AND NOT ${isNetworkGap})`;
  if (code !== 'other') return arrayContains(problems, [code]);
  return not(arrayContained(problems, [...problemCodes.filter((name) => name !== 'other')]));
}

/** Whether the agent reports a problem of the node. */
export const hasReportedProblem = sql<boolean>`(${problems} <> '{}' AND NOT (${problems} = '{tip_stale}' AND ${isNetworkGap}))`;

export const hasAnyProblem: SQL<boolean> = sql`(NOT ${isOffline} AND (${hasReportedProblem} OR ${ofChain(chainCodes)} OR ${isOnOtherBranch}))`;
