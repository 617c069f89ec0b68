import { randomUUID } from 'node:crypto';
import type { RpcCredentialRotation } from '../../../contract/types.generated.ts';
import { recordEvents } from '../../history/events/record-events.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import type { Database } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/drizzle.ts';
import { domainError, invalidInput } from '../../platform/input/errors.ts';
import { organizationRpcCredentials, type StoredRotation } from '../../tables/rpc-credentials.ts';
import { newRpcCredentials, rpcCredentialsOf } from './rpc-credentials.ts';

/** A week. */
const maxFormerMinutes = 10_080;

export interface RotationRequest {
  organizationId: string;
  formerValidForMinutes: number;
  /** The name of the person who asks. */
  by: string;
}

/** Starts a rotation within a transaction, or resumes one that stopped. Throws the errors of `rotateRpcCredentials`. */
export async function rotateRpcCredentials(
  transaction: Database,
  secret: Secret,
  { organizationId, formerValidForMinutes, by }: RotationRequest,
): Promise<StoredRotation> {
  if (formerValidForMinutes < 0 || formerValidForMinutes > maxFormerMinutes) {
    throw invalidInput([{ path: ['formerValidForMinutes'], message: `must be from 0 to ${maxFormerMinutes}` }]);
  }
  // Creates the first pair if none exists.
  await rpcCredentialsOf(transaction, secret, organizationId);
  const [row] = await transaction
    .select()
    .from(organizationRpcCredentials)
    .where(eq(organizationRpcCredentials.organizationId, organizationId))
    .for('update');
  const former = row?.rotation ?? null;
  const isUnfinished = former !== null && former.stage !== 'done';
  if (isUnfinished && former.stopped === null) {
    throw domainError(
      'action_already_pending',
      `a rotation of the RPC credentials is already in progress since ${former.requestedAt} (${former.requestedBy}); see rpcCredentialRotation for its progress`,
    );
  }
  const rotation: StoredRotation = isUnfinished
    ? { ...former, stopped: null, current: null }
    : {
        ...{ id: randomUUID(), stage: 'adding', stopped: null, requestedBy: by, formerValidForMinutes },
        ...{ requestedAt: new Date().toISOString(), formerValidUntil: null, endedAt: null, current: null },
        ...{ moved: 0, skipped: [], other: newRpcCredentials(secret) },
      };
  await transaction
    .update(organizationRpcCredentials)
    .set({ rotation, isRotating: true })
    .where(eq(organizationRpcCredentials.organizationId, organizationId));
  const message = isUnfinished
    ? `The rotation of the RPC credentials was resumed (${by}).`
    : `The RPC credentials are being rotated (${by}): nodes are restarted one by one, and the current credentials stay valid meanwhile.`;
  await recordEvents(transaction, organizationId, [{ kind: 'rpc-credentials.rotation-begun', message }]);
  return rotation;
}

/** Returns a rotation in the shape of the API. */
export const showRotation = ({ current, ...rotation }: StoredRotation): RpcCredentialRotation => ({
  stage: rotation.stage,
  stopped: rotation.stopped,
  requestedAt: rotation.requestedAt,
  requestedBy: rotation.requestedBy,
  formerValidUntil: rotation.formerValidUntil,
  endedAt: rotation.endedAt,
  currentNodeName: current?.name ?? null,
  moved: rotation.moved,
  skipped: rotation.skipped,
});

/** Returns the last rotation of an organization, or null. */
export async function findRotation(database: Database, organizationId: string): Promise<RpcCredentialRotation | null> {
  const [row] = await database
    .select({ rotation: organizationRpcCredentials.rotation })
    .from(organizationRpcCredentials)
    .where(eq(organizationRpcCredentials.organizationId, organizationId));
  return row?.rotation ? showRotation(row.rotation) : null;
}
