import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  ChangesDocument,
  CreateNodeDocument,
  createClient,
  ExecutorsDocument,
  RateLimitedError,
  SatrapError,
  UnauthenticatedError,
  UnavailableError,
} from '../../src/client/index.ts';
import { TestControlPlane } from '../harness/control-plane.ts';

let controlPlane: TestControlPlane;

beforeAll(async () => {
  controlPlane = await TestControlPlane.start();
});
afterAll(() => controlPlane.destroy());

const ours = (key: string | undefined = controlPlane.personalKey) => createClient({ url: controlPlane.url, key });

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

/** A server that answers every request in the same way; returns its URL. */
async function answering(status: number, headers: Record<string, string>, body: string): Promise<string> {
  const server: Server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
}

test('an operation that takes a key says so by its error', async () => {
  const input = { name: 'n', network: 'regtest' as const, where: undefined };
  const error = await failureOf(ours('').mutate(CreateNodeDocument, { data: input } as never));
  expect(error).toBeInstanceOf(UnauthenticatedError);
  expect(error).toMatchObject({ code: 'Unauthenticated', status: 401 });
});

test('a malformed value names its place', async () => {
  const error = await failureOf(ours().query(ExecutorsDocument, { take: 0 }));
  expect(error).toBeInstanceOf(SatrapError);
  expect(error).toMatchObject({ code: 'invalid_input', issues: [{ path: ['take'], message: expect.any(String) }] });
});

test('a limit of rate says when to come again', async () => {
  const errors = [{ message: 'Too many.', extensions: { code: 'RateLimited' } }];
  const url = await answering(
    429,
    { 'content-type': 'application/json', 'retry-after': '7' },
    JSON.stringify({ errors }),
  );
  const error = await failureOf(createClient({ url }).query(ExecutorsDocument));
  expect(error).toBeInstanceOf(RateLimitedError);
  expect(error).toMatchObject({ code: 'RateLimited', retryAfterSeconds: 7 });
});

test.each([
  ['a proxy without its server', 502, 'text/html', '<p>bad gateway'],
  [
    'a database that is away',
    503,
    'application/json',
    '{"errors":[{"message":"away","extensions":{"code":"unavailable"}}]}',
  ],
])('%s is no answer', async (_what, status, type, body) => {
  const url = await answering(status, { 'content-type': type }, body);
  expect(await failureOf(createClient({ url }).query(ExecutorsDocument))).toBeInstanceOf(UnavailableError);
});

test('a control plane that cannot be reached is no answer, and the error repeats no key', async () => {
  const error = await failureOf(
    createClient({ url: 'http://127.0.0.1:9/graphql', key: controlPlane.personalKey }).query(ExecutorsDocument),
  );
  expect(error).toBeInstanceOf(UnavailableError);
  expect(String(error)).not.toContain(controlPlane.personalKey);
});

test('a call ends with its signal', async () => {
  const reason = new Error('enough');
  const call = ours().query(ExecutorsDocument, {}, { signal: AbortSignal.abort(reason) });
  expect(await failureOf(call)).toBe(reason);
});

test('a stream goes on when the control plane was restarted, and ends with its signal', async () => {
  const stop = new AbortController();
  const stream = ours().subscribe(ChangesDocument, { types: ['executor'] }, { signal: stop.signal });
  const first = await stream.next();
  expect(first.value?.changes).toMatchObject([{ type: 'resync' }]);
  await controlPlane.stop();
  const next = stream.next();
  await controlPlane.serve();
  expect((await next).value?.changes).toMatchObject([{ type: 'resync' }]);
  stop.abort();
  expect(await stream.next()).toMatchObject({ done: true });
});

test('a stream that nobody may open is an error at once', async () => {
  const stream = ours('').subscribe(ChangesDocument);
  expect(await failureOf(stream.next())).toBeInstanceOf(UnauthenticatedError);
});
