import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestControlPlane } from '../harness/control-plane.ts';
import { databases } from '../harness/databases.ts';
import { TestExecutor } from '../harness/executor.ts';
import { makeOrganization } from '../harness/organization.ts';
import { sample } from '../harness/sample.ts';
import { until } from '../harness/until.ts';

describe.each(databases)('the API on %s', (_name, options) => {
  let controlPlane: TestControlPlane;
  let executorKey: string;
  let host: TestExecutor;
  let executorId: string;
  let stranger: { personalKey: string; executorKey: string; memberKey: string };

  const create = (data: object, key?: string) =>
    controlPlane.call(
      'mutation($data: NodeCreateInput!) { createNode(data: $data) { id name clientVersion revision desiredState resources { cpuCores memoryMiB diskGiB } status { phase } } }',
      { data: { executorId, network: 'regtest', ...data } },
      key,
    );
  const code = (answer: { errors?: { extensions?: { code?: string } }[] }) => answer.errors?.[0]?.extensions?.code;

  beforeAll(async () => {
    controlPlane = await TestControlPlane.start(options());
    executorKey = await controlPlane.key('executor', 'host');
    host = new TestExecutor(controlPlane, executorKey, 'host-1');
    executorId = (await host.sync()).data.syncExecutor.executorId;
    await controlPlane.stop();
    stranger = await makeOrganization(controlPlane, 'Strangers');
    await controlPlane.serve();
    await host.sync();
  });
  afterAll(() => controlPlane?.destroy());
  // An executor that is not heard of goes offline.
  beforeEach(() => host.sync());

  describe('who may do what', () => {
    test('a request without a valid key is told to send one, with HTTP 401; viewer is null', async () => {
      for (const key of [null, 'nonsense-nonsense']) {
        const answer = await controlPlane.call('{ nodes { id } }', {}, key);
        expect(answer.status).toBe(401);
        expect(code(answer)).toBe('Unauthenticated');
        expect(answer.errors?.[0]?.message).toContain('Authorization: Bearer');
        expect((await controlPlane.call('{ viewer { role } }', {}, key)).data).toEqual({ viewer: null });
      }
    });

    test('the viewer is told its organization, purpose and role', async () => {
      const query = '{ viewer { organization { name } purpose role } }';
      expect((await controlPlane.call(query)).data.viewer).toEqual({
        organization: { name: 'Example' },
        purpose: 'personal',
        role: 'owner',
      });
      expect((await controlPlane.call(query, {}, executorKey)).data.viewer.purpose).toBe('executor');
    });

    test('an executor’s key reads nothing and changes nothing of the organization', async () => {
      const read = await controlPlane.call(
        `{ nodes { id } executors { id } apiKeys { id } nodeRpcCredentials { user } events { nodes { id } } executor(where: { id: "${executorId}" }) { id } }`,
        {},
        executorKey,
      );
      expect(read.data).toEqual({
        nodes: [],
        executors: [],
        apiKeys: [],
        nodeRpcCredentials: null,
        events: { nodes: [] },
        executor: null,
      });
      const forbidden = [
        await create({ name: 'no' }, executorKey),
        await controlPlane.call(
          'mutation { createApiKey(input: { name: "x", purpose: personal }) { secret } }',
          {},
          executorKey,
        ),
        await controlPlane.call(`mutation { deleteExecutor(where: { id: "${executorId}" }) { id } }`, {}, executorKey),
        await controlPlane.call('mutation { deleteApiKey(where: { id: "x" }) { id } }', {}, executorKey),
      ];
      expect(forbidden.map(code)).toEqual(['Forbidden', 'Forbidden', 'Forbidden', 'Forbidden']);
    });

    test('a personal key cannot act as an executor', async () => {
      const impostor = new TestExecutor(controlPlane, controlPlane.personalKey, 'impostor');
      expect(code(await impostor.sync())).toBe('Forbidden');
      expect(code(await impostor.report([impostor.event()]))).toBe('Forbidden');
      const logs = await controlPlane.call('mutation { reportNodeLogs(input: { sessionId: "x", lines: [] }) }');
      expect(code(logs)).toBe('Forbidden');
    });

    test('a member reads everything but secrets and changes nothing', async () => {
      const { memberKey } = stranger;
      const read = await controlPlane.call(
        '{ viewer { role } nodes { id } apiKeys { id } nodeRpcCredentials { user } }',
        {},
        memberKey,
      );
      expect(read.data).toEqual({ viewer: { role: 'member' }, nodes: [], apiKeys: [], nodeRpcCredentials: null });
      expect(code(await create({ name: 'no' }, memberKey))).toBe('Forbidden');
    });

    test('a deleted key is worth nothing at once', async () => {
      const made = await controlPlane.ask(
        'mutation { createApiKey(input: { name: "short-lived", purpose: personal }) { secret apiKey { id name purpose start } } }',
      );
      const { secret, apiKey } = made.createApiKey;
      expect((await controlPlane.call('{ viewer { role } }', {}, secret)).data.viewer.role).toBe('owner');
      expect(secret.startsWith(apiKey.start)).toBe(true);
      await controlPlane.ask('mutation($id: ID!) { deleteApiKey(where: { id: $id }) { id } }', { id: apiKey.id });
      expect((await controlPlane.call('{ viewer { role } }', {}, secret)).data.viewer).toBeNull();
      const left = await controlPlane.ask('{ apiKeys { name } }');
      expect(left.apiKeys.map(({ name }: { name: string }) => name)).not.toContain('short-lived');
    });
  });

  describe('invariant 11: what is outside the caller’s organization does not exist', () => {
    test('reading it gives null or an empty list, changing it gives Forbidden', async () => {
      const { id } = (await create({ name: 'ours' })).data.createNode;
      const key = stranger.personalKey;
      const opened = await controlPlane.ask('mutation($id: ID!) { openNodeLogSession(where: { id: $id }) { id } }', {
        id,
      });
      const session = opened.openNodeLogSession.id;
      const read = await controlPlane.call(
        `query($id: ID!, $executor: ID!, $session: ID!) {
           node(where: { id: $id }) { id } nodes { id } executor(where: { id: $executor }) { id } executors { id }
           events { nodes { id } } nodeLogSession(where: { id: $session }) { id } }`,
        { id, executor: executorId, session },
        key,
      );
      expect(read.errors).toBeUndefined();
      expect(read.data).toEqual({
        node: null,
        nodes: [],
        executor: null,
        executors: [],
        events: { nodes: [] },
        nodeLogSession: null,
      });
      const changes = [
        await create({ name: 'theirs' }, key),
        await controlPlane.call(
          'mutation($id: ID!) { updateNode(where: { id: $id }, data: { name: "x" }) { id } }',
          { id },
          key,
        ),
        await controlPlane.call(
          'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: stop) { id } }',
          { id },
          key,
        ),
        await controlPlane.call('mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', { id }, key),
        await controlPlane.call('mutation($id: ID!) { openNodeLogSession(where: { id: $id }) { id } }', { id }, key),
        await controlPlane.call(
          'mutation($id: ID!) { deleteExecutor(where: { id: $id }) { id } }',
          { id: executorId },
          key,
        ),
        await controlPlane.call(
          'mutation($id: ID!) { reportNodeLogs(input: { sessionId: $id, lines: ["x"] }) }',
          { id: session },
          stranger.executorKey,
        ),
      ];
      expect(changes.map(code)).toEqual(Array(7).fill('Forbidden'));
      expect(
        (await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { name desiredState } }', { id })).node,
      ).toEqual({
        name: 'ours',
        desiredState: 'running',
      });
    });

    test('what does not exist at all is answered in the same way', async () => {
      for (const id of ['00000000-0000-4000-8000-000000000000', 'no-uuid', "'; DROP TABLE node; --"]) {
        expect((await controlPlane.call('query($id: ID!) { node(where: { id: $id }) { id } }', { id })).data).toEqual({
          node: null,
        });
        const change = await controlPlane.call('mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', { id });
        expect(code(change)).toBe('Forbidden');
      }
    });

    test('an executor cannot report on the nodes or under the name of another organization', async () => {
      const { id } = (await create({ name: 'watched' })).data.createNode;
      const other = new TestExecutor(controlPlane, stranger.executorKey, 'host-1');
      const answer = await other.sync({
        nodes: [{ id, phase: 'failing', since: new Date().toISOString(), reason: 'a lie' }],
      });
      expect(answer.data.syncExecutor.nodes).toEqual([]);
      const { node } = await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { status { phase } } }', {
        id,
      });
      expect(node.status.phase).toBe('pending');
      const event = other.event({ nodeId: id, kind: 'node.lie' });
      await other.report([event]);
      const { events } = await controlPlane.ask('{ events(filter: { kind: "node.lie" }) { nodes { id } } }');
      expect(events.nodes).toEqual([]);
    });
  });

  describe('createNode', () => {
    test('fills in the network’s default resources and the newest offered version', async () => {
      const { data } = await create({ name: 'defaults', network: 'signet', resources: { diskGiB: 50 } });
      expect(data.createNode).toMatchObject({
        clientVersion: '28.1',
        resources: { cpuCores: 1, memoryMiB: 4096, diskGiB: 50 },
        desiredState: 'running',
        status: { phase: 'pending' },
      });
    });

    test.each([
      ['a network that the executor does not offer', { network: 'mainnet' }, 'it offers signet, regtest'],
      ['a version that it does not offer', { clientVersion: '27.0' }, 'it offers 28.1, 28.0'],
    ])('refuses %s', async (_what, data, message) => {
      const answer = await create({ name: 'refused', ...data });
      expect(answer.status).toBe(200);
      expect(code(answer)).toBe('chain_not_supported_by_executor');
      expect(answer.errors?.[0]?.message).toContain(message);
    });

    test('names every fault of a configuration with its path', async () => {
      const answer = await create({
        name: 'refused',
        resources: { memoryMiB: 1 },
        overrides: [
          { key: 'dbcache', value: 'abc' },
          { key: 'noRPCbind', value: '1' },
          { key: 'maxconnections', value: '40' },
          { key: 'peerblockfilters', value: '1' },
        ],
      });
      expect(code(answer)).toBe('invalid_node_config');
      expect(answer.errors?.[0]?.extensions?.issues).toEqual([
        { path: ['data', 'resources', 'memoryMiB'], message: expect.stringContaining('from 256') },
        { path: ['data', 'overrides', 0, 'value'], message: expect.stringContaining('from 4 to 16384') },
        {
          path: ['data', 'overrides', 1, 'key'],
          message: expect.stringContaining('managed by the platform; remove it'),
        },
        { path: ['data', 'overrides', 3, 'value'], message: expect.stringContaining('blockfilterindex=1') },
      ]);
    });

    test('refuses more than the host has, a name that is taken, and a name that is none', async () => {
      expect(code(await create({ name: 'large', resources: { cpuCores: 9 } }))).toBe('not_enough_resources');
      await create({ name: 'twice' });
      expect(code(await create({ name: 'twice' }))).toBe('name_taken');
      const bad = await create({ name: '-bad name' });
      expect(code(bad)).toBe('invalid_input');
      expect(bad.errors?.[0]?.extensions?.issues?.[0]?.path).toEqual(['data', 'name']);
    });

    test('of two requests at once with one name, one wins', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'race' })));
      expect(answers.map(code).filter((one) => one === undefined)).toHaveLength(1);
      expect(answers.map(code).filter((one) => one === 'name_taken')).toHaveLength(5);
    });

    test('shows the effective configuration with who set what and why', async () => {
      const { id } = (await create({ name: 'shown', nodeType: 'pruned', overrides: [{ key: 'dbcahce', value: '9' }] }))
        .data.createNode;
      const { node } = await controlPlane.ask(
        'query($id: ID!) { node(where: { id: $id }) { effectiveConfig { key value origin note } } }',
        { id },
      );
      const find = (key: string) => node.effectiveConfig.find((one: { key: string }) => one.key === key);
      expect(find('txindex')).toMatchObject({ value: '0', origin: 'default', note: expect.stringContaining('prunes') });
      expect(find('dbcahce')).toMatchObject({
        origin: 'override',
        note: expect.stringContaining('did you mean dbcache?'),
      });
      expect(find('rpcauth')).toMatchObject({ value: null, origin: 'platform' });
      expect(find('rpcport')).toMatchObject({ value: '18443', origin: 'platform' });
    });
  });

  describe('changes of a node', () => {
    test('count its revision, and one that changes nothing does not', async () => {
      const { id } = (await create({ name: 'changing' })).data.createNode;
      const update = (data: object) =>
        controlPlane.ask(
          'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { revision overrides { key value } resources { memoryMiB } } }',
          { id, data },
        );
      expect((await update({ overrides: [{ key: 'dbcache', value: '50' }] })).updateNode.revision).toBe(2);
      expect((await update({ overrides: [{ key: 'dbcache', value: '50' }] })).updateNode.revision).toBe(2);
      const after = await update({ resources: { memoryMiB: 700 } });
      expect(after.updateNode).toEqual({
        revision: 3,
        overrides: [{ key: 'dbcache', value: '50' }],
        resources: { memoryMiB: 700 },
      });
      const act = (action: string) =>
        controlPlane.ask(
          `mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: ${action}) { revision desiredState } }`,
          { id },
        );
      expect((await act('start')).requestNodeLifecycleAction).toEqual({ revision: 3, desiredState: 'running' });
      expect((await act('stop')).requestNodeLifecycleAction).toEqual({ revision: 4, desiredState: 'stopped' });
      expect((await act('restart')).requestNodeLifecycleAction).toEqual({ revision: 5, desiredState: 'running' });
    });

    test('are refused where they are impossible, and once it is being deleted', async () => {
      const { id } = (await create({ name: 'fixed', nodeType: 'pruned' })).data.createNode;
      const update = (data: object) =>
        controlPlane.call(
          'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { id } }',
          { id, data },
        );
      expect(code(await update({ nodeType: 'full' }))).toBe('invalid_node_config');
      expect(code(await update({ overrides: [{ key: 'txindex', value: '1' }] }))).toBe('invalid_node_config');
      expect(code(await update({ desiredState: 'deleted' }))).toBe('invalid_input');
      expect(code(await update({ name: 'ours' }))).toBe('name_taken');
      expect(code(await update({ clientVersion: '99.9' }))).toBe('chain_not_supported_by_executor');
      await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }, data: keep) { id } }', { id });
      expect(code(await update({ name: 'late' }))).toBe('node_being_deleted');
      const act = await controlPlane.call(
        'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: start) { id } }',
        { id },
      );
      expect(code(act)).toBe('node_being_deleted');
    });
  });

  describe('lists', () => {
    test('are filtered, ordered and paged', async () => {
      const names = async (rest: string) =>
        (await controlPlane.ask(`{ nodes${rest} { name } }`)).nodes.map((node: { name: string }) => node.name);
      expect(await names('(where: { name: { startsWith: "TW", mode: insensitive } })')).toEqual(['twice']);
      expect(await names('(where: { name: { in: ["twice", "shown"] } }, orderBy: [{ name: desc }])')).toEqual([
        'twice',
        'shown',
      ]);
      expect(await names('(where: { OR: [{ name: { equals: "twice" } }, { network: signet }] })')).toEqual([
        'defaults',
        'twice',
      ]);
      expect(await names('(where: { NOT: [{ network: regtest }] })')).toEqual(['defaults']);
      expect(await names('(where: { name: { contains: "%" } })')).toEqual([]);
      expect(await names('(where: { createdAt: { gt: "2999-01-01T00:00:00Z" } })')).toEqual([]);
      expect(
        await names('(where: { executorName: { equals: "host-1" }, name: { not: { contains: "e" } } }, take: 2)'),
      ).toEqual(['changing', 'ours']);
      const all = await names('');
      expect(await names('(take: 2, skip: 1)')).toEqual(all.slice(1, 3));
      for (const bad of ['take: 0', 'take: 501', 'skip: -1']) {
        expect(code(await controlPlane.call(`{ nodes(${bad}) { name } }`))).toBe('invalid_input');
      }
    });
  });

  describe('heartbeats', () => {
    test('give the full desired state only to whoever does not hold its revision', async () => {
      const key = await controlPlane.key('executor');
      const agent = new TestExecutor(controlPlane, key, 'host-2');
      const first = (await agent.sync()).data.syncExecutor;
      expect(first).toMatchObject({ nodes: [], heartbeatIntervalSeconds: 1, logRequests: [] });
      expect((await agent.sync({ knownRevision: first.revision })).data.syncExecutor.nodes).toBeNull();
      const { data } = await controlPlane.call('mutation($data: NodeCreateInput!) { createNode(data: $data) { id } }', {
        data: { name: 'on-two', executorId: first.executorId, network: 'regtest' },
      });
      const next = (await agent.sync({ knownRevision: first.revision })).data.syncExecutor;
      expect(next.revision).toBeGreaterThan(first.revision);
      expect(next.nodes).toMatchObject([
        { id: data.createNode.id, name: 'on-two', desiredState: 'running', restartCounter: 0, dataPolicy: 'remove' },
      ]);
      expect(next.nodes[0].rpcAuth).toMatch(/^satrap:[0-9a-f]{32}\$[0-9a-f]{64}$/);
    });

    test('of an agent that knows a later revision, after a restored backup, give a revision beyond it', async () => {
      const answer = (await host.sync({ knownRevision: 5000 })).data.syncExecutor;
      expect(answer.revision).toBeGreaterThan(5000);
      expect(answer.nodes.length).toBeGreaterThan(0);
    });

    test('of another agent under the same name are refused while the first one is alive', async () => {
      const key = await controlPlane.key('executor');
      const first = new TestExecutor(controlPlane, key, 'contested');
      await first.sync();
      const second = new TestExecutor(controlPlane, key, 'contested');
      const answer = await second.sync();
      expect(code(answer)).toBe('executor_name_in_use');
      expect(answer.errors?.[0]?.message).toContain('--name');
      expect((await first.sync()).errors).toBeUndefined();
    });

    test('that are malformed are refused with the path of the fault', async () => {
      const answer = await new TestExecutor(controlPlane, executorKey, 'bad name!').sync();
      expect(code(answer)).toBe('invalid_input');
      expect(answer.errors?.[0]?.extensions?.issues?.[0]?.path).toEqual(['input', 'name']);
    });

    test('that stop make the executor offline and its nodes unknown; those that come again bring them back', async () => {
      const key = await controlPlane.key('executor');
      const agent = new TestExecutor(controlPlane, key, 'flaky');
      const id = (await agent.sync()).data.syncExecutor.executorId;
      const made = await controlPlane.ask('mutation($data: NodeCreateInput!) { createNode(data: $data) { id } }', {
        data: { name: 'on-flaky', executorId: id, network: 'regtest' },
      });
      const observed = [{ id: made.createNode.id, phase: 'running', since: new Date().toISOString() }];
      await agent.sync({ nodes: observed });
      const look = async () =>
        (
          await controlPlane.ask(
            'query($id: ID!) { executor(where: { id: $id }) { status nodes { status { phase reason } } } }',
            { id },
          )
        ).executor;
      expect(await look()).toEqual({ status: 'online', nodes: [{ status: { phase: 'running', reason: null } }] });
      const lost = await until('the executor is offline', async () => {
        const seen = await look();
        return seen.status === 'offline' && seen;
      });
      expect(lost.nodes[0].status).toEqual({
        phase: 'unknown',
        reason: expect.stringContaining('was running in its last heartbeat'),
      });
      const refused = await controlPlane.call('mutation($data: NodeCreateInput!) { createNode(data: $data) { id } }', {
        data: { name: 'late', executorId: id, network: 'regtest' },
      });
      expect(code(refused)).toBe('executor_offline');
      const logs = await controlPlane.call('mutation($id: ID!) { openNodeLogSession(where: { id: $id }) { id } }', {
        id: made.createNode.id,
      });
      expect(code(logs)).toBe('executor_offline');
      await until('it is told once', async () => {
        const { events } = await controlPlane.ask('{ events(filter: { executorName: "flaky" }) { nodes { kind } } }');
        return events.nodes.filter(({ kind }: { kind: string }) => kind === 'executor.offline').length === 1;
      });
      await agent.sync({ nodes: observed });
      expect(await look()).toEqual({ status: 'online', nodes: [{ status: { phase: 'running', reason: null } }] });
    });

    test('that say that a deleted node is gone take it from the lists; its events stay', async () => {
      const key = await controlPlane.key('executor');
      const agent = new TestExecutor(controlPlane, key, 'deleting');
      const executor = (await agent.sync()).data.syncExecutor.executorId;
      const { createNode } = await controlPlane.ask(
        'mutation($data: NodeCreateInput!) { createNode(data: $data) { id } }',
        {
          data: { name: 'doomed', executorId: executor, network: 'regtest' },
        },
      );
      const deleted = [{ id: createNode.id, phase: 'deleted', since: new Date().toISOString() }];
      // Nobody asked for it yet: an agent cannot delete by itself.
      expect((await agent.sync({ nodes: deleted })).data.syncExecutor.nodes).toHaveLength(1);
      expect(
        code(
          await controlPlane.call('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { id } }', { id: executor }),
        ),
      ).toBe('executor_has_nodes');
      await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', { id: createNode.id });
      await agent.report([agent.event({ nodeId: createNode.id, kind: 'node.data-removed' })]);
      const { nodes, revision } = (await agent.sync({ nodes: [...deleted, { ...deleted[0], reason: 'x' }].slice(1) }))
        .data.syncExecutor;
      expect(nodes).toEqual([]);
      expect((await agent.sync({ knownRevision: revision })).data.syncExecutor.nodes).toBeNull();
      expect(
        (await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { id } }', createNode)).node,
      ).toBeNull();
      const { events } = await controlPlane.ask('{ events(filter: { nodeName: "doomed" }) { nodes { kind } } }');
      expect(events.nodes).toEqual([{ kind: 'node.data-removed' }]);
      await controlPlane.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { id } }', { id: executor });
      expect(
        (await controlPlane.ask('query($id: ID!) { executor(where: { id: $id }) { id } }', { id: executor })).executor,
      ).toBeNull();
    });
  });

  describe('events', () => {
    test('of an executor that is not known are no fault of theirs: the call is to be repeated after a heartbeat', async () => {
      const answer = await host.report([host.event(), host.event({ executorName: 'not-heard-of' })]);
      expect(code(answer)).toBe('Forbidden');
      expect(answer.errors?.[0]?.message).toMatch(/no executor of this name yet/);
    });

    test('are stored once, however often they come, and a bad one does not hold up the others', async () => {
      const good = host.event({ kind: 'test.once', message: 'good' });
      const late = host.event({ kind: 'test.once', message: 'late' });
      const bad = [
        host.event({ id: 'no-uuid' }),
        host.event({ kind: 'Not A Kind' }),
        host.event({ message: 'x'.repeat(4001) }),
        host.event({ data: { large: 'x'.repeat(17_000) } }),
        host.event({ data: { nul: '\0' } }),
        host.event({ data: { half: '\ud800' } }),
        host.event({ message: 'half \udc00' }),
        host.event({ kind: 'node.sample', data: { height: 'high' } }),
      ];
      const answer = await host.report([good, ...bad, late]);
      expect(answer.data.reportRuntimeEvents.accepted).toBe(2);
      expect(answer.data.reportRuntimeEvents.rejected.map(({ id }: { id: string }) => id)).toEqual(
        bad.map(({ id }) => id),
      );
      expect((await host.report([good, late])).data.reportRuntimeEvents).toEqual({ accepted: 2, rejected: [] });
      const { events } = await controlPlane.ask('{ events(filter: { kind: "test.once" }) { nodes { id message } } }');
      expect(events.nodes).toEqual([
        { id: late.id, message: 'late' },
        { id: good.id, message: 'good' },
      ]);
    });

    test('are paged by cursor in both directions, without doubles or gaps', async () => {
      await host.report(
        Array.from({ length: 25 }, (_, index) => host.event({ kind: 'test.page', message: String(index) })),
      );
      for (const direction of ['newer', 'older']) {
        const seen: string[] = [];
        for (let cursor: string | null = null, more = true; more; ) {
          const { events } = await controlPlane.ask(
            'query($filter: EventFilterInput) { events(filter: $filter) { nodes { message } pageInfo { endCursor hasNextPage } } }',
            { filter: { kind: 'test.page', take: 10, direction, cursor } },
          );
          seen.push(...events.nodes.map(({ message }: { message: string }) => message));
          ({ endCursor: cursor, hasNextPage: more } = events.pageInfo);
        }
        const expected = Array.from({ length: 25 }, (_, index) => String(index));
        expect(seen).toEqual(direction === 'newer' ? expected : expected.toReversed());
      }
      expect(code(await controlPlane.call('{ events(filter: { cursor: "nonsense" }) { nodes { id } } }'))).toBe(
        'invalid_input',
      );
    });

    test('are filtered by executor, node and level; samples are listed only when asked for', async () => {
      const { id } = (await create({ name: 'eventful' })).data.createNode;
      await host.report([
        host.event({ nodeId: id, kind: 'test.filter', level: 'error' }),
        host.event({ nodeId: id, kind: 'node.sample', data: sample(7) }),
        host.event({ kind: 'test.filter' }),
      ]);
      const kinds = async (filter: string) =>
        (await controlPlane.ask(`{ events(filter: { ${filter} }) { nodes { kind level } } }`)).events.nodes;
      expect(await kinds('nodeName: "eventful"')).toEqual([{ kind: 'test.filter', level: 'error' }]);
      expect(await kinds('nodeName: "eventful", kind: "node.sample"')).toEqual([
        { kind: 'node.sample', level: 'info' },
      ]);
      expect(await kinds('kind: "test.filter", level: error')).toHaveLength(1);
      expect(await kinds('kind: "test.filter", executorName: "host-1"')).toHaveLength(2);
      expect(await kinds('kind: "test.filter", executorName: "nobody"')).toEqual([]);
    });

    test('the newest sample is the node’s metrics, in whatever order samples arrive', async () => {
      const { id } = (await create({ name: 'measured' })).data.createNode;
      const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
      await host.report([host.event({ nodeId: id, kind: 'node.sample', at: at(2), data: sample(20) })]);
      await host.report([host.event({ nodeId: id, kind: 'node.sample', at: at(1), data: sample(10) })]);
      const { node } = await controlPlane.ask(
        'query($id: ID!) { node(where: { id: $id }) { metrics { height peersInbound } } }',
        { id },
      );
      expect(node.metrics).toEqual({ height: 20, peersInbound: 1 });
    });
  });

  test('a log session is answered by the node’s own executor', async () => {
    const { id } = (await create({ name: 'logged' })).data.createNode;
    const { openNodeLogSession } = await controlPlane.ask(
      'mutation($id: ID!) { openNodeLogSession(where: { id: $id }, tail: 3) { id status } }',
      { id },
    );
    expect(openNodeLogSession.status).toBe('pending');
    const { logRequests } = (await host.sync()).data.syncExecutor;
    expect(logRequests).toContainEqual({ sessionId: openNodeLogSession.id, nodeId: id, tail: 3 });
    await controlPlane.ask(
      'mutation($input: NodeLogsInput!) { reportNodeLogs(input: $input) }',
      { input: { sessionId: openNodeLogSession.id, lines: ['one', 'two'] } },
      executorKey,
    );
    const { nodeLogSession } = await controlPlane.ask(
      'query($id: ID!) { nodeLogSession(where: { id: $id }) { status lines error } }',
      openNodeLogSession,
    );
    expect(nodeLogSession).toEqual({ status: 'ready', lines: ['one', 'two'], error: null });
    const bad = await controlPlane.call(
      'mutation($id: ID!) { openNodeLogSession(where: { id: $id }, tail: 2001) { id } }',
      { id },
    );
    expect(code(bad)).toBe('invalid_input');
  });

  test('introspection is off in production, and a query that is too deep or too wide is refused', async () => {
    expect((await controlPlane.call('{ __schema { types { name } } }')).errors?.[0]?.message).toContain(
      'introspection',
    );
    const deep = `{ nodes ${'{ executor { nodes '.repeat(7)} { id } ${'} }'.repeat(7)} }`;
    expect((await controlPlane.call(deep)).errors?.[0]?.message).toContain('deeper than');
    const wide = `{ ${Array.from({ length: 600 }, (_, index) => `a${index}: viewer { role }`).join(' ')} }`;
    expect((await controlPlane.call(wide)).errors?.[0]?.message).toContain('more than');
  });

  test('a restart of the server keeps everything, and its migrations run again without harm', async () => {
    const before = await controlPlane.ask('{ nodes { id name revision } apiKeys { id } }');
    await controlPlane.stop('SIGKILL');
    await controlPlane.serve();
    expect(await controlPlane.ask('{ nodes { id name revision } apiKeys { id } }')).toEqual(before);
  });
});
