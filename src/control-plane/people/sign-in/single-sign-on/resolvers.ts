import type { Logger } from 'pino';
import { type Database, eq } from '../../../platform/database/database.ts';
import { domainError } from '../../../platform/input/errors.ts';
import type { RequestContext } from '../../../request/context.ts';
import { publicMutation, publicQuery, unauditedMutation } from '../../../request/operations.ts';
import type { Resolvers } from '../../../request/resolvers.generated.ts';
import { member, session, user } from '../../../tables/accounts.ts';
import { type PeopleDeps, tokenOf } from '../auths.ts';
import { beginPersonSession, refuseForeignPages, signedInPerson } from '../sign-in.ts';
import { isInvited } from './admit-identity.ts';
import { attemptResolvers, keepAttempt } from './attempts.ts';
import { giveBackAll, spend } from './budgets.ts';
import { applyGroups } from './group-roles.ts';
import type { SingleSignOn } from './single-sign-on.ts';
import { keepGroups, recordRecycled } from './tell-admins.ts';

export interface SingleSignOnDeps extends PeopleDeps {
  singleSignOn?: SingleSignOn | undefined;
  log: Logger;
}

/** Exchanges the provider's answer for a session of a person who may sign in. Throws domain errors. */
async function finishSignOn(deps: SingleSignOnDeps, chosen: SingleSignOn, query: string, context: RequestContext) {
  const { client, database } = context;
  const budgets = chosen.budgets(client);
  await spend(database, budgets.failures.ofAddress);
  chosen.requireOwnState(client, query);
  await spend(database, budgets.failures.ofIssuer);
  const { headers, roles, received } = await chosen.finish(client, query, (recycled) =>
    recordRecycled(database, chosen, recycled, context),
  );
  const token = tokenOf(client, headers, deps) ?? '';
  const { userId, email, isSystemAdmin } = await personOfSession(database, token);
  if (roles === null) await keepGroups(database, chosen, { userId, received }, deps.log);
  else await applyGroups(database, { userId, roles }, context, deps.log);
  const isMember = (await database.$count(member, eq(member.userId, userId))) > 0;
  if (isMember || isSystemAdmin || (await isInvited(database, email))) {
    await Promise.all([giveBackAll(database, budgets), keepAttempt(database, received, null)]);
    return { userId, headers };
  }
  await database.delete(session).where(eq(session.token, token));
  throw await chosen.noAccess({ roles, received });
}

async function personOfSession(database: Database, token: string) {
  const [person] = await database
    .select({ userId: user.id, email: user.email, isSystemAdmin: user.isSystemAdmin })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.token, token));
  if (person === undefined) throw new Error('single sign-on made no session');
  return person;
}

export function singleSignOnResolvers(deps: SingleSignOnDeps): Resolvers {
  const { singleSignOn } = deps;
  const requireProvider = (): SingleSignOn => {
    if (singleSignOn !== undefined) return singleSignOn;
    throw domainError('single_sign_on_failed', 'This control plane has no single sign-on. Sign in with your password.');
  };
  return {
    Query: {
      singleSignOn: publicQuery(async () => {
        if (singleSignOn === undefined) return null;
        const { name, passwords } = singleSignOn.provider;
        return { name, passwordsForOwnersOnly: passwords === 'owners' };
      }),
      ...attemptResolvers.Query,
    },
    Mutation: {
      startSingleSignOn: unauditedMutation({
        prepare: async (_args, { context: { client, database } }) => {
          refuseForeignPages(client);
          const chosen = requireProvider();
          await spend(database, chosen.budgets(client).starts);
          return chosen.begin(client);
        },
        run: async (_args, { prepared: { url, headers }, context }) => {
          context.cookies.push(...headers.getSetCookie());
          return { url };
        },
        subject: () => null,
      }),
      completeSingleSignOn: publicMutation({
        prepare: async ({ data: { query } }, { context }) => {
          refuseForeignPages(context.client);
          return finishSignOn(deps, requireProvider(), query, context);
        },
        run: (_args, request) => beginPersonSession(deps, request),
        subject: signedInPerson,
      }),
    },
  };
}
