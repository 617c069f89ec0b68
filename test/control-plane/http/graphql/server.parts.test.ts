import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { serverAudits } from 'graphql-http';
import { beforeAll, expect, test } from 'vitest';
import { post } from '../../../harness/post.ts';
import { sharedControlPlane, sharedDatabase } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane();
const database = sharedDatabase(controlPlane);

/** Sends a raw request, and returns the whole response. */
async function raw(...lines: string[]): Promise<string> {
  const socket = connect(controlPlane.settings.port, '127.0.0.1');
  socket.write(lines.join('\r\n'));
  return text(socket);
}

const head = ['POST /graphql HTTP/1.1', 'Content-Type: application/json'];

/** A request of a stranger whose body stops. Sent before the other tests, because its end takes ten seconds. */
let slow: Promise<{ answer: string; seconds: number }>;
beforeAll(() => {
  const began = performance.now();
  slow = raw(...head, 'Host: x', 'Content-Length: 100', '', '{"que').then((answer) => ({
    answer,
    seconds: (performance.now() - began) / 1000,
  }));
});

async function send(body: string, headers: Record<string, string> = {}) {
  const response = await post(controlPlane.url, body, { headers });
  const said = await response.text();
  return { status: response.status, headers: response.headers, body: said.startsWith('{') ? JSON.parse(said) : said };
}

const authorization = () => ({ authorization: `Bearer ${controlPlane.personalKey}` });

const viewerRole = '{ viewer { role } }';

test.each(['//', 'http://[', '*', '/graphql/../x', '/GRAPHQL'])(
  'a request for the path %s is answered with 404 and harms no other request',
  async (target) => {
    const answer = await raw(`POST ${target} HTTP/1.1`, 'Host: x', 'Content-Length: 0', 'Connection: close', '', '');
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect((await controlPlane.ask(viewerRole)).viewer.role).toBe('owner');
  },
);

test.each(['[', 'a b', ''])('a request with the Host header “%s” is refused without a stack trace', async (host) => {
  const answer = await raw(...head, `Host: ${host}`, 'Content-Length: 2', 'Connection: close', '', '{}');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('The Host header is invalid.');
  expect(answer).not.toMatch(/\.js|\.ts|at /);
  expect((await controlPlane.ask(viewerRole)).viewer.role).toBe('owner');
});

test('without a valid key, only a body small enough to sign in is read', async () => {
  const query = `{ viewer { role } } #${'x'.repeat(5000)}`;
  const strangers: Record<string, string>[] = [{}, { authorization: 'Bearer nonsense-nonsense' }];
  for (const headers of strangers) {
    const { status, body } = await send(JSON.stringify({ query }), headers);
    expect([status, body.errors[0].extensions.code]).toEqual([401, 'unauthenticated']);
    expect((await send('{"query":"{ viewer { role } }"}', headers)).body).toEqual({ data: { viewer: null } });
  }
  expect((await send(JSON.stringify({ query }), authorization())).body).toEqual({
    data: { viewer: { role: 'owner' } },
  });
});

test('reads a body without a length up to its caller’s limit: 20 MiB or 256 KiB', async () => {
  const sendBytes = async (key: string, bytes: number) => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const authorization = `Bearer ${key}`;
    const sent = request(controlPlane.url, { method: 'POST', headers: { ...headers, authorization } });
    const answered = once(sent, 'response');
    sent.on('error', () => undefined);
    const space = Buffer.alloc(128 * 1024, ' ');
    for (let written = 0; written < bytes && !sent.destroyed; written += space.length) sent.write(space);
    sent.end('{"query":"{ viewer { role } }"}');
    const [response] = await answered;
    response.resume();
    return response.statusCode;
  };
  const agent = await controlPlane.key('executor');
  expect(await sendBytes('nonsense-nonsense', 0)).toBe(401);
  expect(await sendBytes(controlPlane.personalKey, 128 * 1024)).toBe(200);
  expect(await sendBytes(controlPlane.personalKey, 512 * 1024)).toBe(413);
  expect(await sendBytes(agent, 4 * 1024 * 1024)).toBe(200);
  expect(await sendBytes(agent, 22 * 1024 * 1024)).toBe(413);
});

test.each(['application/json', 'application/graphql-response+json', '*/*'])(
  'a query’s fault has a code, and a status only in the newer media type: %s',
  async (accept) => {
    for (const body of [
      { query: '{ nope }' },
      { query: '{ viewer ' },
      { query: 'query($take: Int) { nodes(take: $take) { id } }', variables: { take: 'x' } },
      { query: '{ nodes(where: { createdAt: { gt: "x" } }) { id } }' },
      { query: '{ viewer { role } }', operationName: 'Other' },
      { query: `{ ${'a '.repeat(5000)} }` },
    ]) {
      const answer = await send(JSON.stringify(body), { ...authorization(), accept });
      expect([answer.status, answer.body.errors?.[0].extensions.code]).toEqual([
        accept === 'application/graphql-response+json' ? 400 : 200,
        'invalid_input',
      ]);
    }
    expect((await send('{"query":"{ nodes { id } }"}', { accept })).status).toBe(401);
  },
);

test('only JSON is accepted, and no page of another origin may read an answer', async () => {
  const query = '{"query":"{ viewer { role } }"}';
  const forms = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];
  for (const type of [...forms, 'application/graphql', 'application/json; charset=utf-16'])
    expect((await send(query, { ...authorization(), 'content-type': type })).status).toBe(415);
  const foreign = await send(query, { ...authorization(), origin: 'https://elsewhere.example' });
  expect([...foreign.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  const asked = await fetch(controlPlane.url, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  });
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([405, null]);
  const nowhere = await fetch(new URL('/api/nodes', controlPlane.url), { headers: { accept: 'application/json' } });
  expect(nowhere.status).toBe(404);
  for (const refused of [asked, nowhere, await post(controlPlane.url, '{')])
    expect(await refused.json()).toEqual({
      errors: [
        {
          message: expect.any(String),
          extensions: { code: 'invalid_input', retryable: false, link: '/docs/errors.html#invalid_input' },
        },
      ],
    });
});

test('no proxy keeps an answer, and connections outlast those of proxies', async () => {
  const answers = [
    await send('{"query":"{ viewer { role } }"}', authorization()),
    await send('{"query":"{ nodes { id } }"}'),
    await fetch(new URL('/healthz', controlPlane.url)),
    await fetch(new URL('/nowhere', controlPlane.url)),
  ];
  for (const { headers } of answers)
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
  expect(Number(/timeout=(\d+)/.exec(answers[0]?.headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60);
});

test('a created key’s secret survives the failure of another field', async () => {
  const { data, errors } = await controlPlane.call(
    'mutation { a: createApiKey(data: { name: "first", purpose: executor }) { secret } b: createApiKey(data: { name: "", purpose: executor }) { secret } }',
  );
  expect(data).toEqual({ a: { secret: expect.stringMatching(/^satrap_x_/) }, b: null });
  expect(errors?.map(({ path, extensions }) => [path, extensions?.code])).toEqual([[['b'], 'invalid_input']]);
  const read = await controlPlane.call('{ viewer { role } nodes(take: 0) { id } executors { id } }');
  expect(read.data).toEqual({ viewer: { role: 'owner' }, nodes: null, executors: [] });
});

/** Where the control plane deviates from «GraphQL over HTTP», with the rule of its own contract. */
const otherwise: readonly (readonly [rule: string, ids: readonly string[]])[] = [
  ['the API is POST /graphql and nothing else', ['5A70', 'D6D5', '6A70']],
  ['the schema is not told to strangers: there is no introspection without --development', ['28B9', '2EA1']],
];

const audits = serverAudits({
  url: () => controlPlane.url,
  fetchFn: (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${controlPlane.personalKey}`);
    return fetch(url, { ...init, headers });
  },
});

test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s: %s', async (id, _name, audit) => {
  const { status } = await audit.fn();
  const [rule] = otherwise.find(([, ids]) => ids.includes(id)) ?? [];
  if (rule === undefined) expect(status).toBe('ok');
  else expect(status, `it passes now: ${rule}`).not.toBe('ok');
});

test.each([
  ['for the schema', '{ __schema { types { name } } }', 'introspection'],
  ['that is too deep', `{ nodes ${'{ executor { nodes '.repeat(7)} { id } ${'} }'.repeat(7)} }`, 'deeper than'],
  ['that is too wide', `{ ${'viewer { role } '.repeat(201)} }`, 'more than 400 fields'],
  ['with a misspelt name', '{ nodez { id } }', /^Cannot query field "nodez" on type "Query"\.$/],
])('a query %s is refused by a production server', async (_what, query, message) => {
  expect((await controlPlane.call(query)).errors?.[0]?.message).toMatch(message);
});

test('a key that requests too much learns when to return; others are unaffected', async () => {
  const hasty = await controlPlane.key('personal', 'hasty');
  await database.execute(sql`INSERT INTO audit_action (organization_id, at, actor_type, actor_name, action)
    SELECT id, now(), 'user', 'Ada', 'updateNode' FROM organization, generate_series(1, 500)`);
  // Each is refused for its size, costs as much as 200 small ones, and takes the server little time.
  const lists = Array.from(
    { length: 6 },
    (_, index) => `a${index}: auditActions(filter: { take: 500 }) { nodes { id } }`,
  );
  const ask = () => post(controlPlane.url, { query: `{ ${lists.join(' ')} }` }, { key: hasty });
  let answer = await ask();
  let sent = 1;
  for (; sent < 400 && answer.status === 200; sent++) answer = await ask();
  expect(sent).toBeGreaterThanOrEqual(3000 / 200);
  expect([answer.status, await answer.json()]).toMatchObject([
    429,
    { errors: [{ extensions: { code: 'rate_limited' } }] },
  ]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect((await controlPlane.call('{ viewer { role } }')).status).toBe(200);
});

// Last, so that its ten seconds have passed beside the others.
test('gives up a stranger’s slow body after ten seconds and closes the connection', async () => {
  const { answer, seconds } = await slow;
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(seconds).toBeGreaterThan(9);
});
