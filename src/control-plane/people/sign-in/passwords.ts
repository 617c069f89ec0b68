import type { CreatePasswordResetLinkPayload } from '../../../contract/types.generated.ts';
import { and, type Database, eq, gt, ne, oneRow, sql } from '../../platform/database/database.ts';
import { domainError, forbidden } from '../../platform/input/errors.ts';
import { readNewPassword } from '../../platform/input/person.ts';
import { type PersonalCaller, rankOf } from '../../request/caller.ts';
import { adminMutation, personMutation, publicMutation, publicQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { account, member, session, type UserRow, user, verification } from '../../tables/accounts.ts';
import { revokePersonalKeys } from '../accounts/api-keys.ts';
import { endResetLinks, hashToken, linkOf, newToken, resetIdentifierOf } from '../accounts/tokens.ts';
import { newId } from '../organizations/organizations.ts';
import { forgetFailures, withAttempt } from './attempt-limits.ts';
import { type Auth, type PeopleDeps, requireSession, wrongPassword } from './auths.ts';
import { endSessions } from './sessions.ts';

export const readUser = async (database: Database, id: string): Promise<UserRow> =>
  oneRow(await database.select().from(user).where(eq(user.id, id)));

const ownAccount = (userId: string) => and(eq(account.userId, userId), eq(account.providerId, 'credential'));

async function requirePassword(database: Database, auth: Auth, userId: string, password: string): Promise<void> {
  const [row] = await database.select({ hash: account.password }).from(account).where(ownAccount(userId));
  const { password: hashing } = await auth.$context;
  if (!row?.hash || !(await hashing.verify({ hash: row.hash, password }))) throw wrongPassword();
}

export const hashPassword = async (auth: Auth, password: string): Promise<string> =>
  (await auth.$context).password.hash(password);

interface NewPassword {
  userId: string;
  hash: string;
  keptSessionId?: string;
  revokesKeys: boolean;
}

/** Stores a new password. Ends other sessions, pending sign-ins and reset links; with `revokesKeys` also API keys. */
async function storePassword(
  transaction: Database,
  { userId, hash, keptSessionId, revokesKeys }: NewPassword,
): Promise<void> {
  const stored = await transaction
    .update(account)
    .set({ password: hash, updatedAt: new Date() })
    .where(ownAccount(userId))
    .returning({ id: account.id });
  // A person of single sign-on has none.
  if (stored.length === 0)
    await transaction
      .insert(account)
      .values({ id: newId(), accountId: userId, providerId: 'credential', userId, password: hash });
  await transaction.delete(verification).where(eq(verification.value, userId));
  await endSessions(transaction, userId, keptSessionId === undefined ? undefined : ne(session.id, keptSessionId));
  if (revokesKeys) await revokePersonalKeys(transaction, userId);
}

const validHours = 24;

/** Creates a one-time link to set a new password. The person's earlier links expire. */
export async function makeResetLink(
  transaction: Database,
  userId: string,
  publicUrl: string | undefined,
): Promise<CreatePasswordResetLinkPayload> {
  const { text: token, hash } = newToken('password');
  await endResetLinks(transaction, userId);
  const made = await transaction
    .insert(verification)
    .values({
      id: newId(),
      identifier: resetIdentifierOf(hash),
      value: userId,
      expiresAt: sql`now() + make_interval(hours => ${validHours})`,
    })
    .returning({ expiresAt: verification.expiresAt });
  const expiresAt = oneRow(made).expiresAt.toISOString();
  return { token, link: linkOf(publicUrl, 'set-password', token), expiresAt };
}

/**
 * Throws Forbidden unless the caller is a system administrator, or outranks a person who belongs only to this
 * organization: a person who sets a password can act as its owner everywhere.
 */
async function requireMayReset(transaction: Database, actor: PersonalCaller, userId: string): Promise<void> {
  // Locked, so that the person gains no membership between this check and the link.
  const [target] = await transaction.select().from(user).where(eq(user.id, userId)).for('update');
  if (actor.isSystemAdmin && target !== undefined) return;
  const [own, other] = await transaction.select().from(member).where(eq(member.userId, userId)).limit(2);
  if (target === undefined || own?.organizationId !== actor.organizationId) throw forbidden();
  const isBelow = rankOf(actor.role) > rankOf(own.role);
  if (isBelow && other === undefined && !target.isSystemAdmin) return;
  throw forbidden(
    'You may do this only for members with a lower role who belong to no other organization; ask an administrator of the control plane.',
  );
}

const isResetLink = (token: string) =>
  and(eq(verification.identifier, resetIdentifierOf(hashToken(token))), gt(verification.expiresAt, sql`now()`));

async function findResetLinkHolder(database: Database, token: string): Promise<{ email: string } | null> {
  const [row] = await database
    .select({ email: user.email })
    .from(verification)
    .innerJoin(user, eq(user.id, verification.value))
    .where(isResetLink(token));
  return row ?? null;
}

const notValid = () =>
  domainError('link_not_valid', 'this link was used, replaced or has expired; ask an administrator for another');

export const passwordResolvers = ({ authOf, passwordWork, publicUrl }: PeopleDeps): Resolvers => ({
  Query: {
    passwordReset: publicQuery(({ where }, { context }) =>
      withAttempt(context, null, () => findResetLinkHolder(context.database, where.token)),
    ),
  },
  Mutation: {
    changePassword: personMutation({
      prepare: async ({ data }, { caller, context }) => {
        requireSession(caller);
        const newPassword = readNewPassword(data.newPassword, ['data', 'newPassword']);
        const auth = await authOf(context.client);
        return withAttempt(context, caller.email, () =>
          passwordWork.run(async () => {
            await requirePassword(context.database, auth, caller.userId, data.currentPassword);
            return hashPassword(auth, newPassword);
          }),
        );
      },
      run: async ({ data }, { prepared: hash, caller: { userId, credential }, database }) => {
        const revokesKeys = data.revokePersonalKeys ?? false;
        await storePassword(database, { userId, hash, keptSessionId: credential.id, revokesKeys });
        return { person: await readUser(database, userId) };
      },
      subject: () => null,
    }),
    createPasswordResetLink: adminMutation({
      run: async ({ where }, { caller, database }) => {
        await requireMayReset(database, caller, where.id);
        return makeResetLink(database, where.id, publicUrl);
      },
      target: ({ where: { id } }) => ({ type: 'person', id }),
      subject: () => null,
    }),
    resetPassword: publicMutation({
      prepare: async ({ data }, { context }) => {
        const newPassword = readNewPassword(data.newPassword, ['data', 'newPassword']);
        return withAttempt(context, null, async () => {
          const holder = await findResetLinkHolder(context.database, data.token);
          if (holder === null) throw notValid();
          const auth = await authOf(context.client);
          return { ...holder, hash: await passwordWork.run(() => hashPassword(auth, newPassword)) };
        });
      },
      run: async ({ data }, { prepared: { hash, email }, context: { client }, database }) => {
        const [used] = await database
          .delete(verification)
          .where(isResetLink(data.token))
          .returning({ userId: verification.value });
        if (used === undefined) throw notValid();
        await storePassword(database, { ...used, hash, revokesKeys: data.revokePersonalKeys ?? false });
        await forgetFailures({ client, database }, email);
        return { person: await readUser(database, used.userId) };
      },
      subject: () => null,
    }),
  },
});
