import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';

let inhabited: Inhabited;
beforeAll(async () => {
  inhabited = await startInhabited();
});
afterAll(() => inhabited?.controlPlane.destroy());

const refused = async () => {
  const { auditActions } = await inhabited.controlPlane.ask(
    '{ auditActions(filter: { outcome: refused }) { nodes { action errorCode target { id } actor { type } address requestId } } }',
  );
  return auditActions.nodes;
};

test.each([
  ['does not fit the schema', 'mutation { deleteNode(where: { id: "x" }, force: true) { id } }', {}],
  ['has a variable that is no good', 'mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', { id: {} }],
  ['lacks a variable', 'mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', {}],
  ['asks for too much', `mutation { deleteNode(where: { id: "x" }) { ${'a: id '.repeat(400)} } }`, {}],
])('a mutation whose request %s is in the audit log once, as refused', async (_what, query, variables) => {
  const before = await refused();
  const answer = await inhabited.controlPlane.call(query, variables);
  expect(codeOf(answer)).toBe('invalid_input');
  const after = await refused();
  expect(after).toHaveLength(before.length + 1);
  expect(after[0]).toEqual({
    ...{ action: 'deleteNode', errorCode: 'invalid_input', target: null, actor: { type: 'apiKey' } },
    address: expect.any(String),
    requestId: expect.any(String),
  });
});

test('what names no mutation, or comes from nobody, adds nothing', async () => {
  const { controlPlane } = inhabited;
  const before = await refused();
  for (const query of ['mutation {', 'mutation { deleteEverything { id } }', '{ nodes(nonsense: 1) { id } }'])
    expect(codeOf(await controlPlane.call(query))).toBe('invalid_input');
  const unknown = await controlPlane.call('mutation { deleteNode { id } }', {}, 'satrap_x_nobody');
  expect(codeOf(unknown)).toBe('invalid_input');
  expect(await refused()).toEqual(before);
});

test('a request that is refused for one of its mutations has each of them once', async () => {
  const before = await refused();
  await inhabited.controlPlane.call(
    'mutation { a: stopNothing { id } b: deleteNode(where: { id: "x" }) { id } c: deleteNode(where: { id: "y" }) { id } createNode { id } }',
  );
  const after = await refused();
  expect(
    after
      .slice(0, after.length - before.length)
      .map(({ action }: { action: string }) => action)
      .toSorted(),
  ).toEqual(['createNode', 'deleteNode']);
});
