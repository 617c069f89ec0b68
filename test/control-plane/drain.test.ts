import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { drain } from '../../src/control-plane/drain.ts';

/** Starts a server whose responses the test controls, and sends one request over a keep-alive connection. */
async function askOnce() {
  const requested = Promise.withResolvers<ServerResponse>();
  const server = createServer((_request, response) => requested.resolve(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true });
  const { port } = server.address() as AddressInfo;
  const sent = get({ port, host: '127.0.0.1', agent });
  const answer = once(sent, 'response').then(([response]) => text(response as IncomingMessage));
  return { server, answer, port, response: await requested.promise, agent };
}

test('a server that drains finishes the request under way, then ends its connection', async () => {
  const { server, answer, response, agent } = await askOnce();
  const drained = drain(server, 20_000);
  response.end('done');
  expect(await answer).toBe('done');
  await drained;
  expect(server.listening).toBe(false);
  agent.destroy();
});

test('a server that drains accepts no new connection', async () => {
  const { server, answer, port, response, agent } = await askOnce();
  const drained = drain(server, 20_000);
  const late = get({ port, host: '127.0.0.1', agent: false });
  const [error] = await once(late, 'error').catch((thrown: unknown) => [thrown]);
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  response.end('done');
  await Promise.all([answer, drained]);
  agent.destroy();
});

test('a request that does not end is cut off when the time to drain is over', async () => {
  const { server, answer, agent } = await askOnce();
  const cut = expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
  await drain(server, 100);
  await cut;
  agent.destroy();
});
