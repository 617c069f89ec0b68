import { describe, expect, test } from 'vitest';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';

describe('values that no database can hold', () => {
  const inhabited = sharedInhabited();
  const { controlPlane, host } = inhabited;

  const nodes = (where: object) =>
    controlPlane.call('query($where: NodeWhereInput) { nodes(where: $where) { id } }', { where });

  test.each(['a\0', 'a\ud800'])('the text %j is refused with its path, wherever it is in the input', async (bad) => {
    const now = new Date().toISOString();
    const answers = {
      'where.name.equals': await nodes({ name: { equals: bad } }),
      'where.NOT.0.id.in.1': await nodes({ NOT: [{ id: { in: ['good', bad] } }] }),
      'filter.nodeName': await controlPlane.call(
        'query($filter: EventFilterInput) { events(filter: $filter) { nodes { id } } }',
        { filter: { nodeName: bad } },
      ),
      'where.id': await controlPlane.call('mutation($id: ID!) { deleteApiKey(where: { id: $id }) { id } }', {
        id: bad,
      }),
      'input.name': await controlPlane.call(
        'mutation($name: String!) { createApiKey(input: { name: $name, purpose: executor }) { secret } }',
        { name: bad },
      ),
      'input.version': await host.sync({ version: bad }),
      'input.nodes.0.reason': await host.sync({ nodes: [{ id: 'x', phase: 'running', since: now, reason: bad }] }),
      'input.orphans.0.name': await host.sync({ orphans: [{ nodeId: 'x', name: bad }] }),
    };
    for (const [path, answer] of Object.entries(answers)) {
      expect([path, answer.errors?.[0]?.extensions?.code]).toEqual([path, 'invalid_input']);
      expect(answer.errors?.[0]?.extensions?.issues?.[0]?.path.join('.')).toBe(path);
    }
  });

  test('a text that no database can hold is refused also when it is written into the query', async () => {
    const answer = await controlPlane.call('{ nodes(where: { name: { equals: "\\u0000" } }) { id } }');
    expect(answer.errors?.[0]?.extensions?.issues?.[0]?.path).toEqual(['where', 'name', 'equals']);
  });

  test('characters that no database can hold are replaced in the lines of a log', async () => {
    const id = await inhabited.newNode({ name: 'logged' });
    const look = async (answer: object) => {
      const { openAgentRequest } = await controlPlane.ask(
        'mutation($id: ID!) { openAgentRequest(nodeId: $id, kind: log) { id } }',
        { id },
      );
      await host.answer(openAgentRequest.id, answer);
      const document = 'query($id: ID!) { agentRequest(where: { id: $id }) { result error } }';
      return (await controlPlane.ask(document, openAgentRequest)).agentRequest;
    };
    expect(await look({ result: ['half \ud800', 'nul \0', 'whole \u{1f600}'] })).toEqual({
      result: ['half \ufffd', 'nul \ufffd', 'whole \u{1f600}'],
      error: null,
    });
    // The cut at a thousand falls into a pair.
    expect(await look({ error: `\0${'x'.repeat(998)}\u{1f600}` })).toEqual({
      result: null,
      error: `\ufffd${'x'.repeat(998)}\ufffd`,
    });
  });

  test('every comparison with an instant uses the milliseconds that the API shows', async () => {
    const [{ createdAt }] = (await controlPlane.ask('{ executors { createdAt } }')).executors;
    const finds = async (comparison: string) => {
      const document = 'query($where: ExecutorWhereInput) { executors(where: $where) { id } }';
      const { executors } = await controlPlane.ask(document, { where: { createdAt: { [comparison]: createdAt } } });
      return executors.length === 1;
    };
    const found = await Promise.all(['equals', 'lte', 'gte', 'lt', 'gt'].map(finds));
    expect(found).toEqual([true, true, true, false, false]);
  });
});
