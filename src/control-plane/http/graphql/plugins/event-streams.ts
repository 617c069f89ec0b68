import type { ServerResponse } from 'node:http';
import { type ExecutionArgs, type ExecutionResult, execute, GraphQLError, getOperationAST } from 'graphql';
import {
  type FetchAPI,
  isAsyncIterable,
  type Plugin,
  processRegularResult,
  type YogaServerInstance,
} from 'graphql-yoga';
import type { pulseOfMany } from '../../../../timing/pulse-of-many.ts';
import { apiError } from '../../../platform/input/errors.ts';
import { answerBudget } from '../../../request/answer-budget.ts';
import type { RequestContext } from '../../../request/context.ts';
import { eventStreamHeaders } from '../../streams/event-stream-headers.ts';
import { sendText } from '../compress-answer.ts';
import type { Masking } from '../mask-errors.ts';
import { maxAnswerValues } from './answer-limits.ts';
import type { Answers, ServerContext } from './authenticate.ts';

const keepAlive = ':\n\n';
/** Proxies end what is silent for a minute. */
export const keepAliveSeconds = 20;

/** Takes subscriptions out of Yoga's hands, which would keep the whole request of each of thousands of open streams. */
export function eventStreams(masking: Masking): Plugin<RequestContext, ServerContext> {
  const subscriptions = new WeakMap<Request, ExecutionArgs>();
  return {
    onSubscribe: ({ args }) => {
      subscriptions.set(args.contextValue.request, args as ExecutionArgs);
    },
    onResultProcess: ({ request, result, resultProcessor, setResultProcessor, serverContext }) => {
      const args = subscriptions.get(request);
      if (args === undefined || !isAsyncIterable(result)) return;
      // The client does not accept events.
      if (resultProcessor === undefined) return (args.contextValue as RequestContext).stream?.end();
      setResultProcessor((_result, fetchAPI) => {
        serverContext.answers = answersOf(args, masking, fetchAPI);
        return new fetchAPI.Response(null, { headers: eventStreamHeaders });
      }, 'text/event-stream');
    },
  };
}

/** Keeps as little as possible of the request. */
function answersOf(args: ExecutionArgs, { maskError, errorMessage }: Masking, fetchAPI: FetchAPI): Answers {
  const { schema, document, variableValues, operationName } = args;
  const { caller, stream } = args.contextValue as Required<RequestContext>;
  const textOf = ({ errors, ...answer }: ExecutionResult) => {
    const masked = errors?.map((error) => maskError(error, errorMessage));
    return processRegularResult({ ...answer, ...(masked && { errors: masked }) }, fetchAPI, 'application/json').text();
  };
  return {
    end: () => stream.end(),
    next: async () => {
      try {
        const { done, value: rootValue } = await stream.next();
        if (done) return undefined;
        // Each message is an answer. It holds its values already, so that no resolver needs more.
        const contextValue = { caller, budget: answerBudget(maxAnswerValues(caller)) };
        const execution = { schema, document, variableValues, operationName, rootValue, contextValue };
        return await textOf(await execute(execution));
      } catch (error) {
        stream.end();
        const nodes = getOperationAST(document, operationName);
        return textOf({ errors: [new GraphQLError('', { nodes, originalError: error as Error })] });
      }
    },
  };
}

export interface Answering {
  yoga: YogaServerInstance<ServerContext, RequestContext>;
  keepAlives: ReturnType<typeof pulseOfMany>;
}

/** Sends Yoga's answer to a request, with the events of a subscription. */
export async function answerWith(
  { yoga, keepAlives }: Answering,
  response: ServerResponse,
  of: Pick<ServerContext, 'req' | 'requestId' | 'body' | 'ended'>,
): Promise<void> {
  const context = of as ServerContext;
  const answer = await yoga.handleNodeRequestAndResponse(of.req, response, context);
  if (response.destroyed) return context.answers?.end();
  response.statusCode = answer.status;
  response.setHeaders(answer.headers);
  if (context.answers === undefined) await sendText(response, (await answer.text()) || explained(response), context);
  else sendEvents(response, context.answers, keepAlives).catch(() => response.destroy());
}

/** Yoga refuses a request whose answer the client does not accept without a word. */
function explained(response: ServerResponse): string {
  if (response.statusCode !== 406) return '';
  const { message, extensions } = apiError(
    'invalid_input',
    'The Accept header must allow application/json, and text/event-stream for a subscription.',
  );
  const { http: _http, ...shown } = extensions;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.removeHeader('content-length');
  return JSON.stringify({ errors: [{ message, extensions: shown }] });
}

/** GraphQL over SSE, distinct connections mode. Takes the next answer only when the client can receive it. */
async function sendEvents(
  response: ServerResponse,
  answers: Answers,
  keepAlives: Answering['keepAlives'],
): Promise<void> {
  const endKeepAlive = keepAlives(() => response.writableNeedDrain || response.write(keepAlive));
  response.on('close', () => {
    endKeepAlive();
    answers.end();
  });
  response.socket?.setKeepAlive(true);
  // Some clients wait for the first byte after the headers.
  response.write(keepAlive);
  for (;;) {
    const answer = await answers.next();
    if (answer === undefined) break;
    const isTaken = response.write(`event: next\ndata: ${answer}\n\n`);
    if (!isTaken) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end('event: complete\ndata:\n\n');
}
