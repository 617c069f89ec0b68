import { describe, expect, test } from 'vitest';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';

describe('access to the API', () => {
  const inhabited = sharedInhabited();
  const { controlPlane, stranger, createNode, newNode } = inhabited;

  describe('permissions', () => {
    test('a request without a valid key is told to send one, with HTTP 401, and its viewer is null', async () => {
      for (const [key, advice] of [
        [null, 'Authorization: Bearer'],
        ['nonsense-nonsense', 'does not know the API key'],
      ] as const) {
        const answer = await controlPlane.call('{ nodes { id } }', {}, key);
        expect(answer.status).toBe(401);
        expect(codeOf(answer)).toBe('Unauthenticated');
        expect(answer.errors?.[0]?.message).toContain(advice);
        expect((await controlPlane.call('{ viewer { role } }', {}, key)).data).toEqual({ viewer: null });
      }
      expect(controlPlane.log).toContain('refused credential');
      expect(controlPlane.log).not.toContain('nonsense-nonsense');
    });

    test('the viewer is told its organization, purpose and role', async () => {
      const query = '{ viewer { organization { name } purpose role } }';
      expect((await controlPlane.call(query)).data.viewer).toEqual({
        organization: { name: 'Example' },
        purpose: 'personal',
        role: 'owner',
      });
      expect((await controlPlane.call(query, {}, inhabited.executorKey)).data.viewer).toEqual({
        organization: { name: 'Example' },
        purpose: 'executor',
        role: null,
      });
    });

    test('an executor’s key reads nothing and changes nothing of the organization', async () => {
      const read = await controlPlane.call(
        `{ nodes { id } executors { id } apiKeys { id } nodeRpcCredentials { user } events { nodes { id } } executor(where: { id: "${inhabited.executorId}" }) { id } }`,
        {},
        inhabited.executorKey,
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
        await createNode({ name: 'no' }, inhabited.executorKey),
        await controlPlane.call(
          'mutation { createApiKey(input: { name: "x", purpose: personal }) { secret } }',
          {},
          inhabited.executorKey,
        ),
        await controlPlane.call(
          `mutation { deleteExecutor(where: { id: "${inhabited.executorId}" }) { id } }`,
          {},
          inhabited.executorKey,
        ),
        await controlPlane.call('mutation { deleteApiKey(where: { id: "x" }) { id } }', {}, inhabited.executorKey),
      ];
      expect(forbidden.map(codeOf)).toEqual(['Forbidden', 'Forbidden', 'Forbidden', 'Forbidden']);
    });

    test('a personal key cannot act as an executor', async () => {
      const impostor = new TestExecutor(controlPlane, controlPlane.personalKey, 'impostor');
      expect(codeOf(await impostor.sync())).toBe('Forbidden');
      expect(codeOf(await impostor.report([impostor.event()]))).toBe('Forbidden');
      expect(codeOf(await impostor.answer('x', { result: [] }))).toBe('Forbidden');
    });

    test('a member reads everything but secrets and changes nothing', async () => {
      const { memberKey } = stranger;
      const read = await controlPlane.call(
        '{ viewer { role } nodes { id } apiKeys { id } nodeRpcCredentials { user } }',
        {},
        memberKey,
      );
      expect(read.data).toEqual({ viewer: { role: 'member' }, nodes: [], apiKeys: [], nodeRpcCredentials: null });
      expect(codeOf(await createNode({ name: 'no' }, memberKey))).toBe('Forbidden');
    });

    test('a deleted key stops working at once', async () => {
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

  describe('scope', () => {
    test('invariant 11: reading what another organization has gives null or an empty list, and changing it gives Forbidden', async () => {
      const id = await newNode({ name: 'ours' });
      const key = stranger.personalKey;
      const opened = await controlPlane.ask('mutation($id: ID!) { openNodeLogSession(where: { id: $id }) { id } }', {
        id,
      });
      const session = opened.openNodeLogSession.id;
      const read = await controlPlane.call(
        `query($id: ID!, $executor: ID!, $session: ID!) {
           node(where: { id: $id }) { id } nodes { id } executor(where: { id: $executor }) { id } executors { id }
           events { nodes { id } } nodeLogSession(where: { id: $session }) { id } }`,
        { id, executor: inhabited.executorId, session },
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
        await createNode({ name: 'theirs' }, key),
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
          { id: inhabited.executorId },
          key,
        ),
        await new TestExecutor(controlPlane, stranger.executorKey, 'x').answer(session, { result: ['x'] }),
      ];
      expect(changes.map(codeOf)).toEqual(Array(7).fill('Forbidden'));
      expect(
        (await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { name desiredState } }', { id })).node,
      ).toEqual({
        name: 'ours',
        desiredState: 'running',
      });
    });

    test('invariant 11: what does not exist at all is answered like what another organization has', async () => {
      for (const id of ['00000000-0000-4000-8000-000000000000', 'no-uuid', "'; DROP TABLE node; --"]) {
        expect((await controlPlane.call('query($id: ID!) { node(where: { id: $id }) { id } }', { id })).data).toEqual({
          node: null,
        });
        const change = await controlPlane.call('mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', { id });
        expect(codeOf(change)).toBe('Forbidden');
      }
    });

    test('invariant 11: an executor cannot report on the nodes or under the name of another organization', async () => {
      const id = await newNode({ name: 'watched' });
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
});
