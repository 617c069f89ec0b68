import type { Database } from '../../platform/database/database.ts';
import { domainError } from '../../platform/input/errors.ts';
import type { NodeRow, RpcAuths } from '../../tables/nodes.ts';
import { organizationRpcCredentials, type RotatingStage } from '../../tables/rpc-credentials.ts';
import { reviseNode } from '../change-node.ts';
import { ofOrganization } from './rpc-credentials.ts';

/** Returns the pairs that each node must accept in the current stage of a rotation; null for the organization’s alone. */
export const pairsOf = ({
  rotation,
  rpcAuth,
}: Pick<typeof organizationRpcCredentials.$inferSelect, 'rotation' | 'rpcAuth'>): RpcAuths | null =>
  rotation?.stage === 'adding' ? { rpcAuth: rotation.other.rpcAuth, formerRpcAuth: rpcAuth } : null;

export const hasPairs = ({ rpcAuths }: Pick<NodeRow, 'rpcAuths'>, pairs: RpcAuths | null): boolean =>
  rpcAuths?.rpcAuth === pairs?.rpcAuth && rpcAuths?.formerRpcAuth === pairs?.formerRpcAuth;

type RunColumns = Pick<NodeRow, 'desiredState' | 'observed'> & {
  executor: Pick<NodeRow['executor'], 'name' | 'online' | 'drain'>;
};

/** Returns why a node has no daemon that a rotation could restart; null if it has one. */
export function whyIdle({ desiredState, observed, executor: { name, online, drain } }: RunColumns): string | null {
  if (desiredState !== 'running') return 'it is stopped';
  if (!online) return `${name} is offline; its daemon accepts only the previous pair until the host reconnects`;
  if (drain !== null) return `${name} is drained`;
  if (observed === null) return 'it has not started yet';
  return observed.phase === 'failing' ? `it fails: ${observed.reason ?? 'no reason reported'}` : null;
}

/** Gives a locked node the pairs of a rotation’s stage. Throws `rollout_not_possible` if the rotation is in another one. */
export async function givePairs(transaction: Database, row: NodeRow, stage: RotatingStage): Promise<NodeRow> {
  const { rotation, rpcAuth } = organizationRpcCredentials;
  const [found] = await transaction
    .select({ rotation, rpcAuth })
    .from(organizationRpcCredentials)
    .where(ofOrganization(row.organizationId));
  if (found?.rotation?.stage !== stage)
    throw domainError('rollout_not_possible', 'the rotation of the RPC credentials is no longer in this stage');
  const rpcAuths = pairsOf(found);
  return hasPairs(row, rpcAuths) ? row : reviseNode(transaction, row, { rpcAuths });
}
