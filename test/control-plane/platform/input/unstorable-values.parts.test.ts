import { expect, test } from 'vitest';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';

const inhabited = sharedInhabited();
const { controlPlane, host } = inhabited;

test.each(['a\0', 'a\ud800'])('the text %j, which no database can hold, is refused with its path', async (bad) => {
  const now = new Date().toISOString();
  const nodes = (where: object) =>
    controlPlane.call('query($where: NodeWhereInput) { nodes(where: $where) { id } }', { where });
  const answers = {
    'where.name.equals': await nodes({ name: { equals: bad } }),
    'where.NOT.0.id.in.1': await nodes({ NOT: [{ id: { in: ['good', bad] } }] }),
    'where.id': await controlPlane.call('mutation($id: ID!) { deleteApiKey(where: { id: $id }) { apiKey { id } } }', {
      id: bad,
    }),
    'input.version': await host.sync({ version: bad }),
    'input.nodes.0.reason': await host.sync({ nodes: [{ id: 'x', phase: 'running', since: now, reason: bad }] }),
    // Written into the query.
    'where.name.contains': await controlPlane.call('{ nodes(where: { name: { contains: "\\u0000" } }) { id } }'),
  };
  for (const [path, { errors }] of Object.entries(answers)) {
    const { code, issues } = errors?.[0]?.extensions ?? {};
    expect([path, code, issues?.[0]?.path.join('.')]).toEqual([path, 'invalid_input', path]);
  }
});

test('characters that no database can hold are replaced in the lines of a log', async () => {
  const id = await inhabited.newNode({ name: 'logged' });
  const look = async (answer: object) => {
    const { openAgentRequest } = await controlPlane.ask(
      'mutation($id: ID!) { openAgentRequest(where: { id: $id }, data: { log: {} }) { request { id } } }',
      { id },
    );
    await host.answer(openAgentRequest.request.id, answer);
    const document = 'query($id: ID!) { agentRequest(where: { id: $id }) { result { log } error } }';
    return (await controlPlane.ask(document, openAgentRequest.request)).agentRequest;
  };
  const lines = ['half \ufffd', 'nul \ufffd', 'whole \u{1f600}'];
  expect(await look({ result: { log: ['half \ud800', 'nul \0', 'whole \u{1f600}'] } })).toEqual({
    result: { log: lines },
    error: null,
  });
  // The cut at a thousand falls into a pair.
  const error = `\ufffd${'x'.repeat(998)}\ufffd`;
  expect(await look({ error: `\0${'x'.repeat(998)}\u{1f600}` })).toEqual({ result: null, error });
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
