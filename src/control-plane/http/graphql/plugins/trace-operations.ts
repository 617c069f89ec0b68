import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Traces } from '../../../platform/monitoring/traces.ts';
import { operationOf } from './measure-requests.ts';

/** Traces the execution of each operation by the field that it asks for. */
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
