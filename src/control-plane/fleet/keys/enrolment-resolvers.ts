import { z } from 'zod';
import { namePattern, nameRule } from '../../../contract/names.ts';
import { FailedAttempts } from '../../people/accounts/failed-attempts.ts';
import { forbidden, type Issue, invalidInput, tooManyUnknownKeys } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { adminMutation, executorAction, publicMutation } from '../../request/mutation.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { rotateKey } from './bind-key.ts';
import { deregisterExecutor } from './deregister-executor.ts';
import { enrolExecutor } from './enrol-executor.ts';
import { createEnrolmentToken, listEnrolmentTokens, revokeEnrolmentToken, statusOf } from './enrolment-tokens.ts';

/** As documented in the schema. */
const defaultMinutes = 60;
const maxMinutes = 7 * 24 * 60;
const maxRemovedNodes = 1000;
const instanceId = z.string().min(1).max(256);

export function enrolmentResolvers(attempts = new FailedAttempts()): Resolvers {
  return {
    Query: {
      enrolmentTokens: organizationQuery([], (args, { reader, context: { budget, database } }) =>
        budget.fetchPage(args, (page) => listEnrolmentTokens(database, reader.organizationId, page)),
      ),
    },
    Mutation: {
      createEnrolmentToken: adminMutation({
        run: (
          { input: { executorName = null, expiresInMinutes = defaultMinutes, recovers = false } },
          { caller, database },
        ) => {
          const issues: Issue[] = [];
          if (executorName !== null && !namePattern.test(executorName))
            issues.push({ path: ['input', 'executorName'], message: nameRule });
          if (expiresInMinutes < 1 || expiresInMinutes > maxMinutes)
            issues.push({ path: ['input', 'expiresInMinutes'], message: `must be from 1 to ${maxMinutes}` });
          if (issues.length > 0) throw invalidInput(issues);
          const { organizationId, userId } = caller;
          return createEnrolmentToken(database, { organizationId, userId, executorName, expiresInMinutes, recovers });
        },
        subject: ({ enrolmentToken: { id } }) => ({ type: 'enrolment-token', id }),
      }),
      revokeEnrolmentToken: adminMutation({
        run: async ({ where: { id } }, { caller, database }) => {
          const revoked = isUuid(id) ? await revokeEnrolmentToken(database, caller.organizationId, id) : undefined;
          if (revoked === undefined) throw forbidden();
          return revoked;
        },
        subject: ({ id }) => ({ type: 'enrolment-token', id }),
        target: ({ where: { id } }) => ({ type: 'enrolment-token', id }),
      }),
      enrolExecutor: publicMutation({
        run: async ({ input }, { context: { client }, database }) => {
          const issues: Issue[] = [];
          if (!namePattern.test(input.name)) issues.push({ path: ['input', 'name'], message: nameRule });
          if (!instanceId.safeParse(input.instanceId).success)
            issues.push({ path: ['input', 'instanceId'], message: 'must be 1 to 256 characters' });
          if (issues.length > 0) throw invalidInput(issues);
          const waitSeconds = client.address === null ? 0 : attempts.take(client.address);
          if (waitSeconds > 0) throw tooManyUnknownKeys(waitSeconds);
          const { keyId, secret, expiresAt, organization } = await enrolExecutor(database, input);
          if (client.address !== null) attempts.giveBack(client.address);
          return {
            ...{ keyId, organizationId: organization.id, organizationName: organization.name },
            ...{ executorName: input.name, secret, expiresAt: expiresAt.toISOString() },
          };
        },
        subject: ({ keyId, organizationId }) => ({ type: 'api-key', id: keyId, organizationId }),
      }),
      deregisterExecutor: executorAction({
        run: ({ removedNodes }, { caller, database }) => {
          const ids = removedNodes ?? [];
          if (ids.length > maxRemovedNodes)
            throw invalidInput([{ path: ['removedNodes'], message: `must have at most ${maxRemovedNodes} entries` }]);
          return deregisterExecutor(database, caller, ids.filter(isUuid));
        },
        subject: (id) => (id === null ? null : { type: 'executor', id }),
      }),
      rotateExecutorKey: executorAction({
        run: async (_args, { caller, database }) => {
          const { id, secret, expiresAt } = await rotateKey(database, caller.credential.id);
          return { id, secret, expiresAt: expiresAt?.toISOString() ?? null };
        },
        subject: ({ id }) => ({ type: 'api-key', id }),
      }),
    },
    EnrolmentToken: {
      status: (row) => statusOf(row),
      usedBy: ({ usedByName }) => usedByName,
    },
  };
}

export const enrolment = { resolvers: () => enrolmentResolvers() };
