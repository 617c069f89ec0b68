import { expect, test } from 'vitest';
import { codeOf } from '../../../harness/inhabited.ts';
import { nodeOf, TestNodes } from '../../../harness/nodes.ts';
import type { ParsedJson } from '../../../harness/parsed-json.ts';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';

const inhabited = sharedInhabited();
const { controlPlane, newNode } = inhabited;

const actor = '{ type name userId apiKeyId }';
const authorsOf = async (id: string) => nodeOf(controlPlane, id, `createdBy ${actor} lastChangedBy ${actor}`);

/** Another key of the owner. */
async function anotherKey(name: string): Promise<{ id: string; secret: string }> {
  const create = 'mutation($data: ApiKeyCreateInput!) { createApiKey(data: $data) { apiKey { id } secret } }';
  const { apiKey, secret } = (await controlPlane.ask(create, { data: { name, purpose: 'personal' } })).createApiKey;
  return { id: apiKey.id, secret };
}

test('a new node was created and last changed by the same key', async () => {
  const { createdBy, lastChangedBy } = await authorsOf(await newNode({ name: 'created' }));
  const ofOwner = {
    type: 'api_key',
    name: 'owner@example.com',
    userId: expect.any(String),
    apiKeyId: expect.any(String),
  };
  expect(createdBy).toEqual(ofOwner);
  expect(lastChangedBy).toEqual(createdBy);
});

test('a change names the key that made it, and leaves the creator', async () => {
  const id = await newNode({ name: 'changed' });
  const { createdBy } = await authorsOf(id);
  const key = await anotherKey('changes');
  const restart = 'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: restart) { node { id } } }';
  await controlPlane.ask(restart, { id }, key.secret);
  const after = await authorsOf(id);
  expect(after.lastChangedBy).toMatchObject({ type: 'api_key', apiKeyId: key.id });
  expect(after.createdBy).toEqual(createdBy);
});

test('a log that is read and a change that is refused are no changes', async () => {
  const id = await newNode({ name: 'read' });
  const before = await authorsOf(id);
  const { secret } = await anotherKey('reads');
  const open = 'mutation($id: ID!) { openAgentRequest(where: { id: $id }, data: { log: {} }) { request { id } } }';
  await controlPlane.ask(open, { id }, secret);
  const update = 'mutation($id: ID!) { updateNode(where: { id: $id }, data: { name: "" }) { node { id } } }';
  expect(codeOf(await controlPlane.call(update, { id }, secret))).toBe('invalid_input');
  expect(await authorsOf(id)).toEqual(before);
});

test('a node of another name has its own authors', async () => {
  const key = await anotherKey('renames');
  const [one, other] = [await newNode({ name: 'one' }), await newNode({ name: 'other' })];
  await new TestNodes(controlPlane, inhabited.executorId).update(one, { name: 'two' });
  const change = 'mutation($id: ID!) { updateNode(where: { id: $id }, data: { name: "three" }) { node { id } } }';
  await controlPlane.ask(change, { id: one }, key.secret);
  const query = `query($ids: [String!]) { nodes(where: { id: { in: $ids } }) { id lastChangedBy ${actor} } }`;
  const { nodes } = await controlPlane.ask(query, { ids: [one, other] });
  const keyOf = (id: string) => nodes.find((node: ParsedJson) => node.id === id).lastChangedBy.apiKeyId;
  expect(keyOf(one)).toBe(key.id);
  expect(keyOf(other)).not.toBe(key.id);
});
