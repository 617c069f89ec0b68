import { randomUUID } from 'node:crypto';
import { storable } from '../../../../text/storable.ts';
import { and, type Database, desc, eq, inArray, lt, not, sql } from '../../../platform/database/database.ts';
import { personQuery } from '../../../request/operations.ts';
import type { Resolvers } from '../../../request/resolvers.generated.ts';
import { type ReceivedClaims, singleSignOnAttempt } from '../../../tables/accounts.ts';

/** Kept attempts that were refused, or in which a claim does not satisfy its setting. */
const maxWithFinding = 20;
/** Kept attempts in which all was well, to compare with. */
const maxClean = 5;
/** Groups are of people, who may have left. */
const keptDays = 30;

/**
 * Keeps what the provider sent in a sign-in, for those who set the provider up. `refusal`: why the person was refused,
 * if so. Only attempts with a verified ID token come here: nobody else can push others out.
 */
export async function keepAttempt(
  database: Database,
  { checks, claims, groups }: ReceivedClaims,
  refusal: string | null,
): Promise<void> {
  const hasFinding = refusal !== null || checks.some(({ isSatisfied }) => !isSatisfied);
  const received = {
    checks: checks.map((check) => ({ ...check, claim: storable(check.claim) })),
    claims: claims.map(storable),
    groups: groups?.map(storable) ?? null,
  };
  await database.insert(singleSignOnAttempt).values({ id: randomUUID(), refusal, hasFinding, received });
  const ofKind = eq(singleSignOnAttempt.hasFinding, hasFinding);
  const kept = database
    .select({ id: singleSignOnAttempt.id })
    .from(singleSignOnAttempt)
    .where(ofKind)
    .orderBy(desc(singleSignOnAttempt.at), desc(singleSignOnAttempt.id))
    .limit(hasFinding ? maxWithFinding : maxClean);
  await database.delete(singleSignOnAttempt).where(and(ofKind, not(inArray(singleSignOnAttempt.id, kept))));
}

export async function forgetOldAttempts(database: Database): Promise<void> {
  const old = sql`now() - make_interval(days => ${keptDays})`;
  await database.delete(singleSignOnAttempt).where(lt(singleSignOnAttempt.at, old));
}

export const attemptResolvers = {
  Query: {
    singleSignOnAttempts: personQuery([], async (_args, { context: { database } }) => {
      const rows = await database
        .select()
        .from(singleSignOnAttempt)
        .orderBy(desc(singleSignOnAttempt.at), desc(singleSignOnAttempt.id));
      return rows.map(({ id, at, refusal, received }) => ({ id, at: at.toISOString(), refusal, ...received }));
    }),
  },
} satisfies Resolvers;
