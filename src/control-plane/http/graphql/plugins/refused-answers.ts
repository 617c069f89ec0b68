import {
  type DocumentNode,
  type GraphQLError,
  getOperationAST,
  Kind,
  OperationTypeNode,
  valueFromASTUntyped,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { UserErrorCode } from '../../../../contract/types.generated.ts';
import type { ExecutorCaller } from '../../../request/caller.ts';
import type { RequestContext } from '../../../request/context.ts';
import type { ServerContext } from './authenticate.ts';

const answering = 'answerAgentRequest';
/** Each is a transaction. An agent sends one. */
const maxAnswers = 5;

interface Answer {
  /** Of its field in the response. */
  responseName: string;
  requestId: string;
}

interface Params {
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
}

/** Fails a request that is open for the caller. */
export type FailRequest = (caller: ExecutorCaller, request: { id: string; reason: string }) => Promise<void>;

/**
 * Fails the requests whose answers do not fit the schema, which no resolver sees: a person waits, and the agent would
 * send the same again. After `errorCodes`.
 */
export const refusedAnswers = (fail: FailRequest, log: Logger): Plugin<RequestContext, ServerContext> => {
  const sent = new WeakMap<Request, Answer[]>();
  return {
    onValidate: ({ context: { request, params }, params: { documentAST } }) => {
      const answers = answersOf(documentAST, params ?? {});
      if (answers.length > 0) sent.set(request, answers);
    },
    onExecutionResult: async ({ result, request, context: { caller } }) => {
      const answers = sent.get(request);
      if (answers === undefined || caller?.purpose !== 'executor') return;
      if (result === undefined || Array.isArray(result) || isAsyncIterable(result)) return;
      const faults = (result.errors ?? []).filter(isOfInput);
      for (const { responseName, requestId: id } of answers) {
        const own = faults.filter(({ path }) => path === undefined || path[0] === responseName);
        if (own.length === 0) continue;
        const reason = own.map(({ message }) => message).join('; ');
        await fail(caller, { id, reason }).catch((error: unknown) =>
          log.warn({ err: error }, 'did not fail a request whose answer was refused'),
        );
      }
    },
  };
};

const isOfInput = ({ extensions }: GraphQLError): boolean =>
  extensions['code'] === ('invalid_input' satisfies UserErrorCode);

function answersOf(document: DocumentNode, { operationName, variables }: Params): Answer[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return [];
  const fields = operation.selectionSet.selections.flatMap((each) =>
    each.kind === Kind.FIELD && each.name.value === answering ? [each] : [],
  );
  return fields.slice(0, maxAnswers).flatMap((field) => {
    const data = field.arguments?.find(({ name }) => name.value === 'data')?.value;
    const given = data === undefined ? undefined : valueFromASTUntyped(data, variables);
    const requestId = (given as { id?: unknown } | null | undefined)?.id;
    return typeof requestId === 'string' ? [{ responseName: (field.alias ?? field.name).value, requestId }] : [];
  });
}
