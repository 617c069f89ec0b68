import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestControlPlane } from '../../harness/control-plane.ts';
import { type Inhabited, startInhabited } from '../../harness/inhabited.ts';
import { TestNodes } from '../../harness/nodes.ts';

describe('deletion', () => {
  let controlPlane: TestControlPlane;
  let newNode: Inhabited['newNode'];
  let nodes: TestNodes;

  beforeAll(async () => {
    const inhabited = await startInhabited();
    ({ controlPlane, newNode } = inhabited);
    nodes = new TestNodes(controlPlane, inhabited.executorId);
  });
  afterAll(() => controlPlane?.destroy());

  /** Requests the deletion and returns what is to happen to the data. */
  const deleteNode = async (id: string, rest = ''): Promise<string> => {
    const document = `mutation($id: ID!) { deleteNode(where: { id: $id }${rest}) { dataPolicy } }`;
    return (await controlPlane.ask(document, { id })).deleteNode.dataPolicy;
  };

  test('invariant 2: a repeated deletion that does not name a data policy keeps the first one', async () => {
    const id = await newNode({ name: 'precious' });
    expect(await deleteNode(id, ', data: keep')).toBe('keep');
    expect(await deleteNode(id)).toBe('keep');
    expect(await deleteNode(id, ', data: null')).toBe('keep');
    expect(await deleteNode(id, ', data: remove')).toBe('remove');
    expect(await deleteNode(id)).toBe('remove');
  });

  test('a deletion that does not name a data policy removes the data', async () => {
    expect(await deleteNode(await newNode({ name: 'plain' }))).toBe('remove');
  });

  test('a node that pruned its blocks does not get them back by removing the override that pruned them', async () => {
    const { id } = await nodes.create('thrifty', { overrides: [{ key: 'prune', value: '550' }] });
    await expect(nodes.update(id, { overrides: [] })).rejects.toThrow('has thrown its old blocks away');
    await expect(nodes.update(id, { overrides: [{ key: 'prune', value: '0' }] })).rejects.toThrow('thrown');
    expect(await nodes.update(id, { overrides: [{ key: 'prune', value: '600' }] })).toMatchObject({ revision: 2 });
    expect(await nodes.update(id, { nodeType: 'pruned', overrides: [] })).toMatchObject({ revision: 3 });
  });
});
