import { createSchema, createYoga, type Plugin } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { agentAdmission } from '../../../../src/control-plane/http/graphql/plugins/admission.ts';
import type { ServerContext } from '../../../../src/control-plane/http/graphql/plugins/authenticate.ts';
import { until } from '../../../harness/until.ts';

/** A server whose requests take until `serve` is called, with as many at once as `underWay`. */
function server(limits: { underWay: number; perSecond: number }) {
  const waiting: (() => void)[] = [];
  let now = 0;
  const authenticated: Plugin<object, ServerContext> = {
    onRequestParse: ({ request, serverContext }) => {
      serverContext.caller = { purpose: request.headers.get('authorization') } as ServerContext['caller'];
    },
  };
  const yoga = createYoga<ServerContext>({
    schema: createSchema({
      typeDefs: 'type Query { slow: Boolean }',
      resolvers: { Query: { slow: () => new Promise<void>((resolve) => waiting.push(resolve)) } },
    }),
    ...{ plugins: [authenticated, agentAdmission(limits, () => now)], logging: false, maskedErrors: false },
  });
  const ask = async (
    purpose: string,
    body = '{"query":"{ slow }"}',
    accept = 'text/event-stream, application/json',
  ) => {
    const headers = { authorization: purpose, 'content-type': 'application/json', accept };
    const answer = await yoga.fetch('http://localhost/graphql', { method: 'POST', headers, body }, {} as ServerContext);
    return `${answer.status} ${answer.headers.get('retry-after')}`;
  };
  const serve = () => {
    for (const answer of waiting.splice(0)) answer();
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { ask, serve, pass, waiting };
}

test('streams of agents that are opened at once are served up to a bound, and the others told when to come back, one after another', async () => {
  const { ask, serve, pass, waiting } = server({ underWay: 3, perSecond: 2 });
  const served = Array.from({ length: 3 }, () => ask('executor'));
  // At once, before their bodies are read.
  const refused = await Promise.all(Array.from({ length: 5 }, () => ask('executor', 'no JSON')));
  expect(refused).toEqual(['503 1', '503 1', '503 2', '503 2', '503 3']);
  const person = ask('personal');
  const heartbeat = ask('executor', undefined, 'application/json');
  await until('the person and the heartbeat are served as well', () => waiting.length === 5);
  serve();
  expect(await Promise.all([...served, person, heartbeat])).toEqual(Array(5).fill('200 null'));
  pass(1000);
  const back = Array.from({ length: 3 }, () => ask('executor'));
  await until('they are served', () => waiting.length === 3);
  expect(await ask('executor')).toBe('503 2');
  serve();
  expect(await Promise.all(back)).toEqual(Array(3).fill('200 null'));
});

test('nobody is told to come back later than agents wait', async () => {
  const { ask } = server({ underWay: 0, perSecond: 0.005 });
  expect(await ask('executor')).toBe('503 120');
});

test('a request that fails makes place for the next one', async () => {
  const { ask } = server({ underWay: 1, perSecond: 1 });
  expect(await ask('executor', '{"query":"{ unknown }"}')).toMatch(/^[24]00 null$/);
  expect(await ask('executor', 'no JSON')).not.toMatch(/^503/);
  expect(await ask('executor', '{"query":"{ unknown }"}')).toMatch(/^[24]00 null$/);
});
