import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { expect, test } from 'vitest';
import { drain } from '../../src/control-plane/serve.ts';
import { listenHere } from '../harness/listen.ts';

test('a request that does not end is cut off when the time to drain is over', async () => {
  const server = createServer();
  const requested = once(server, 'request');
  const answered = once(get({ host: '127.0.0.1', port: await listenHere(server), agent: false }), 'response');
  const cut = expect(answered).rejects.toMatchObject({ code: 'ECONNRESET' });
  await requested;
  await drain([server], 100);
  await cut;
  expect(server.listening).toBe(false);
});
