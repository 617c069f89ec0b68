import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { MemberConfig } from '../../src/gateway/config.ts';
import { until } from '../harness/until.ts';
import { answerOf, fakeDaemon, tip } from './fake-daemon.ts';
import { runningGateway } from './running-gateway.ts';

/** A daemon whose getblock is answered by `block`, which sends pieces after the beginning of the answer. */
const daemonWith = (block: (response: ServerResponse, end: string) => Promise<void>): Promise<MemberConfig> =>
  fakeDaemon('getblock', ({ response }) => {
    response.setMaxListeners(0);
    response.write('[{"result":"');
    void block(response, `","error":null,"id":0},${answerOf(1, JSON.stringify(tip))}]\n`);
  });

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
