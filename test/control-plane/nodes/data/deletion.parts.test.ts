import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestControlPlane } from '../../../harness/control-plane.ts';
import { type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { TestNodes } from '../../../harness/nodes.ts';

describe('deletion', () => {
  let controlPlane: TestControlPlane;
  let newNode: Inhabited['newNode'];
  let nodes: TestNodes;
  let host: Inhabited['host'];
  let executorKey: string;

  beforeAll(async () => {
    const inhabited = await startInhabited();
    ({ controlPlane, newNode, host, executorKey } = inhabited);
    nodes = new TestNodes(controlPlane, inhabited.executorId);
  });
  afterAll(() => controlPlane?.destroy());

  /** Requests the deletion and returns the resulting data policy. */
  const deleteNode = async (id: string, rest = ''): Promise<string> => {
    const document = `mutation($id: ID!) { deleteNode(where: { id: $id }${rest}) { dataPolicy } }`;
    return (await controlPlane.ask(document, { id })).deleteNode.dataPolicy;
  };

  /** The paths of what is refused. */
  const refusalOf = async (id: string, rest: string) => {
    const document = `mutation($id: ID!) { deleteNode(where: { id: $id }${rest}) { dataPolicy } }`;
    const { errors } = await controlPlane.call(document, { id });
    return errors?.[0]?.extensions?.issues?.map(({ path, message }) => [path.join('.'), message]);
  };
  const removal = (name: string, wallets: string[] = []) =>
    `, removal: { name: "${name}", wallets: ${JSON.stringify(wallets)} }`;

  test('invariant 2: a deletion keeps the chain data unless its removal is asked for with the node’s name', async () => {
    const id = await newNode({ name: 'precious' });
    expect(await refusalOf(id, ', data: remove')).toEqual([
      ['removal', expect.stringContaining('--remove-data precious')],
    ]);
    expect(await refusalOf(id, removal('other'))).toEqual([['removal.name', expect.stringContaining('precious')]]);
    expect(await refusalOf(id, `, data: keep${removal('precious')}`)).toEqual([['removal', expect.any(String)]]);
    expect(await deleteNode(id)).toBe('keep');
    expect(await deleteNode(id, removal('precious'))).toBe('remove');
  });

  test('invariant 2: a repeated deletion that does not say what becomes of the data keeps the first choice', async () => {
    const id = await newNode({ name: 'repeated' });
    expect(await deleteNode(id, ', data: keep')).toBe('keep');
    expect(await deleteNode(id)).toBe('keep');
    expect(await deleteNode(id, ', data: null')).toBe('keep');
    expect(await deleteNode(id, `, data: remove${removal('repeated')}`)).toBe('remove');
    expect(await deleteNode(id)).toBe('remove');
    expect(await deleteNode(id, ', data: keep')).toBe('keep');
  });

  test('invariant 2: the chain data of a node with wallets is removed only where each of them is named', async () => {
    const id = await newNode({ name: 'rich' });
    const since = '2026-01-01T00:00:00.000Z';
    await host.sync({ nodes: [{ id, phase: 'running', since, wallets: ['', 'savings'] }] });
    const { node } = await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { status { wallets } } }', {
      id,
    });
    expect(node.status.wallets).toEqual(['', 'savings']);
    const [[path, message] = []] = (await refusalOf(id, removal('rich', ['']))) ?? [];
    expect(path).toBe('removal.wallets');
    expect(message).toContain('lost: “savings”');
    expect(await refusalOf(id, removal('rich'))).toEqual([
      ['removal.wallets', expect.stringContaining('(the default wallet), “savings”')],
    ]);
    expect(await deleteNode(id, removal('rich', ['savings', '']))).toBe('remove');
    const document = `mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) { nodes { id dataPolicy removableWallets } } }`;
    const { variables } = JSON.parse(host.syncBody());
    const { data } = await controlPlane.call(document, variables, executorKey);
    expect(data.syncExecutor.nodes).toContainEqual({ id, dataPolicy: 'remove', removableWallets: ['savings', ''] });
  });

  test('a full node takes no prune target; a pruned one does, and does not get its blocks back', async () => {
    const prune = (value: string) => ({ overrides: [{ key: 'prune', value }] });
    await expect(nodes.create('thrifty', prune('550'))).rejects.toThrow('choose node type pruned');
    const { id } = await nodes.create('thrifty');
    await expect(nodes.update(id, prune('550'))).rejects.toThrow('choose node type pruned');
    expect(await nodes.update(id, { nodeType: 'pruned', ...prune('600') })).toMatchObject({ revision: 2 });
    await expect(nodes.update(id, { nodeType: 'full', overrides: [] })).rejects.toThrow('no longer has its old blocks');
    await expect(nodes.update(id, { nodeType: 'full' })).rejects.toThrow('choose node type pruned');
    expect(await nodes.update(id, { overrides: [] })).toMatchObject({ revision: 3 });
  });
});
