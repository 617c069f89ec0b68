import { hostname } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { createKey } from '../../../../src/control-plane/commands/create-key.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { waitingForLock } from '../../../harness/database-connections.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sharedClient, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const actionFields = `id at actor { type name userId apiKeyId } action target { type id name } outcome errorCode address userAgent requestId before after`;

interface Shown {
  outcome: string;
  after: { name?: string } | null;
}

const inhabited = sharedInhabited();
const { controlPlane, host, newNode, stranger } = inhabited;
const other = sharedClient(() => controlPlane.settings.databaseUrl);
afterEach(() => other.query('ROLLBACK'));

const list = async (filter: object = {}, key?: string) => {
  const document = `query($filter: AuditActionFilterInput) { auditActions(filter: $filter) {
    nodes { ${actionFields} } edges { cursor } pageInfo { endCursor hasNextPage } } }`;
  return (await controlPlane.ask(document, { filter }, key)).auditActions;
};

const count = async (filter: object = {}, key?: string): Promise<number> =>
  (await list({ take: 500, ...filter }, key)).nodes.length;

describe('the audit log', () => {
  const update = (id: string, data: object) =>
    controlPlane.call(
      'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { node { id } } }',
      { id, data },
    );

  test('records who did what to which object from where, with before and after', async () => {
    const id = await newNode({ name: 'told' });
    await update(id, { name: 'renamed', overrides: [{ key: 'torpassword', value: 'hidden-from-all' }] });
    const { nodes } = await list({ targetId: id });
    expect(nodes).toHaveLength(2);
    expect(nodes[0]).toMatchObject({
      actor: { type: 'api_key', name: 'owner@example.com', userId: expect.any(String), apiKeyId: expect.any(String) },
      action: 'updateNode',
      target: { type: 'node', id, name: 'renamed' },
      outcome: 'succeeded',
      errorCode: null,
      address: expect.stringContaining('127.0.0.1'),
      userAgent: expect.any(String),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      before: { name: 'told', overrides: [] },
      after: { name: 'renamed', overrides: [{ key: 'torpassword', value: '[secret]' }] },
    });
    expect(nodes[1]).toMatchObject({ action: 'createNode', before: null, after: { name: 'told', network: 'regtest' } });
    expect(Date.parse(nodes[0].at)).toBeGreaterThanOrEqual(Date.parse(nodes[1].at));
  });

  test('shows an object as it was when the change got its turn', async () => {
    const { executorId: id } = inhabited;
    await other.query('BEGIN');
    await other.query('UPDATE executor SET desired_revision = desired_revision + 1 WHERE id = $1', [id]);
    const cancel = 'mutation($id: ID!) { cancelExecutorUpgrade(where: { id: $id }) { executor { id } } }';
    const cancelled = controlPlane.call(cancel, { id });
    await until('the request waits', async () => (await waitingForLock(other)) > 0);
    await other.query(
      `INSERT INTO executor_upgrade (organization_id, executor_id, from_version, target_version, requested_by, deadline)
       SELECT organization_id, id, '1.0.0', '1.1.0', 'owner', now() + interval '1 hour' FROM executor WHERE id = $1`,
      [id],
    );
    await other.query('COMMIT');
    expect((await cancelled).errors).toBeUndefined();
    const { nodes } = await list({ action: 'cancelExecutorUpgrade' });
    expect(nodes).toMatchObject([{ before: { upgrade: { targetVersion: '1.1.0' } }, after: { upgrade: null } }]);
  });

  test('records a refused change with its code and the intended object', async () => {
    const id = await newNode({ name: 'refused' });
    const answer = await update(id, { overrides: [{ key: 'datadir', value: '/' }] });
    expect(codeOf(answer)).toBe('invalid_node_config');
    const { nodes } = await list({ targetId: id, outcome: 'refused' });
    const told = { action: 'updateNode', errorCode: 'invalid_node_config', before: null, after: null };
    expect(nodes).toMatchObject([{ ...told, outcome: 'refused', target: { name: 'refused' } }]);
  });

  test('records a forbidden call in the caller’s organization, but nothing of the other', async () => {
    const id = await newNode({ name: 'foreign' });
    const { personalKey, memberKey } = stranger;
    const remove = 'mutation($id: ID!) { deleteNode(where: { id: $id }) { node { id } } }';
    for (const key of [personalKey, memberKey])
      expect(codeOf(await controlPlane.call(remove, { id }, key))).toBe('Forbidden');
    const { nodes } = await list({ action: 'deleteNode' }, memberKey);
    expect(nodes).toMatchObject(Array(2).fill({ errorCode: 'Forbidden', target: { type: 'node', id, name: null } }));
    expect((await list({ targetId: id, outcome: 'refused' })).nodes).toEqual([]);
  });

  test('is searched for a part of an action or a name, regardless of case', async () => {
    const id = await newNode({ name: 'searched-for' });
    await update(id, { name: 'searched-and-found' });
    const found = async (search: string) =>
      (await list({ search, targetId: id })).nodes.map(({ action }: { action: string }) => action);
    expect(await found('AND-found')).toEqual(['updateNode']);
    expect(await found('searched')).toEqual(['updateNode', 'createNode']);
    expect(await found('Eatenod')).toEqual(['createNode']);
    expect(await found('@example')).toEqual(['updateNode', 'createNode']);
    expect(await found('')).toEqual([]);
  });

  test('never holds a key, and tells of one that was made and deleted', async () => {
    const { createApiKey } = await controlPlane.ask(
      'mutation { createApiKey(data: { name: "audited", purpose: personal }) { secret apiKey { id start } } }',
    );
    const { id, start } = createApiKey.apiKey;
    await controlPlane.ask('mutation($id: ID!) { deleteApiKey(where: { id: $id }) { apiKey { id } } }', { id });
    const { nodes } = await list({ targetName: 'audited' });
    expect(nodes).toMatchObject([
      { action: 'deleteApiKey', before: { name: 'audited', start }, after: null },
      { action: 'createApiKey', before: null, after: { name: 'audited', purpose: 'personal' } },
    ]);
    expect(JSON.stringify(nodes)).not.toContain(createApiKey.secret.slice(start.length));
  });

  test('says nothing of heartbeats and of what is only read', async () => {
    const before = await count();
    await host.sync();
    await host.report([host.event()]);
    await controlPlane.ask('{ nodes { id } }');
    expect(await count()).toBe(before);
  });

  test('is read page by page in both directions, also by time', async () => {
    const idsOf = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);
    const all = await list({ take: 500 });
    const from = all.nodes.at(-1).at;
    for (const filter of [{}, { from }] as { from?: string }[]) {
      for (const direction of ['older', 'newer']) {
        const ids: string[] = [];
        for (let cursor: string | null = null; ; ) {
          const page: Awaited<ReturnType<typeof list>> = await list({ ...filter, direction, cursor, take: 3 });
          ids.push(...idsOf(page));
          cursor = page.pageInfo.endCursor;
          if (!page.pageInfo.hasNextPage) break;
        }
        expect(ids).toEqual(direction === 'older' ? idsOf(all) : idsOf(all).toReversed());
      }
    }
  });

  test('finds an object’s last change behind actions that did not change it', async () => {
    const id = await newNode({ name: 'changed-once' });
    await update(id, { name: 'changed-twice' });
    await update(id, { name: 'changed-twice' });
    await update(id, { overrides: [{ key: 'datadir', value: '/' }] });
    const of = async (changed?: boolean) =>
      (await list({ targetId: id, changed })).nodes.map(({ outcome, after }: Shown) => after?.name ?? outcome);
    expect(await of()).toEqual(['refused', 'succeeded', 'changed-twice', 'changed-once']);
    expect(await of(true)).toEqual(['changed-twice', 'changed-once']);
    expect(await of(false)).toEqual(['refused', 'succeeded']);
  });

  test('lets through only what each condition says, and nothing for an empty text', async () => {
    const { nodes: all } = await list({ take: 500 });
    const [newest] = all;
    const ofOwner = all.filter(({ actor }: { actor: { userId: string } }) => actor.userId === newest.actor.userId);
    expect(await count({ userId: newest.actor.userId })).toBe(ofOwner.length);
    expect(await count({ apiKeyId: newest.actor.apiKeyId })).toBe(ofOwner.length);
    expect(await count({ actorType: 'user' })).toBe(0);
    expect(await count({ to: all.at(-1).at })).toBe(0);
    expect(await count({ from: newest.at, actorType: [] })).toBe(0);
    expect(await count({ outcome: ['succeeded', 'refused'] })).toBe(all.length);
    expect(await count({ outcome: 'succeeded' })).toBe(all.length - (await count({ outcome: 'refused' })));
    const reads = all.filter(({ action }: { action: string }) => action.startsWith('openAgentRequest'));
    expect([await count({ reads: true }), await count({ reads: false })]).toEqual([
      reads.length,
      all.length - reads.length,
    ]);
    expect(await count({ changed: true })).toBe(all.length - (await count({ changed: false })));
    for (const field of ['userId', 'apiKeyId', 'action', 'targetType', 'targetId', 'targetName'])
      expect(await count({ [field]: '' }), field).toBe(0);
  });

  test('is written with the change: a rollback leaves no entry, a refusal no change', async () => {
    const taken = await newNode({ name: 'first-name' });
    const other = await newNode({ name: 'second-name' });
    expect(codeOf(await update(other, { name: 'first-name' }))).toBe('name_taken');
    expect(await count({ targetId: other, outcome: 'succeeded' })).toBe(1);
    expect(await count({ targetId: taken })).toBe(1);
  });

  test('one credential cannot fill it with refusals', async () => {
    const batch = Array.from({ length: 50 }, (_, index) => `m${index}: deleteNode(where: { id: "x" }) { node { id } }`);
    const codes: (string | undefined)[] = [];
    for (let calls = 0; calls < 8; calls++) {
      const { errors = [] } = await controlPlane.call(`mutation { ${batch.join(' ')} }`, {}, stranger.memberKey);
      codes.push(...errors.map(({ extensions }) => extensions?.code));
    }
    expect(codes).toContain('Forbidden');
    expect(codes).toContain('rate_limited');
    expect(await count({ action: 'deleteNode', outcome: 'refused' }, stranger.memberKey)).toBeLessThan(350);
  });

  test('tells of what the command line did, and by whose account', async () => {
    const request = { purpose: 'executor', name: 'by hand', organization: 'Example' } as const;
    const { id, key } = await createKey(controlPlane.settings, request, quiet);
    const { nodes } = await list({ actorType: 'command_line' });
    expect(nodes).toMatchObject([
      {
        action: 'createApiKey',
        target: { type: 'api_key', id, name: 'by hand' },
        actor: { name: expect.stringContaining(hostname()) },
      },
      { action: 'init', target: { type: 'organization', name: 'Example' }, after: { owner: 'owner@example.com' } },
    ]);
    expect(JSON.stringify(nodes)).not.toContain(key);
  });
});

const refused = async () => (await list({ outcome: 'refused' })).nodes;

test.each([
  ['does not fit the schema', 'mutation { deleteNode(where: { id: "x" }, force: true) { node { id } } }', {}],
  [
    'has a variable that is no good',
    'mutation($id: ID!) { deleteNode(where: { id: $id }) { node { id } } }',
    { id: {} },
  ],
  ['lacks a variable', 'mutation($id: ID!) { deleteNode(where: { id: $id }) { node { id } } }', {}],
  ['asks for too much', `mutation { deleteNode(where: { id: "x" }) { node { ${'a: id '.repeat(400)} } } }`, {}],
])('a mutation whose request %s is in the audit log once, as refused', async (_what, query, variables) => {
  const before = await refused();
  const answer = await controlPlane.call(query, variables);
  expect(codeOf(answer)).toBe('invalid_input');
  const after = await refused();
  expect(after).toHaveLength(before.length + 1);
  expect(after[0]).toMatchObject({
    ...{ action: 'deleteNode', errorCode: 'invalid_input', target: null, actor: { type: 'api_key' } },
    ...{ address: expect.any(String), requestId: expect.any(String) },
  });
});

test('what names no mutation, or comes from nobody, adds nothing', async () => {
  const before = await refused();
  for (const query of ['mutation {', 'mutation { deleteEverything { id } }', '{ nodes(nonsense: 1) { id } }'])
    expect(codeOf(await controlPlane.call(query))).toBe('invalid_input');
  const unknown = await controlPlane.call('mutation { deleteNode { node { id } } }', {}, 'satrap_x_nobody');
  expect(codeOf(unknown)).toBe('invalid_input');
  expect(await refused()).toEqual(before);
});

test('a request that is refused for one of its mutations has each of them once', async () => {
  const before = await refused();
  await controlPlane.call(
    'mutation { a: stopNothing { id } b: deleteNode(where: { id: "x" }) { node { id } } c: deleteNode(where: { id: "y" }) { node { id } } createNode { node { id } } }',
  );
  const after = (await refused()).slice(0, -before.length);
  expect(after.map(({ action }: { action: string }) => action).toSorted()).toEqual(['createNode', 'deleteNode']);
});
