import { publish } from '../../platform/bus/outbox.ts';
import { eq } from '../../platform/database/database.ts';
import { type MutationRequest, personMutation } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { session, type UserRow } from '../../tables/accounts.ts';
import { withAttempt } from './attempt-limits.ts';
import { type Auth, asking, cookieHeaders, type PeopleDeps, requireSession, sendCookies } from './auths.ts';
import { readUser } from './passwords.ts';
import { idleEnd } from './session-authenticator.ts';
import { refuseUsedCode } from './sign-in.ts';

type Request = MutationRequest<'person'>;

export function secondFactorResolvers(deps: PeopleDeps): Resolvers {
  const ask = async <T>(
    { caller, context }: Pick<Request, 'caller' | 'context'>,
    work: (api: Auth['api'], headers: Headers) => Promise<T>,
  ) => {
    requireSession(caller);
    const { api } = await deps.authOf(context.client);
    return withAttempt(context, caller.email, () =>
      deps.passwordWork.run(() => asking(work(api, cookieHeaders(context.client)))),
    );
  };
  const renew = async (headers: Headers, { caller, context, database }: Request): Promise<{ person: UserRow }> => {
    const { userId, credential } = caller;
    const token = sendCookies(context, headers, deps);
    const person = await readUser(database, userId);
    if (token === undefined) return { person };
    await database.update(session).set({ expiresAt: idleEnd }).where(eq(session.token, token));
    await publish(database, { kind: 'sessions-ended', userId, sessionId: credential.id });
    return { person };
  };
  return {
    Mutation: {
      setUpSecondFactor: personMutation({
        prepare: ({ password }, request) =>
          ask(request, (api, headers) => api.enableTwoFactor({ body: { password }, headers })),
        run: async (_args, { prepared }) => {
          if (!('totpURI' in prepared)) throw new Error('better-auth set up a different second factor than requested');
          return { uri: prepared.totpURI, recoveryCodes: prepared.backupCodes };
        },
        subject: () => null,
      }),
      confirmSecondFactor: personMutation({
        prepare: async ({ code }, request) => {
          const confirmed = await ask(request, (api, headers) =>
            api.verifyTOTP({ body: { code }, headers, returnHeaders: true }),
          );
          // The code must not also sign somebody in.
          await refuseUsedCode(request.context.database, request.caller.userId, { code });
          return confirmed;
        },
        run: (_args, { prepared, ...request }) => renew(prepared.headers, request),
        subject: () => null,
      }),
      removeSecondFactor: personMutation({
        prepare: ({ password }, request) =>
          ask(request, (api, headers) => api.disableTwoFactor({ body: { password }, headers, returnHeaders: true })),
        run: (_args, { prepared, ...request }) => renew(prepared.headers, request),
        subject: () => null,
      }),
      renewRecoveryCodes: personMutation({
        prepare: ({ password }, request) =>
          ask(request, (api, headers) => api.generateBackupCodes({ body: { password }, headers })),
        run: async (_args, { prepared }) => ({ recoveryCodes: prepared.backupCodes }),
        subject: () => null,
      }),
    },
  };
}
