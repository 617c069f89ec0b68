import { type DocumentNode, type ExecutionResult, getOperationAST, Kind } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { systemClock } from '../../../../timing/clock.ts';
import type { Measures } from '../../../platform/monitoring/measures.ts';
import type { Traces } from '../../../platform/monitoring/traces.ts';
import type { RequestContext } from '../../../request/context.ts';
import { errorCodeOf } from '../../../request/outcome.ts';
import type { ServerContext } from './authenticate.ts';

/** Error codes by status, for requests without a result. */
const codes: Readonly<Record<number, string>> = {
  200: 'success',
  401: 'unauthenticated',
  403: 'Forbidden',
  429: 'rate_limited',
  503: 'unavailable',
};

export const measureRequests = (
  measures: Measures,
  clock = systemClock,
): Plugin<RequestContext & ServerContext, ServerContext> => {
  const name = (
    { measured }: Pick<ServerContext, 'measured'>,
    args: { document: DocumentNode; operationName?: string | null },
  ) => {
    if (measured !== undefined) measured.operation = operationOf(args.document, args.operationName ?? null);
  };
  return {
    onRequest: ({ serverContext }) => {
      serverContext.measured = { startedAt: clock.elapsed(), operation: 'none' };
    },
    onExecute: ({ args }) => {
      name(args.contextValue, args);
      return {
        onExecuteDone: () => {
          if (args.contextValue.budget.isOverdrawn) measures.budgetRefusal();
        },
      };
    },
    onSubscribe: ({ args }) => name(args.contextValue, args),
    onExecutionResult: ({ result, context }) => {
      if (result === undefined || Array.isArray(result) || isAsyncIterable(result) || !('errors' in result)) return;
      const [first] = result.errors ?? [];
      if (first !== undefined && context.measured !== undefined) context.measured.code = errorCodeOf(first);
    },
    onResponse: ({ response, serverContext: { measured } }) => {
      if (measured === undefined) return;
      const { operation, code = codes[response.status] ?? 'invalid_input', startedAt } = measured;
      measures.request({ operation, code, seconds: (clock.elapsed() - startedAt) / 1000 });
    },
  };
};

export function operationOf(document: DocumentNode, operationName: string | null): string {
  const selections = getOperationAST(document, operationName)?.selectionSet.selections ?? [];
  const [first] = selections;
  return selections.length === 1 && first?.kind === Kind.FIELD ? first.name.value : 'several';
}

export const traceOperations = (traces: Traces): Plugin => ({
  onExecute: ({ args, executeFn, setExecuteFn }) => {
    const field = operationOf(args.document, args.operationName ?? null);
    setExecuteFn((given) =>
      traces.detail(
        `GraphQL ${field}`,
        { 'graphql.operation.field': field },
        async () => (await executeFn(given)) as ExecutionResult,
      ),
    );
  },
});
