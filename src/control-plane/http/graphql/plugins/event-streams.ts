import { Readable } from 'node:stream';
import { type ExecutionArgs, type ExecutionResult, execute, GraphQLError, getOperationAST } from 'graphql';
import { type FetchAPI, isAsyncIterable, type Plugin, processRegularResult } from 'graphql-yoga';
import { AnswerBudget } from '../../../request/answer-budget.ts';
import type { RequestContext } from '../../../request/context.ts';
import type { Masking } from '../mask-errors.ts';
import { maxAnswerValues } from './answer-limits.ts';
import type { ServerContext } from './authenticate.ts';

const headers = { 'content-type': 'text/event-stream', connection: 'keep-alive', 'cache-control': 'no-cache' };
const keepAliveMs = 12_000;

/**
 * Sends subscriptions as server-sent events. Yoga would as well, but keeps the whole request for each of thousands of
 * open streams: its body, context and generators.
 */
export function eventStreams(masking: Masking): Plugin<RequestContext, ServerContext> {
  const subscriptions = new WeakMap<Request, ExecutionArgs>();
  return {
    onSubscribe: ({ args }) => {
      subscriptions.set(args.contextValue.request, args as ExecutionArgs);
    },
    onResultProcess: ({ request, result, resultProcessor, setResultProcessor }) => {
      const args = subscriptions.get(request);
      if (args === undefined || !isAsyncIterable(result)) return;
      const { stream } = args.contextValue as RequestContext;
      // The client does not accept events, or has gone: nothing would read it.
      if (resultProcessor === undefined || request.signal.aborted) return stream?.end();
      setResultProcessor((_result, fetchAPI) => {
        // Yoga's Response takes a stream of Node's as well.
        const body: unknown = new EventStream(answersOf(args, masking, fetchAPI));
        return new fetchAPI.Response(body as ReadableStream, { headers });
      }, 'text/event-stream');
    },
  };
}

interface Answers {
  /** Returns the next answer as JSON; undefined at the end. */
  next(): Promise<string | undefined>;
  end(): void;
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
        const contextValue = { caller, budget: new AnswerBudget(maxAnswerValues(caller)) };
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

/** GraphQL over SSE, distinct connections mode. Takes the next answer only when the client can receive it. */
class EventStream extends Readable {
  readonly #answers: Answers;
  #keepingAlive: NodeJS.Timeout | undefined;
  #isWaiting = false;

  constructor(answers: Answers) {
    super({ highWaterMark: 0 });
    this.#answers = answers;
  }

  override _read(): void {
    if (this.#isWaiting) return;
    if (this.#keepingAlive === undefined) {
      this.#keepingAlive = setInterval(() => this.readableLength > 0 || this.#keepAlive(), keepAliveMs);
      // Some clients wait for the first byte after the headers.
      this.#keepAlive();
      return;
    }
    this.#isWaiting = true;
    this.#send().catch((error: Error) => this.destroy(error));
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearInterval(this.#keepingAlive);
    this.#answers.end();
    callback(error);
  }

  #keepAlive(): boolean {
    return this.push(':\n\n');
  }

  async #send(): Promise<void> {
    const answer = await this.#answers.next();
    this.#isWaiting = false;
    if (answer !== undefined) return void this.push(`event: next\ndata: ${answer}\n\n`);
    this.push('event: complete\ndata:\n\n');
    this.push(null);
  }
}
