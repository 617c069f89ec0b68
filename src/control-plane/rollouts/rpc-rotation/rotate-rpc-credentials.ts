import { randomUUID } from 'node:crypto';
import type { MutationRotateRpcCredentialsArgs } from '../../../contract/types.generated.ts';
import { recordEvents } from '../../history/events/record-events.ts';
import { newRpcCredentials, ofOrganization, rpcCredentialsOf } from '../../nodes/rpc-credentials/rpc-credentials.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import type { Database } from '../../platform/database/database.ts';
import { domainError, invalidInput } from '../../platform/input/errors.ts';
import type { PersonalCaller } from '../../request/caller.ts';
import { adminMutation, organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { NodeRolloutPolicy } from '../../tables/node-rollouts.ts';
import { organizationRpcCredentials, type StoredRotation } from '../../tables/rpc-credentials.ts';
import { resumeNodeRollout } from '../change-node-rollout.ts';
import { hasPolicy, readPolicy } from '../policy.ts';
import { requesterOf } from '../start-node-rollout.ts';
import { advance } from './advance-rotation.ts';
import { countTurns, readRollout, readTurns, showRotation } from './rotation-rollout.ts';

/** A week. */
const maxFormerSeconds = 604_800;
/** As documented in the schema. */
const defaultFormerSeconds = 3600;

async function readRotation(database: Database, organizationId: string): Promise<StoredRotation | null> {
  const { rotation } = organizationRpcCredentials;
  const [row] = await database
    .select({ rotation })
    .from(organizationRpcCredentials)
    .where(ofOrganization(organizationId));
  return row?.rotation ?? null;
}

/** Locks the organization's credentials. Returns the last rotation; null without one. */
async function lockRotation(
  transaction: Database,
  secret: Secret,
  organizationId: string,
): Promise<StoredRotation | null> {
  // Creates the first pair if none exists.
  await rpcCredentialsOf(transaction, secret, organizationId);
  const stored = transaction.select().from(organizationRpcCredentials).where(ofOrganization(organizationId));
  const [row] = await stored.for('update');
  return row?.rotation ?? null;
}

interface Request {
  formerExpiresInSeconds: number;
  policy: NodeRolloutPolicy;
}

function newRotation(secret: Secret, caller: PersonalCaller, request: Request): StoredRotation {
  const { requestedBy, actor } = requesterOf(caller);
  return {
    id: randomUUID(),
    stage: 'adding',
    stopped: null,
    requestedBy,
    actor,
    ...request,
    requestedAt: new Date().toISOString(),
    formerExpiresAt: null,
    endedAt: null,
    rolloutId: null,
    moved: 0,
    skipped: [],
    other: newRpcCredentials(secret),
  };
}

/** Returns a rotation that continues where it stopped. Throws `action_already_pending` for one that did not stop. */
async function resumed(
  transaction: Database,
  caller: PersonalCaller,
  rotation: StoredRotation,
  given: NodeRolloutPolicy,
): Promise<StoredRotation> {
  const policy = hasPolicy(given) ? given : rotation.policy;
  const rollout = await readRollout(transaction, caller.organizationId, rotation);
  if (rollout?.state === 'stopped' || rollout?.state === 'paused') {
    await resumeNodeRollout(transaction, caller, { id: rollout.id });
    return { ...rotation, policy, stopped: null };
  }
  const isStopped = rotation.stopped !== null || rollout?.state === 'cancelled';
  const members = await readTurns(transaction, rollout);
  const current = members.find(({ state }) => state === 'under_way');
  if (!isStopped || current !== undefined) {
    const restarting = current === undefined ? '' : ` and restarts ${current.nodeName}`;
    throw domainError(
      'action_already_pending',
      `a rotation of the RPC credentials is already in progress since ${rotation.requestedAt} (${rotation.requestedBy})${restarting}; see rpcCredentialRotation for its progress`,
    );
  }
  return { ...rotation, ...countTurns(rotation, members), policy, rolloutId: null, stopped: null };
}

/** Starts a rotation, or resumes one that stopped. */
const rotate = (secret: Secret) =>
  adminMutation({
    run: async (args: MutationRotateRpcCredentialsArgs, { caller, database }) => {
      const { organizationId, name: by } = caller;
      const formerExpiresInSeconds = args.formerExpiresInSeconds ?? defaultFormerSeconds;
      if (formerExpiresInSeconds < 0 || formerExpiresInSeconds > maxFormerSeconds)
        throw invalidInput([{ path: ['formerExpiresInSeconds'], message: `must be from 0 to ${maxFormerSeconds}` }]);
      const policy = readPolicy(args.policy, ['policy']);
      const last = await lockRotation(database, secret, organizationId);
      const isNew = last === null || last.stage === 'done';
      const rotation = isNew
        ? newRotation(secret, caller, { formerExpiresInSeconds, policy })
        : await resumed(database, caller, last, policy);
      await database
        .update(organizationRpcCredentials)
        .set({ rotation, isRotating: true })
        .where(ofOrganization(organizationId));
      await advance(database, organizationId, { isRequest: true });
      const message = isNew
        ? `The RPC credentials are being rotated (${by}): a rollout restarts nodes one by one, and the current credentials stay valid meanwhile.`
        : `The rotation of the RPC credentials was resumed (${by}).`;
      await recordEvents(database, organizationId, [{ kind: 'rpc_credentials.rotation_begun', message }]);
      const stored = (await readRotation(database, organizationId)) ?? rotation;
      return { rotation: await showRotation(database, organizationId, stored) };
    },
    subject: () => null,
  });

export const rpcRotationResolvers = ({ secret }: { secret: Secret }): Resolvers => ({
  Query: {
    rpcCredentialRotation: organizationQuery(null, async (_args, { reader: { organizationId }, context }) => {
      const rotation = await readRotation(context.database, organizationId);
      return rotation && showRotation(context.database, organizationId, rotation);
    }),
  },
  Mutation: { rotateRpcCredentials: rotate(secret) },
});
