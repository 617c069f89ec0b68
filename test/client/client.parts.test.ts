import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
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
import { closeServer, listenHere } from '../harness/listen.ts';
import { sharedControlPlane } from '../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane();
const ours = (key: string | undefined = controlPlane.personalKey) => createClient({ url: controlPlane.url, key });

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

/** The failure of a query to a server that answers every request in the same way. */
async function failureFor(status: number, headers: Record<string, string>, body: string): Promise<unknown> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  });
  onTestFinished(() => closeServer(server));
  const url = `http://127.0.0.1:${await listenHere(server)}/graphql`;
  return failureOf(createClient({ url }).query(ExecutorsDocument));
}

const errorBody = (message: string, code: string) => JSON.stringify({ errors: [{ message, extensions: { code } }] });
const json = { 'content-type': 'application/json' };

test('an operation or a stream that takes a key says so by its error', async () => {
  const input = { name: 'n', network: 'regtest' as const, where: undefined };
  const error = await failureOf(ours('').mutate(CreateNodeDocument, { data: input } as never));
  expect(error).toBeInstanceOf(UnauthenticatedError);
  expect(error).toMatchObject({ code: 'unauthenticated', status: 401 });
  expect(await failureOf(ours('').subscribe(ChangesDocument).next())).toBeInstanceOf(UnauthenticatedError);
});

test('a malformed value names its place, and a limit of rate says when to come again', async () => {
  const malformed = await failureOf(ours().query(ExecutorsDocument, { take: 0 }));
  expect(malformed).toBeInstanceOf(SatrapError);
  expect(malformed).toMatchObject({ code: 'invalid_input', issues: [{ path: ['take'], message: expect.any(String) }] });
  const limited = await failureFor(429, { ...json, 'retry-after': '7' }, errorBody('Too many.', 'rate_limited'));
  expect(limited).toBeInstanceOf(RateLimitedError);
  expect(limited).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 7 });
});

test('reports an unreachable proxy, database or control plane as no answer', async () => {
  const key = controlPlane.personalKey;
  const nowhere = createClient({ url: 'http://127.0.0.1:9/graphql', key });
  for (const failure of [
    failureFor(502, { 'content-type': 'text/html' }, '<p>bad gateway'),
    failureFor(503, json, errorBody('away', 'unavailable')),
    failureOf(nowhere.query(ExecutorsDocument)),
  ])
    expect(await failure).toBeInstanceOf(UnavailableError);
  expect(String(await failureOf(nowhere.query(ExecutorsDocument)))).not.toContain(key);
});

test('a stream continues over a restart, and ends with its signal, as a call does', async () => {
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
  const reason = new Error('enough');
  expect(await failureOf(ours().query(ExecutorsDocument, {}, { signal: AbortSignal.abort(reason) }))).toBe(reason);
});
