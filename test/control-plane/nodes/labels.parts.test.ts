import { expect, test } from 'vitest';
import { codeOf } from '../../harness/inhabited.ts';
import { sharedInhabited } from '../../harness/shared-control-plane.ts';

const inhabited = sharedInhabited();
const { controlPlane, host, createNode, newNode } = inhabited;

const label = (key: string, value: string) => ({ key, value });
const update = (type: 'Node' | 'Executor', id: string, data: object) =>
  controlPlane.call(
    `mutation($id: ID!, $data: ${type}UpdateInput!) {
      update: update${type}(where: { id: $id }, data: $data) { changed: ${type.toLowerCase()} { revision labels { key value } } } }`,
    { id, data },
  );
const labelled = { labels: [label('team', 'pay'), label('a', '1')] };

test.each(['Node', 'Executor'] as const)(
  'labels of a %s are replaced, or set and removed beside others',
  async (type) => {
    const id = type === 'Node' ? await newNode({ name: 'labelled', ...labelled }) : inhabited.executorId;
    if (type === 'Executor') expect((await update(type, id, labelled)).data.update.changed.revision).toBe(2);
    const { revision } = (await update(type, id, labelled)).data.update.changed;
    expect(revision).toBe(type === 'Node' ? 1 : 2);
    const single = { setLabels: [label('team', 'core'), label('b', '')], unsetLabels: ['a', 'unknown'] };
    for (let times = 0; times < 2; times++)
      expect((await update(type, id, { ...single, expectedRevision: revision + times })).data.update.changed).toEqual({
        revision: revision + 1,
        labels: [label('b', ''), label('team', 'core')],
      });
    const late = await update(type, id, { unsetLabels: ['b'], expectedRevision: revision });
    expect(late.errors?.[0]?.extensions).toMatchObject({
      code: 'revision_conflict',
      current: { labels: [label('b', ''), label('team', 'core')] },
    });
    const twice = await update(type, id, { setLabels: [label('c', '1'), label('c', '2')] });
    expect(twice.errors?.[0]?.extensions?.issues).toMatchObject([{ path: ['data', 'setLabels', '1', 'key'] }]);
    const both = await update(type, id, { setLabels: [label('c', '1')], unsetLabels: ['a', 'c'] });
    expect(both.errors?.[0]?.extensions?.issues).toMatchObject([{ path: ['data', 'unsetLabels', '1'] }]);
    const many = Array.from({ length: 31 }, (_, index) => label(`k${index}`, ''));
    expect(codeOf(await update(type, id, { setLabels: many }))).toBe('invalid_input');
    expect(codeOf(await update(type, id, { labels: [], unsetLabels: ['b'] }))).toBe('invalid_input');
    expect((await update(type, id, { labels: many })).data.update.changed.labels).toHaveLength(31);
  },
);

test('a new node with faulty labels is refused', async () => {
  const refused = await createNode({ name: 'faulty', labels: [label('-', 'a b')] });
  expect(refused.errors?.[0]?.extensions?.issues).toMatchObject([
    { path: ['data', 'labels', '0', 'key'] },
    { path: ['data', 'labels', '0', 'value'] },
  ]);
});

test('a label changes no configuration or delivery, and the audit log has it', async () => {
  const id = await newNode({ name: 'unaffected' });
  const desired = async () => {
    const { nodes } = (await host.sync()).data.syncExecutor;
    const { revision: _revision, ...rest } = nodes.find((each: { id: string }) => each.id === id);
    return rest;
  };
  const before = await desired();
  const setLabels = [label('constructor', 'x')];
  const { previewNodeUpdate } = await controlPlane.ask(
    `query($id: ID!, $data: NodeUpdateInput!) { previewNodeUpdate(where: { id: $id }, data: $data) {
      accepted changes { field from to consequences { kind } } configChanges { key } } }`,
    { id, data: { setLabels } },
  );
  const change = { field: 'labels.constructor', from: null, to: 'x', consequences: [{ kind: 'nothing' }] };
  expect(previewNodeUpdate).toEqual({ accepted: true, changes: [change], configChanges: [] });
  expect((await update('Node', id, { setLabels })).data.update.changed.labels).toEqual(setLabels);
  expect(await desired()).toEqual(before);
  const { auditActions } = await controlPlane.ask(
    '{ auditActions(filter: { action: "updateNode", take: 1 }) { nodes { target { name } before after } } }',
  );
  expect(auditActions.nodes).toEqual([
    { target: { name: 'unaffected' }, before: { labels: {} }, after: { labels: { constructor: 'x' } } },
  ]);
});
