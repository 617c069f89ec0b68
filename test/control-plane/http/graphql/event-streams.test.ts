import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { expect, onTestFinished, test } from 'vitest';
import { maskErrors } from '../../../../src/control-plane/http/graphql/mask-errors.ts';
import type { ServerContext } from '../../../../src/control-plane/http/graphql/plugins/authenticate.ts';
import {
  answerWith,
  eventStreams,
  keepAliveSeconds,
} from '../../../../src/control-plane/http/graphql/plugins/event-streams.ts';
import type { RequestContext } from '../../../../src/control-plane/request/context.ts';
import { LiveStream } from '../../../../src/control-plane/request/streams/live-stream.ts';
import { systemClock } from '../../../../src/timing/clock.ts';
import { pulseOfMany } from '../../../../src/timing/pulse-of-many.ts';
import { closeServer, listenHere } from '../../../harness/listen.ts';
import { quiet } from '../../../harness/server-database.ts';

/** Answers a subscription with the numbers that `take` returns. */
function subscribing(take: () => number | undefined) {
  let ends = 0;
  const subscribe = (_root: unknown, _args: unknown, context: RequestContext) => {
    context.stream = new LiveStream(
      () => {
        const number = take();
        return number === undefined ? context.stream?.end() : { number };
      },
      () => ends++,
    );
    return context.stream;
  };
  const masking = maskErrors({ log: quiet, clock: systemClock });
  const yoga = createYoga<ServerContext, RequestContext>({
    schema: createSchema<ServerContext & RequestContext>({
      typeDefs: 'type Query { number: Int } type Subscription { number: Int! }',
      resolvers: { Subscription: { number: { subscribe } } },
    }),
    ...{ plugins: [eventStreams(masking) as never], maskedErrors: masking, logging: false },
  });
  const keepAlives = pulseOfMany(keepAliveSeconds);
  const server = createServer((request, response) => void answerWith({ yoga, keepAlives }, response, { req: request }));
  const url = listenHere(server).then((port) => `http://127.0.0.1:${port}/graphql`);
  onTestFinished(() => closeServer(server));
  const ask = async (accept: string) =>
    fetch(await url, {
      ...{ method: 'POST', headers: { accept, 'content-type': 'application/json' } },
      body: JSON.stringify({ query: 'subscription { mine: number }' }),
    });
  return { ask, ends: () => ends };
}

const events = 'text/event-stream';

test('sends a subscription over SSE: a sign of life, messages and the end', async () => {
  const { ask, ends } = subscribing(
    (
      (numbers) => () =>
        numbers.shift()
    )([1, 2]),
  );
  const answer = await ask(events);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...{ 'content-type': events, connection: 'keep-alive', 'cache-control': 'no-cache, no-transform' },
    'x-accel-buffering': 'no',
  });
  expect(answer.headers.has('content-encoding')).toBe(false);
  const message = (number: number) => `event: next\ndata: {"data":{"mine":${number}}}\n\n`;
  expect(await answer.text()).toBe(`:\n\n${message(1)}${message(2)}event: complete\ndata:\n\n`);
  expect(ends()).toBe(1);
});

test.each<[string, () => number, object]>([
  ['fails unexpectedly', () => JSON.parse('{'), { locations: [{ line: 1, column: 1 }] }],
  ['returns no value of its type', () => 2 ** 40, { path: ['mine'] }],
])('a message that %s is an error without details', async (_what, take, place) => {
  let count = 0;
  const { ask } = subscribing(() => (count++ === 0 ? take() : undefined));
  const [, error, end] = (await (await ask(events)).text()).split('\n\n');
  expect(JSON.parse(error?.replace('event: next\ndata: ', '') ?? '').errors).toEqual([
    {
      message: expect.stringMatching(/^Internal error; see .*\(error [-0-9a-f]{36}\)$/),
      extensions: expect.not.objectContaining({ http: expect.anything() }),
      ...{ locations: expect.anything(), ...place },
    },
  ]);
  expect(end).toBe('event: complete\ndata:');
});

test('refuses a subscription of a client without events, and leaves no stream', async () => {
  const { ask, ends } = subscribing(() => 1);
  const answer = await ask('application/json');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([406, 'application/json; charset=utf-8']);
  expect(await answer.json()).toEqual({
    errors: [
      {
        message: expect.stringMatching(/^The Accept header must allow application\/json, and text\/event-stream/),
        extensions: { code: 'invalid_input', retryable: false, link: expect.any(String) },
      },
    ],
  });
  expect(ends()).toBe(1);
});
