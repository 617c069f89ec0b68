import { type DocumentNode, getOperationAST, Kind, OperationTypeNode } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Database } from '../../../platform/database/database.ts';
import { requestIdOf } from '../../../platform/monitoring/request-scope.ts';
import { AuditedCall } from '../../../request/audited-call.ts';
import type { Caller } from '../../../request/caller.ts';
import type { RequestContext } from '../../../request/context.ts';
import { errorCodeOf } from '../../../request/outcome.ts';
import type { ServerContext } from './authenticate.ts';

/** A request may name many; the first ones show what it was about. */
const maxNamed = 5;

/** Records the mutations of a request that was refused before any started. After `errorCodes`. */
export const auditRefusals = (
  audit: RequestContext['audit'],
  databaseOf: (caller: Caller) => Database,
): Plugin<RequestContext, ServerContext> => {
  const asked = new WeakMap<Request, string[]>();
  return {
    onValidate: ({ context: { request, params }, params: { documentAST, schema } }) => {
      const known = schema.getMutationType()?.getFields() ?? {};
      const mutations = mutationsOf(documentAST, params?.operationName ?? null);
      asked.set(
        request,
        mutations.filter((name) => Object.hasOwn(known, name)),
      );
    },
    // The context may be the server's only: the request's is built after validation.
    onExecutionResult: async ({ result, request, context: { caller, client, requestId = requestIdOf(undefined) } }) => {
      const mutations = asked.get(request) ?? [];
      if (mutations.length === 0 || result === undefined || Array.isArray(result) || isAsyncIterable(result)) return;
      const [error] = result.data === undefined ? (result.errors ?? []) : [];
      // Reports of agents are no actions.
      if (error === undefined || caller?.purpose !== 'personal') return;
      for (const mutation of mutations) {
        const context = { audit, database: databaseOf(caller), caller, client, requestId };
        const call = new AuditedCall({ context, action: mutation, target: null });
        await call.refuseUnread(errorCodeOf(error));
      }
    },
  };
};

function mutationsOf(document: DocumentNode, operationName: string | null): string[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return [];
  const names = operation.selectionSet.selections.flatMap((each) =>
    each.kind === Kind.FIELD && !each.name.value.startsWith('__') ? [each.name.value] : [],
  );
  return [...new Set(names)].slice(0, maxNamed);
}
