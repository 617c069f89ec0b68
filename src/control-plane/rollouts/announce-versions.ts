import { bumpRevision } from '../fleet/executors/desired-revision.ts';
import { lockExecutors } from '../fleet/executors/find-executor.ts';
import type { Database } from '../platform/database/database.ts';
import type { MemberRequest } from '../tables/node-rollouts.ts';
import type { NodeRow } from '../tables/nodes.ts';

interface Announced {
  row: Pick<NodeRow, 'executorId' | 'clientVersion'>;
  request: MemberRequest;
  skipped?: string | null;
}

/** Tells the agents of members that will get another version, which fetch its image before the turn of their nodes. */
export async function announceVersions(
  transaction: Database,
  organizationId: string,
  members: readonly Announced[],
): Promise<void> {
  const executors = members
    .filter(({ row, request, skipped }) => skipped == null && versionOf(request, row) !== row.clientVersion)
    .map(({ row }) => row.executorId);
  if (executors.length === 0) return;
  const locked = await lockExecutors(transaction, organizationId, [...new Set(executors)]);
  await bumpRevision(transaction, ...locked.values());
}

const versionOf = (request: MemberRequest, { clientVersion }: Announced['row']): string =>
  ('update' in request ? request.update.clientVersion : null) ?? clientVersion;
