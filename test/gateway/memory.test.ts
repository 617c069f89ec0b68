import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../harness/until.ts';
import { fakeDaemon, type Held } from './fake-daemon.ts';
import { consumerConfig, type RunningGateway, runningGateway, secret } from './running-gateway.ts';

const mebibyte = 1024 * 1024;
const consumers = [consumerConfig('electrs'), consumerConfig('lnd')];

/** A gateway of one daemon, and the daemon's requests for `method` so far. */
async function holding(method: string): Promise<{ gateway: RunningGateway; held: Held[] }> {
  const held: Held[] = [];
  const gateway = await runningGateway([await fakeDaemon(method, (each) => held.push(each))], { consumers });
  await gateway.untilMembers();
  return { gateway, held };
}

/** Sends a request of electrs with a body of which the last `missing` bytes never come. */
function sendBody({ port }: RunningGateway, body: string, missing = 0): { socket: Socket; received(): string } {
  const authorization = `authorization: Basic ${Buffer.from(`electrs:${secret}`).toString('base64')}`;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => {
    socket.destroy();
  });
  let received = '';
  socket.on('data', (data) => {
    received += data.toString();
  });
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${authorization}\r\ncontent-length: ${body.length + missing}\r\n\r\n`);
  socket.write(body);
  return { socket, received: () => received };
}

test('reads bodies of other consumers while one keeps many unfinished', async () => {
  const { gateway } = await holding('getblock');
  const sent = Array.from({ length: 30 }, () => sendBody(gateway, ' '.repeat(2 * mebibyte - 1), 1));
  await until('a body is refused', () => sent.some(({ received }) => received().startsWith('HTTP/1.1 503 ')));
  expect((await gateway.caller('lnd').call('uptime')).status).toBe(200);
});

test('holds no body while its calls wait', async () => {
  const { gateway } = await holding('waitfornewblock');
  const padded = `{"method":"waitfornewblock"}${' '.repeat(1.9 * mebibyte)}`;
  const sent: ReturnType<typeof sendBody>[] = [];
  for (let calls = 1; calls <= 8; calls++) {
    sent.push(sendBody(gateway, padded));
    await until('the call waits', async () => {
      const [member] = (await gateway.report()).endpoints[0]?.members ?? [];
      return (
        sent.some(({ received }) => received() !== '') || (member?.inFlight ?? 0) + (member?.queued ?? 0) === calls
      );
    });
  }
  expect(sent.map(({ received }) => received())).toEqual(sent.map(() => ''));
});

test('bounds the answers that a consumer does not read, and answers others', async () => {
  const { gateway, held } = await holding('decoderawtransaction');
  const long = 'x'.repeat(7 * mebibyte);
  for (let calls = 1; calls <= 5; calls++) {
    const begun = once(gateway.stalledCall('decoderawtransaction'), 'response');
    await until('the daemon has the call', () => held.length === calls);
    held.at(-1)?.answer(long);
    await begun;
  }
  const [further, other] = ['electrs', 'lnd'].map((user) => gateway.caller(user).call('decoderawtransaction', ['00']));
  await until('the daemon has the calls', () => held.length === 7);
  for (const { answer } of held.slice(5)) answer(long);
  expect((await further)?.json.error?.code).toBe(-32005);
  expect((await other)?.json.result).toBe(long);
});

test('answers a consumer shortly whose long answers are not read', async () => {
  const { gateway, held } = await holding('decoderawtransaction');
  for (let calls = 1; calls <= 6; calls++) {
    const begun = once(gateway.stalledCall('decoderawtransaction'), 'response');
    await until('the daemon has the call', () => held.length === calls);
    held.at(-1)?.answer('x'.repeat(7 * mebibyte));
    await begun;
  }
  expect((await gateway.caller().call('uptime')).json.result).toBe(1);
});
