import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { MemberConfig } from '../../src/gateway/config.ts';
import { closeServer, listenHere } from '../harness/listen.ts';
import { until } from '../harness/until.ts';
import { runningGateway } from './running-gateway.ts';

const tip = 'ab'.repeat(32);
const header = { height: 7, chainwork: 'ff', confirmations: 1 };
const info = { chain: 'regtest', blocks: 7, headers: 7, bestblockhash: tip, initialblockdownload: false, warnings: [] };

type Call = { id: number; method: string };
const answerOf = (id: number, result: string) => `{"result":${result},"error":null,"id":${id}}`;

/** A daemon whose getblock is answered by `block`, which sends pieces after the beginning of the answer. */
async function daemonWith(block: (response: ServerResponse, end: string) => Promise<void>): Promise<MemberConfig> {
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const calls = JSON.parse(await text(request)) as Call[];
    const known: Record<string, unknown> = { getblockchaininfo: info, getblockheader: header, getbestblockhash: tip };
    if (calls[0]?.method === 'getblock') {
      response.write('[{"result":"');
      response.setMaxListeners(0);
      await block(response, `","error":null,"id":0},${answerOf(1, JSON.stringify(tip))}]\n`);
    } else
      response.end(`[${calls.map(({ id, method }) => answerOf(id, JSON.stringify(known[method] ?? 1))).join(',')}]\n`);
  };
  const server = createServer(onRequest);
  const port = await listenHere(server);
  onTestFinished(() => closeServer(server));
  return {
    ...{ nodeId: String(port), name: `node-${port}`, url: `http://127.0.0.1:${port}`, user: 'gateway', password: 'p' },
    startedWithGatewayUser: true,
  };
}

const piece = '₿'.repeat(100_000);

test('streams a large answer as the daemon sends it, with characters of several bytes', async () => {
  const member = await daemonWith(async (response, end) => {
    for (let pieces = 0; pieces < 20; pieces++) response.write(piece);
    response.end(end);
  });
  const gateway = await runningGateway([member]);
  await gateway.untilMembers();
  const { status, headers, json } = await gateway.caller().call('getblock', ['00']);
  expect([status, headers['transfer-encoding'], json.error, json.id]).toEqual([200, 'chunked', null, 'test']);
  expect(json.result).toBe(piece.repeat(20));
});

test('holds back a daemon whose answer the caller does not read', async () => {
  let sent = 0;
  const member = await daemonWith(async (response) => {
    for (; sent < 2000 && !response.destroyed; sent++)
      if (!response.write(piece))
        await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
  });
  const gateway = await runningGateway([member]);
  await gateway.untilMembers();
  const before = process.memoryUsage().arrayBuffers;
  const caller = gateway.stalledCall('getblock');
  let last = -1;
  await until('the daemon is held back', () => {
    const isStill = sent > 0 && sent === last;
    last = sent;
    return isStill;
  });
  expect(sent).toBeLessThan(200);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
  caller.destroy();
  await until(
    'the member has its slot back',
    async () => (await gateway.report()).endpoints[0]?.members[0]?.inFlight === 0,
  );
});

test('breaks an answer off when the daemon does, instead of completing it', async () => {
  const member = await daemonWith(async (response) => {
    await new Promise((sent) => response.write(piece.repeat(4), sent));
    response.destroy();
  });
  const gateway = await runningGateway([member]);
  await gateway.untilMembers();
  await expect(gateway.caller().call('getblock', ['00'])).rejects.toThrow();
});

test('answers from another member when one breaks off before a part has left', async () => {
  const whole = await daemonWith(async (response, end) => {
    response.end(`whole${end}`);
  });
  const broken = await daemonWith(async (response) => {
    response.destroy();
  });
  const gateway = await runningGateway([broken, whole]);
  await gateway.untilMembers();
  const results = await Promise.all(
    [1, 2, 3, 4].map(async () => (await gateway.caller().call('getblock', ['00'])).json.result),
  );
  expect(results).toEqual(['whole', 'whole', 'whole', 'whole']);
});
