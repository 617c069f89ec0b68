import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { createSchema, createYoga } from 'graphql-yoga';
import { expect, onTestFinished, test } from 'vitest';
import type { ServerContext } from '../../../../src/control-plane/http/graphql/plugins/authenticate.ts';
import { compressibleAnswers } from '../../../../src/control-plane/http/graphql/plugins/compressible-answers.ts';
import { answerWith, keepAliveSeconds } from '../../../../src/control-plane/http/graphql/plugins/event-streams.ts';
import type { RequestContext } from '../../../../src/control-plane/request/context.ts';
import { pulseOfMany } from '../../../../src/timing/pulse-of-many.ts';
import { closeServer, listenHere } from '../../../harness/listen.ts';

const nodes = (count: number) => Array.from({ length: count }, (_none, at) => `mainnet-archive-${at}`);
const list = { list: (_root: unknown, { count }: { count: number }) => nodes(count) };

/** Sends an operation to the API, and returns the answer as it was sent. */
async function send(operation: string, headers: Record<string, string>) {
  const yoga = createYoga<ServerContext, RequestContext>({
    schema: createSchema<ServerContext & RequestContext>({
      typeDefs: 'type Query { list(count: Int!): [String!]! } type Mutation { list(count: Int!): [String!]! }',
      resolvers: { Query: list, Mutation: list },
    }),
    ...{ plugins: [compressibleAnswers() as never], logging: false },
  });
  const keepAlives = pulseOfMany(keepAliveSeconds);
  const server = createServer((req, response) => void answerWith({ yoga, keepAlives }, response, { req }));
  onTestFinished(() => closeServer(server));
  const port = await listenHere(server);
  const options = {
    port,
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  };
  const { promise, resolve, reject } = Promise.withResolvers<{ headers: object; bytes: Buffer }>();
  request(
    options,
    (response) => void buffer(response).then((bytes) => resolve({ headers: response.headers, bytes }), reject),
  )
    .on('error', reject)
    .end(JSON.stringify({ query: operation }));
  return promise;
}

const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' };

test('compresses a long answer to a query', async () => {
  const { headers, bytes } = await send('{ list(count: 1000) }', browser);
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': `${bytes.length}` });
  const text = gunzipSync(bytes).toString();
  expect(JSON.parse(text)).toEqual({ data: { list: nodes(1000) } });
  expect(bytes.length).toBeLessThan(text.length / 5);
});

test.each([
  ['to a client that takes none', '{ list(count: 1000) }', { 'accept-encoding': 'gzip;q=0, br' }, 1000],
  ['that is short', '{ list(count: 10) }', browser, 10],
  ['to a mutation, which may hold a secret', 'mutation { list(count: 1000) }', browser, 1000],
])('does not compress an answer %s', async (_which, operation, accepted, count) => {
  const { headers, bytes } = await send(operation, accepted);
  expect(headers).not.toHaveProperty('content-encoding');
  expect(JSON.parse(bytes.toString())).toEqual({ data: { list: nodes(count) } });
});
