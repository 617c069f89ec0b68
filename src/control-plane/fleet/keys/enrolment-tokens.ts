import { namePattern, nameRule } from '../../../contract/names.ts';
import { lockOrganization } from '../../people/accounts/key-limits.ts';
import { newToken } from '../../people/accounts/tokens.ts';
import { and, type Database, desc, eq, gt, isNull, oneRow, type SQL, sql } from '../../platform/database/database.ts';
import { domainError, type Issue, invalidInput, requireRow } from '../../platform/input/errors.ts';
import { hasId } from '../../platform/input/filters.ts';
import { adminMutation, changes, organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { columnSnapshot } from '../../request/trail/audit-trail.ts';
import { type EnrolmentTokenRow, enrolmentToken } from '../../tables/accounts.ts';
import { installFault } from './install-fault.ts';

const maxOpenTokens = 500;
/** As documented in the schema. */
const defaultSeconds = 3600;
const minSeconds = 60;
const maxSeconds = 7 * 86_400;

interface TokenRequest extends Pick<EnrolmentTokenRow, 'organizationId' | 'executorName' | 'recovers'> {
  userId: string;
  expiresInSeconds: number;
}

/** Creates a token. Its text is returned once and stored as a hash. Throws `limit_reached`. */
export async function createEnrolmentToken(
  transaction: Database,
  { organizationId, userId, executorName, expiresInSeconds, recovers }: TokenRequest,
): Promise<{ enrolmentToken: EnrolmentTokenRow; token: string }> {
  await lockOrganization(transaction, organizationId);
  const { usedAt, revokedAt, expiresAt } = enrolmentToken;
  const isOpen = and(isNull(usedAt), isNull(revokedAt), gt(expiresAt, sql`now()`));
  const ofOrganization = eq(enrolmentToken.organizationId, organizationId);
  if ((await transaction.$count(enrolmentToken, and(ofOrganization, isOpen))) >= maxOpenTokens)
    throw domainError('limit_reached', `${maxOpenTokens} unused enrolment tokens already exist; revoke some of them`);
  const { text: token, hash } = newToken('enrolment');
  const expiry = sql`now() + make_interval(secs => ${expiresInSeconds})`;
  const created = await transaction
    .insert(enrolmentToken)
    .values({ organizationId, hash, executorName, recovers, createdBy: userId, expiresAt: expiry })
    .returning();
  return { enrolmentToken: oneRow(created), token };
}

function statusOf({ usedAt, revokedAt, expiresAt }: EnrolmentTokenRow): 'open' | 'used' | 'expired' | 'revoked' {
  if (usedAt !== null) return 'used';
  if (revokedAt !== null) return 'revoked';
  return expiresAt.getTime() <= Date.now() ? 'expired' : 'open';
}

const isToken = (organizationId: string, id: string): SQL | undefined =>
  and(hasId(enrolmentToken.id, id), eq(enrolmentToken.organizationId, organizationId));

interface EnrolmentTokenDeps {
  publicUrl?: string | undefined;
}

export const enrolmentTokenResolvers = ({ publicUrl }: EnrolmentTokenDeps): Resolvers => ({
  Query: {
    enrolmentTokens: organizationQuery([], (args, { reader, context: { budget, database } }) => {
      const { organizationId, createdAt, id } = enrolmentToken;
      const found = database.select().from(enrolmentToken).where(eq(organizationId, reader.organizationId));
      return budget.fetchPage(args, found.orderBy(desc(createdAt), desc(id)));
    }),
  },
  Mutation: {
    createEnrolmentToken: adminMutation({
      run: (
        { data: { executorName = null, expiresInSeconds = defaultSeconds, recovers = false } },
        { caller: { organizationId, userId }, database },
      ) => {
        const issues: Issue[] = [];
        if (executorName !== null && !namePattern.test(executorName))
          issues.push({ path: ['data', 'executorName'], message: nameRule });
        if (expiresInSeconds < minSeconds || expiresInSeconds > maxSeconds)
          issues.push({ path: ['data', 'expiresInSeconds'], message: `must be from ${minSeconds} to ${maxSeconds}` });
        if (issues.length > 0) throw invalidInput(issues);
        return createEnrolmentToken(database, { organizationId, userId, executorName, expiresInSeconds, recovers });
      },
      subject: ({ enrolmentToken: { id } }) => ({ type: 'enrolment_token', id }),
    }),
    revokeEnrolmentToken: adminMutation({
      run: async ({ where: { id } }, { caller, database }) => {
        const revoked = await database
          .update(enrolmentToken)
          .set({ revokedAt: sql`coalesce(${enrolmentToken.revokedAt}, now())` })
          .where(isToken(caller.organizationId, id))
          .returning();
        return { enrolmentToken: requireRow(revoked) };
      },
      ...changes('enrolment_token', 'enrolmentToken'),
    }),
  },
  CreateEnrolmentTokenPayload: {
    installFault: () => installFault(publicUrl),
  },
  EnrolmentToken: {
    status: statusOf,
    usedBy: ({ usedByName }) => usedByName,
  },
});

export const enrolmentTokenSnapshot = columnSnapshot('executorName', (transaction, organizationId, id) => {
  const { executorName, recovers, createdBy, expiresAt, revokedAt } = enrolmentToken;
  const shown = transaction.select({ executorName, recovers, createdBy, expiresAt, revokedAt });
  return shown.from(enrolmentToken).where(isToken(organizationId, id));
});
