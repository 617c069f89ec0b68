import { and, asc, type Database, inArray } from '../../platform/database/database.ts';
import { type NodeRolloutMemberRow, type NodeRolloutRow, nodeRolloutMember } from '../../tables/node-rollouts.ts';
import type { StoredRotation } from '../../tables/rpc-credentials.ts';
import { membersOf } from '../members.ts';
import { selectNodeRollout } from '../node-rollouts.ts';
import { whyStopped } from './plan-rotation.ts';

type Member = Pick<NodeRolloutMemberRow, 'nodeName' | 'state' | 'reason'>;

const maxSkipped = 100;

/** Appends nodes that are not restarted, up to the number that is shown. */
export const withSkipped = (
  { skipped }: Pick<StoredRotation, 'skipped'>,
  nodes: StoredRotation['skipped'],
): StoredRotation['skipped'] => [...skipped, ...nodes].slice(0, maxSkipped);

/** Reads the rollout of a rotation’s stage: null between two, or once it was deleted. */
export async function readRollout(
  database: Database,
  organizationId: string,
  { rolloutId }: Pick<StoredRotation, 'rolloutId'>,
): Promise<NodeRolloutRow | null> {
  if (rolloutId === null) return null;
  return (await selectNodeRollout(database, organizationId, rolloutId))[0] ?? null;
}

/** Reads the members of a rollout that were restarted, or are. */
export const readTurns = (database: Database, rollout: NodeRolloutRow | null): Promise<Member[]> => {
  if (rollout === null) return Promise.resolve([]);
  const { nodeName, state, reason, position } = nodeRolloutMember;
  return database
    .select({ nodeName, state, reason })
    .from(nodeRolloutMember)
    .where(and(membersOf(rollout), inArray(state, ['changed', 'skipped', 'under_way'])))
    .orderBy(asc(position));
};

/** Returns what a rotation counts with the members of its rollout. One with a reason was not restarted. */
export function countTurns(
  rotation: Pick<StoredRotation, 'moved' | 'skipped'>,
  members: readonly Member[],
): Pick<StoredRotation, 'moved' | 'skipped'> {
  const ended = members.filter(({ state }) => state !== 'under_way');
  const skipped = ended.flatMap(({ nodeName, reason }) => (reason === null ? [] : [{ name: nodeName, reason }]));
  const moved = ended.filter(({ state, reason }) => state === 'changed' && reason === null).length;
  return { moved: rotation.moved + moved, skipped: withSkipped(rotation, skipped) };
}

/** Shows a rotation as its rollout stands now. */
export async function showRotation(database: Database, organizationId: string, rotation: StoredRotation) {
  const rollout = await readRollout(database, organizationId, rotation);
  const members = await readTurns(database, rollout);
  return {
    ...rotation,
    ...countTurns(rotation, members),
    rollout,
    stopped: rollout === null ? rotation.stopped : whyStopped(rollout),
    currentNodeName: members.find(({ state }) => state === 'under_way')?.nodeName ?? null,
  };
}
