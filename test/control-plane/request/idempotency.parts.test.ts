import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { idempotencyJob } from '../../../src/control-plane/request/idempotency.ts';
import { type GraphqlAnswer, post } from '../../harness/graphql.ts';
import { codeOf } from '../../harness/inhabited.ts';
import { firstPerson, newPerson } from '../../harness/people.ts';
import { sharedClient, sharedDatabase, sharedInhabited, sharedReplica } from '../../harness/shared-control-plane.ts';

const { controlPlane, newNode, createNode } = sharedInhabited();
const replica = sharedReplica(controlPlane);
const database = sharedDatabase(controlPlane);
const client = sharedClient(() => controlPlane.settings.databaseUrl);

const send = async (key: string, query: string, variables: object, { url = controlPlane.url, caller = '' } = {}) => {
  const authorization = `Bearer ${caller || controlPlane.personalKey}`;
  return (await post(url, { authorization, 'idempotency-key': key }, query, variables)) as GraphqlAnswer;
};
const restart = 'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: restart) { node { revision } } }';
const createKey = 'mutation($data: ApiKeyCreateInput!) { createApiKey(data: $data) { secret apiKey { id } } }';

test('a repeated mutation returns the first answer, also at another replica', async () => {
  const id = await newNode({ name: 'repeated' });
  const key = randomUUID();
  const answers = [];
  for (const url of [controlPlane.url, replica.url, controlPlane.url])
    answers.push(await send(key, restart, { id }, { url }));
  expect(answers.map(({ data }) => data.requestNodeLifecycleAction.node.revision)).toEqual([2, 2, 2]);
  expect((await send(randomUUID(), restart, { id })).data.requestNodeLifecycleAction.node.revision).toBe(3);
  const { rows } = await client.query(
    "SELECT count(*)::int FROM audit_action WHERE target_id = $1 AND action LIKE '%Lifecycle%'",
    [id],
  );
  expect(rows).toEqual([{ count: 2 }]);
});

test('of simultaneous requests with one key, one runs, and all get its answer', async () => {
  const name = 'at-once';
  const key = randomUUID();
  const create = 'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }';
  const data = { name, network: 'regtest' };
  const urls = [controlPlane.url, replica.url, controlPlane.url, replica.url];
  const answers = await Promise.all(urls.map((url) => send(key, create, { data }, { url })));
  expect(answers.flatMap(({ errors = [] }) => errors)).toEqual([]);
  expect(new Set(answers.map((answer) => answer.data.createNode.node.id)).size).toBe(1);
});

test('a repeated key creation returns its secret, stored only encrypted', async () => {
  const key = randomUUID();
  const variables = { data: { purpose: 'personal', name: 'lost answer' } };
  const first = await send(key, createKey, variables);
  expect((await send(key, createKey, variables, { url: replica.url })).data).toEqual(first.data);
  const { rows } = await client.query('SELECT * FROM idempotent_answer');
  const stored = rows.map(({ id, sealed }) => `${id} ${sealed} ${Buffer.from(sealed, 'base64').toString('latin1')}`);
  expect(stored.length).toBeGreaterThan(0);
  for (const hidden of [first.data.createApiKey.secret, key]) expect(stored.join()).not.toContain(hidden);
});

test('a key belongs to its first request and its caller', async () => {
  const key = randomUUID();
  const [id, other] = [await newNode({ name: 'its-own' }), await newNode({ name: 'not-its-own' })];
  expect((await send(key, restart, { id })).errors).toBeUndefined();
  expect(codeOf(await send(key, restart, { id: other }))).toBe('idempotency_key_reused');
  const admin = await newPerson(controlPlane, controlPlane, 'admin');
  const caller = (await admin.browser.ask(createKey, { data: { purpose: 'personal', name: 'another' } })).createApiKey
    .secret;
  expect((await send(key, restart, { id }, { caller })).data.requestNodeLifecycleAction.node.revision).toBe(3);
  expect(codeOf(await send('short', restart, { id }))).toBe('invalid_input');
});

test('a refusal is not stored, and each field of a request counts by itself', async () => {
  const key = randomUUID();
  const rename =
    'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { node { name } } }';
  const id = await newNode({ name: 'refused-first' });
  await newNode({ name: 'taken' });
  expect(codeOf(await send(key, rename, { id, data: { name: 'taken' } }))).toBe('name_taken');
  expect((await send(key, rename, { id, data: { name: 'free' } })).data.updateNode.node.name).toBe('free');
  const twice = `mutation($id: ID!) {
    a: requestNodeLifecycleAction(id: $id, action: restart) { node { revision } }
    b: requestNodeLifecycleAction(id: $id, action: restart) { node { revision } } }`;
  const both = randomUUID();
  for (let times = 0; times < 2; times++)
    expect((await send(both, twice, { id })).data).toEqual({
      a: { node: { revision: 3 } },
      b: { node: { revision: 4 } },
    });
});

test('a repeated password change or sign-in succeeds though the first one ran', async () => {
  const { email, password, browser } = await firstPerson(controlPlane);
  const newPassword = randomUUID();
  const change = 'mutation($data: PasswordChangeInput!) { changePassword(data: $data) { person { id } } }';
  const headers = { cookie: browser.cookie, origin: new URL(controlPlane.url).origin, 'idempotency-key': randomUUID() };
  const data = { currentPassword: password, newPassword };
  for (let times = 0; times < 2; times++)
    expect(await post(controlPlane.url, headers, change, { data })).toMatchObject({
      data: { changePassword: { person: { id: expect.any(String) } } },
    });
  const signIn = 'mutation($data: SignInInput!) { signIn(data: $data) { needsSecondFactor } }';
  const key = { 'idempotency-key': randomUUID() };
  const signInput = { data: { email, password: newPassword } };
  const cookies = [];
  for (let times = 0; times < 2; times++)
    cookies.push((await post(controlPlane.url, key, signIn, signInput)).headers.getSetCookie());
  expect(cookies[0]).toHaveLength(1);
  expect(cookies[1]).toEqual(cookies[0]);
});

test('answers are deleted after a day', async () => {
  await createNode({ name: 'old-answer' });
  await client.query("UPDATE idempotent_answer SET created_at = now() - interval '25 hours'");
  await createNode({ name: 'new-answer' });
  await idempotencyJob(database).run(new AbortController().signal, async () => {});
  expect((await client.query('SELECT id FROM idempotent_answer')).rows).toHaveLength(1);
});
