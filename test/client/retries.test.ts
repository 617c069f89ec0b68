import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createClient, ExecutorsDocument, SignOutDocument, UnavailableError } from '../../src/client/index.ts';
import { closeServer, listenHere } from '../harness/listen.ts';

type Respond = (response: ServerResponse) => unknown;

const answer =
  (status: number, body: object): Respond =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const success = answer(200, { data: { signOut: true } });
const failure = (status: number, code: string) => answer(status, { errors: [{ message: 'no', extensions: { code } }] });
const lost: Respond = (response) => response.destroy();

/** A client of a server that responds in these ways, the last one from then on, and the keys that it received. */
async function clientOf(...responses: Respond[]) {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    request.resume();
    keys.push(request.headers['idempotency-key']);
    (responses.length > 1 ? responses.shift() : responses[0])?.(response);
  });
  onTestFinished(() => closeServer(server));
  return { keys, client: createClient({ url: `http://127.0.0.1:${await listenHere(server)}/graphql` }) };
}

test('repeats a mutation whose answer was lost under its key, and no other uses that', async () => {
  const { client, keys } = await clientOf(lost, failure(503, 'unavailable'), success);
  expect(await client.mutate(SignOutDocument, {})).toEqual({ signOut: true });
  expect(keys).toHaveLength(3);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(1);
  await client.mutate(SignOutDocument, {});
  await client.mutate(SignOutDocument, {}, { idempotencyKey: 'of the program itself' });
  expect(new Set(keys).size).toBe(3);
  expect(keys.at(-1)).toBe('of the program itself');
});

const asksToWait = (status: number, code: string, seconds: number): Respond => {
  const extensions = { code, retryable: true, retryAfterSeconds: seconds };
  return answer(status, { errors: [{ message: 'later', extensions }] });
};

test.each([
  [503, 'unavailable'],
  [429, 'rate_limited'],
])('after HTTP %i, a query and a mutation wait as long as they are asked', async (status, code) => {
  const reads = await clientOf(asksToWait(status, code, 0.5), answer(200, { data: { executors: [] } }));
  const startedAt = performance.now();
  expect(await reads.client.query(ExecutorsDocument)).toEqual({ executors: [] });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(500);
  const writes = await clientOf(asksToWait(status, code, 0.5), success);
  expect(await writes.client.mutate(SignOutDocument, {})).toEqual({ signOut: true });
  expect(new Set(writes.keys).size).toBe(1);
  expect([reads, writes].map(({ keys }) => keys.length)).toEqual([2, 2]);
});

test('a call that is asked to wait long, or again and again, fails with the number', async () => {
  const long = await clientOf(asksToWait(503, 'unavailable', 600));
  await expect(long.client.query(ExecutorsDocument)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 600,
  });
  const ever = await clientOf(asksToWait(503, 'unavailable', 0.01));
  await expect(ever.client.query(ExecutorsDocument)).rejects.toMatchObject({ retryAfterSeconds: 0.01 });
  expect([long, ever].map(({ keys }) => keys.length)).toEqual([1, 4]);
});

test('a wait ends with the signal of its call', async () => {
  const { client } = await clientOf(asksToWait(503, 'unavailable', 15));
  const stop = new AbortController();
  const stopped = client.query(ExecutorsDocument, {}, { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), 50);
  await expect(stopped).rejects.toThrow('enough');
});

test('repeats no query and no refused mutation, and gives up at its signal or limit', async () => {
  const refused = await clientOf(failure(200, 'name_taken'));
  await expect(refused.client.mutate(SignOutDocument, {})).rejects.toMatchObject({ code: 'name_taken' });
  const away = await clientOf(lost);
  await expect(away.client.query(ExecutorsDocument)).rejects.toBeInstanceOf(UnavailableError);
  expect([refused, away].map(({ keys }) => keys.length)).toEqual([1, 1]);
  expect(away.keys).toEqual([undefined]);
  const stop = new AbortController();
  const stopped = away.client.mutate(SignOutDocument, {}, { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
  await expect(away.client.mutate(SignOutDocument, {})).rejects.toBeInstanceOf(UnavailableError);
  expect(away.keys.length).toBeGreaterThanOrEqual(6);
});
