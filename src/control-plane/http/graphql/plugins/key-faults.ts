import { GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { UserErrorCode } from '../../../../contract/types.generated.ts';
import { bearerKey } from '../../../people/accounts/api-key-authenticator.ts';
import { type KeyFault, keyFaultReader } from '../../../people/accounts/find-key-holder.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { RequestContext } from '../../../request/context.ts';
import type { ServerContext } from './authenticate.ts';

const heartbeat = 'syncExecutor';

/** Explains an `unauthenticated` error, and records it for a formerly valid key: nothing else shows such a host. */
export function keyFaults(
  database: Database,
  audit: RequestContext['audit'],
  databaseOf: (organizationId: string | null) => Database,
): Plugin<RequestContext, ServerContext> {
  const keyFault = keyFaultReader(database);
  const recordRefusal = (
    { id, name, organizationId }: NonNullable<KeyFault['key']>,
    { client: { address, userAgent }, requestId }: ServerContext,
  ) =>
    audit.recordRefusal(databaseOf(organizationId), heartbeat, async () => {
      const errorCode: UserErrorCode = 'unauthenticated';
      const unrecorded = audit.agents.sample(`${id} ${errorCode}`);
      if (unrecorded === undefined) return undefined;
      const actor = { type: 'api_key', name: name ?? '', userId: null, apiKeyId: id } as const;
      const origin = { address, userAgent, requestId: requestId ?? null };
      const entry = { organizationId, actor, action: heartbeat, target: null, errorCode, origin, unrecorded };
      return { ...entry, before: undefined, after: undefined };
    });
  return {
    onExecutionResult: async ({ request, result, setResult, context }) => {
      const sent = bearerKey(request.headers.get('authorization'));
      if (sent === undefined || result === undefined || Array.isArray(result) || isAsyncIterable(result)) return;
      if (!result.errors?.some(isUnauthenticated)) return;
      const { message, key } = await keyFault(sent);
      const errors = result.errors.map((error) =>
        isUnauthenticated(error) ? new GraphQLError(message, error) : error,
      );
      setResult({ ...result, errors });
      if (key !== undefined && errors.some(({ path }) => path?.[0] === heartbeat)) await recordRefusal(key, context);
    },
  };
}

const isUnauthenticated = ({ extensions }: GraphQLError): boolean =>
  extensions['code'] === ('unauthenticated' satisfies UserErrorCode);
