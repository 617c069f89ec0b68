import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestControlPlane } from '../../harness/control-plane.ts';
import { type Inhabited, startInhabited } from '../../harness/inhabited.ts';

let controlPlane: TestControlPlane;
let inhabited: Inhabited;

beforeAll(async () => {
  inhabited = await startInhabited({});
  ({ controlPlane } = inhabited);
});
afterAll(() => controlPlane?.destroy());

const fields = `accepted issues { code path message } executor { name } placement { chosenBy reason }
  node { clientVersion nodeType resources { cpuCores memoryMiB diskGiB } }
  changes { field from to consequences { kind message } } configChanges { key from to origin note }`;

const creation = async (data: object, key?: string) =>
  (
    await controlPlane.ask(
      `query($data: NodeCreateInput!) { previewNodeCreation(data: $data) { ${fields} } }`,
      { data: { network: 'regtest', name: 'previewed', ...data } },
      key,
    )
  ).previewNodeCreation;
const update = async (id: string, data: object, key?: string) =>
  (
    await controlPlane.ask(
      `query($id: ID!, $data: NodeUpdateInput!) { previewNodeUpdate(where: { id: $id }, data: $data) { ${fields} } }`,
      { id, data },
      key,
    )
  ).previewNodeUpdate;

describe('the preview of a creation', () => {
  test('shows the executor, the defaults and the whole effective configuration, and makes nothing', async () => {
    const preview = await creation({});
    expect(preview).toMatchObject({
      accepted: true,
      issues: [],
      executor: { name: 'host-1' },
      placement: { chosenBy: 'control_plane' },
      node: { clientVersion: '28.1', nodeType: 'full', resources: { cpuCores: 1, memoryMiB: 1024, diskGiB: 1 } },
      changes: [],
    });
    expect(preview.configChanges).toContainEqual({
      ...{ key: 'txindex', from: null, to: '1', origin: 'default', note: expect.any(String) },
    });
    expect(preview.configChanges).toContainEqual(expect.objectContaining({ key: 'rpcauth', to: null }));
    expect((await controlPlane.ask('{ nodes { id } }')).nodes).toEqual([]);
  });

  test('names every fault with its path, where createNode names the first', async () => {
    await inhabited.newNode({ name: 'taken' });
    const { accepted, issues } = await creation({
      name: 'taken',
      executorId: inhabited.executorId,
      network: 'mainnet',
      resources: { memoryMiB: 500_000 },
      overrides: [{ key: 'datadir', value: '/x' }],
    });
    expect(accepted).toBe(false);
    const found = issues.map(({ code, path }: { code: string; path: string[] }) => [code, path.join('.')]);
    expect(found).toEqual([
      ['name_taken', 'data.name'],
      ['chain_not_supported_by_executor', 'data.network'],
      ['invalid_node_config', 'data.overrides.0.key'],
      ['not_enough_resources', 'data.resources.memoryMiB'],
    ]);
  });

  test('says why no host can run the node, and nothing of those of others', async () => {
    const nowhere = await creation({ executorLabels: [{ key: 'disk', value: 'tape' }] });
    expect(nowhere).toMatchObject({ accepted: false, executor: null, node: null });
    expect(nowhere.issues).toEqual([
      {
        code: 'no_executor_fits',
        path: [],
        message: 'no host can run the node: host-1 does not have the label disk=tape',
      },
    ]);
    const strange = await creation({ executorId: inhabited.executorId }, inhabited.stranger.personalKey);
    expect(strange).toMatchObject({ accepted: false, executor: null, issues: [{ code: 'Forbidden' }] });
  });

  test('takes a name that is none for an issue, also one that no database can hold', async () => {
    for (const name of ['-x', '']) {
      const { issues } = await creation({ name });
      expect(issues).toMatchObject([{ code: 'invalid_input', path: ['data', 'name'] }]);
    }
  });
});

describe('the preview of an update', () => {
  test('shows each change with its consequences and what changes in the configuration, and changes nothing', async () => {
    const id = await inhabited.newNode({ name: 'to-change' });
    const preview = await update(id, {
      resources: { memoryMiB: 2048, diskGiB: 7 },
      overrides: [{ key: 'coinstatsindex', value: '1' }],
    });
    expect(preview).toMatchObject({ accepted: true, issues: [], executor: { name: 'host-1' }, placement: null });
    const kinds = preview.changes.map(({ field, from, to, consequences }: (typeof preview.changes)[number]) => [
      ...[field, from, to],
      consequences.map(({ kind }: { kind: string }) => kind),
    ]);
    expect(kinds).toEqual([
      ['resources.memoryMiB', '1024', '2048', ['new_container']],
      ['resources.diskGiB', '1', '7', ['nothing']],
      ['overrides.coinstatsindex', null, '1', ['new_container', 'builds_index']],
    ]);
    expect(preview.configChanges).toEqual([
      { key: 'dbcache', from: '256', to: '512', origin: 'default', note: expect.any(String) },
      { key: 'maxmempool', from: '256', to: '300', origin: 'default', note: expect.any(String) },
      { key: 'coinstatsindex', from: null, to: '1', origin: 'override', note: null },
    ]);
    const { node } = await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { revision } }', { id });
    expect(node.revision).toBe(1);
  });

  test('refuses what updateNode refuses', async () => {
    const id = await inhabited.newNode({ name: 'refuses', nodeType: 'pruned' });
    const { accepted, issues, changes } = await update(id, { nodeType: 'full', name: 'taken' });
    expect(accepted).toBe(false);
    expect(issues.map(({ code }: { code: string }) => code)).toEqual(['name_taken', 'invalid_node_config']);
    expect(changes.at(-1).consequences).toContainEqual(expect.objectContaining({ kind: 'needs_missing_data' }));
    await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', { id });
    expect((await update(id, {})).issues).toMatchObject([{ code: 'node_being_deleted' }]);
  });

  test('says which node type prunes', async () => {
    const overrides = [{ key: 'prune', value: '550' }];
    const id = await inhabited.newNode({ name: 'keeps-all' });
    for (const { accepted, issues } of [await update(id, { overrides }), await creation({ overrides })]) {
      expect(accepted).toBe(false);
      expect(issues).toEqual([
        {
          code: 'invalid_node_config',
          path: ['data', 'overrides', '0', 'value'],
          message: expect.stringContaining('choose node type pruned'),
        },
      ]);
    }
  });

  test('is nothing for a node of another organization, and open to members', async () => {
    const id = await inhabited.newNode({ name: 'ours' });
    expect(await update(id, {}, inhabited.stranger.personalKey)).toBeNull();
    expect(await update('no-id', {})).toBeNull();
    expect((await creation({}, inhabited.stranger.memberKey)).accepted).toBe(false);
  });
});
