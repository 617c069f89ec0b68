import type { Logger } from 'pino';
import { eq } from '../../../platform/database/database.ts';
import { domainError } from '../../../platform/input/errors.ts';
import { publicMutation, publicQuery, unauditedMutation } from '../../../request/operations.ts';
import type { Resolvers } from '../../../request/resolvers.generated.ts';
import { member, session, user } from '../../../tables/accounts.ts';
import { withAttempt } from '../attempt-limits.ts';
import { type PeopleDeps, tokenOf } from '../auths.ts';
import { beginPersonSession, refuseForeignPages, signedInPerson } from '../sign-in.ts';
import { isInvited } from './admit-identity.ts';
import { applyGroups } from './group-roles.ts';
import type { SingleSignOn } from './single-sign-on.ts';

export interface SingleSignOnDeps extends PeopleDeps {
  singleSignOn?: SingleSignOn | undefined;
  log: Logger;
}

export function singleSignOnResolvers(deps: SingleSignOnDeps): Resolvers {
  const { singleSignOn, log } = deps;
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
    },
    Mutation: {
      startSingleSignOn: unauditedMutation({
        prepare: async (_args, { context }) => {
          refuseForeignPages(context.client);
          const started: Awaited<ReturnType<SingleSignOn['begin']>>[] = [];
          // Null, so that each start counts as an attempt: it writes a row and calls the provider.
          await withAttempt(context, null, async () => {
            started.push(await requireProvider().begin(context.client));
            return null;
          });
          return started;
        },
        run: async (_args, { prepared: [started], context }) => {
          context.cookies.push(...(started?.headers.getSetCookie() ?? []));
          return started === undefined ? null : { url: started.url };
        },
        subject: () => null,
      }),
      completeSingleSignOn: publicMutation({
        prepare: async ({ data: { query } }, { context }) => {
          const { client, database } = context;
          refuseForeignPages(client);
          const { headers, roles } = await withAttempt(context, null, () => requireProvider().finish(client, query));
          const token = tokenOf(client, headers, deps) ?? '';
          const [person] = await database
            .select({ userId: user.id, email: user.email, isSystemAdmin: user.isSystemAdmin })
            .from(session)
            .innerJoin(user, eq(user.id, session.userId))
            .where(eq(session.token, token));
          if (person === undefined) throw new Error('single sign-on made no session');
          const { userId, email, isSystemAdmin } = person;
          await applyGroups(database, { userId, roles }, context, log);
          const isMember = (await database.$count(member, eq(member.userId, userId))) > 0;
          if (isMember || isSystemAdmin || (await isInvited(database, email))) return { userId, headers };
          await database.delete(session).where(eq(session.token, token));
          throw requireProvider().noAccess();
        },
        run: (_args, request) => beginPersonSession(deps, request),
        subject: signedInPerson,
      }),
    },
  };
}
