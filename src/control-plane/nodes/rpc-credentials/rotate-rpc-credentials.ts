import { randomUUID } from 'node:crypto';
import { recordEvents } from '../../history/events/record-events.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { domainError, invalidInput } from '../../platform/input/errors.ts';
import { adminMutation, organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { node } from '../../tables/nodes.ts';
import { organizationRpcCredentials, type StoredRotation } from '../../tables/rpc-credentials.ts';
import { nodesOf } from '../find-nodes.ts';
import { newRpcCredentials, ofOrganization, rpcCredentialsOf } from './rpc-credentials.ts';

/** A week. */
const maxFormerSeconds = 604_800;
/** As documented in the schema. */
const defaultFormerSeconds = 3600;

const showRotation = (rotation: StoredRotation) => ({ ...rotation, currentNodeName: rotation.current?.name ?? null });

/** Locks the organization's credentials. Returns a rotation that stopped; null without one. Throws `action_already_pending`. */
async function lockStoppedRotation(
  transaction: Database,
  secret: Secret,
  organizationId: string,
): Promise<StoredRotation | null> {
  // Creates the first pair if none exists.
  await rpcCredentialsOf(transaction, secret, organizationId);
  const stored = transaction.select().from(organizationRpcCredentials).where(ofOrganization(organizationId));
  const [row] = await stored.for('update');
  const rotation = row?.rotation ?? null;
  if (rotation === null || rotation.stage === 'done') return null;
  if (rotation.stopped === null)
    throw domainError(
      'action_already_pending',
      `a rotation of the RPC credentials is already in progress since ${rotation.requestedAt} (${rotation.requestedBy}); see rpcCredentialRotation for its progress`,
    );
  return rotation;
}

const newRotation = (secret: Secret, requestedBy: string, formerExpiresInSeconds: number): StoredRotation => ({
  id: randomUUID(),
  stage: 'adding',
  stopped: null,
  requestedBy,
  formerExpiresInSeconds,
  requestedAt: new Date().toISOString(),
  formerExpiresAt: null,
  endedAt: null,
  current: null,
  moved: 0,
  skipped: [],
  other: newRpcCredentials(secret),
});

export const rpcCredentialResolvers = ({ secret }: { secret: Secret }): Resolvers => ({
  Query: {
    nodeRpcCredentials: organizationQuery(null, async (_args, { reader: { organizationId }, context }) => {
      const { database } = context;
      const { user, sealedPassword, rpcAuth } = await rpcCredentialsOf(database, secret, organizationId);
      // Nodes that were taken over keep the credentials of the previous control plane until a rotation.
      const refusing = sql`NOT coalesce(${node.rpcAuths} @> ${JSON.stringify({ rpcAuth })}::jsonb OR ${node.rpcAuths} @> ${JSON.stringify({ formerRpcAuth: rpcAuth })}::jsonb, true)`;
      const refusingNodes = await database.$count(node, nodesOf(organizationId, refusing));
      return { user, password: secret.unseal(sealedPassword), refusingNodes };
    }),
    rpcCredentialRotation: organizationQuery(null, async (_args, { reader, context }) => {
      const { rotation } = organizationRpcCredentials;
      const [row] = await context.database
        .select({ rotation })
        .from(organizationRpcCredentials)
        .where(ofOrganization(reader.organizationId));
      return row?.rotation ? showRotation(row.rotation) : null;
    }),
  },
  Mutation: {
    /** Starts a rotation, or resumes one that stopped. */
    rotateRpcCredentials: adminMutation({
      run: async (args, { caller: { organizationId, name: by }, database }) => {
        const formerExpiresInSeconds = args.formerExpiresInSeconds ?? defaultFormerSeconds;
        if (formerExpiresInSeconds < 0 || formerExpiresInSeconds > maxFormerSeconds)
          throw invalidInput([{ path: ['formerExpiresInSeconds'], message: `must be from 0 to ${maxFormerSeconds}` }]);
        const stopped = await lockStoppedRotation(database, secret, organizationId);
        const rotation: StoredRotation = stopped
          ? { ...stopped, stopped: null, current: null }
          : newRotation(secret, by, formerExpiresInSeconds);
        await database
          .update(organizationRpcCredentials)
          .set({ rotation, isRotating: true })
          .where(ofOrganization(organizationId));
        const message = stopped
          ? `The rotation of the RPC credentials was resumed (${by}).`
          : `The RPC credentials are being rotated (${by}): nodes are restarted one by one, and the current credentials stay valid meanwhile.`;
        await recordEvents(database, organizationId, [{ kind: 'rpc_credentials.rotation_begun', message }]);
        return { rotation: showRotation(rotation) };
      },
      subject: () => null,
    }),
  },
});
