import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, type Inhabited, startInhabited } from '../../harness/inhabited.ts';

describe('log sessions', () => {
  let inhabited: Inhabited;
  beforeAll(async () => {
    inhabited = await startInhabited();
  });
  afterAll(() => inhabited?.controlPlane.destroy());

  const open = (id: string, tail: number) =>
    inhabited.controlPlane.call(
      'mutation($id: ID!, $tail: Int!) { openNodeLogSession(where: { id: $id }, tail: $tail) { id status } }',
      { id, tail },
    );

  test('a log session is answered by the node’s own executor', async () => {
    const { controlPlane, host, executorKey, newNode } = inhabited;
    const id = await newNode({ name: 'logged' });
    const session = (await open(id, 3)).data.openNodeLogSession;
    expect(session.status).toBe('pending');
    const { logRequests } = (await host.sync()).data.syncExecutor;
    expect(logRequests).toContainEqual({ sessionId: session.id, nodeId: id, tail: 3 });
    await controlPlane.ask(
      'mutation($input: NodeLogsInput!) { reportNodeLogs(input: $input) }',
      { input: { sessionId: session.id, lines: ['one', 'two'] } },
      executorKey,
    );
    const { nodeLogSession } = await controlPlane.ask(
      'query($id: ID!) { nodeLogSession(where: { id: $id }) { status lines error } }',
      { id: session.id },
    );
    expect(nodeLogSession).toEqual({ status: 'ready', lines: ['one', 'two'], error: null });
  });

  test('at most 20 log sessions of a node wait for an answer, also when they are opened at once', async () => {
    const { controlPlane, executorKey, newNode } = inhabited;
    const id = await newNode({ name: 'much-logged' });
    const answers = await Promise.all(Array.from({ length: 25 }, () => open(id, 1)));
    const opened = answers.filter(({ errors }) => errors === undefined);
    expect(opened).toHaveLength(20);
    expect(answers.filter((answer) => codeOf(answer) === 'limit_reached')).toHaveLength(5);
    const other = await newNode({ name: 'other-logged' });
    expect((await open(other, 1)).errors).toBeUndefined();
    await controlPlane.ask(
      'mutation($input: NodeLogsInput!) { reportNodeLogs(input: $input) }',
      { input: { sessionId: opened[0]?.data.openNodeLogSession.id, lines: [] } },
      executorKey,
    );
    expect((await open(id, 1)).errors).toBeUndefined();
  });

  test.each([0, 2001])('a log session for %d lines is refused', async (tail) => {
    const id = await inhabited.newNode({ name: `logged-${tail}` });
    expect(codeOf(await open(id, tail))).toBe('invalid_input');
  });
});
