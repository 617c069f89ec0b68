import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../harness/random.ts';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { type MemberDaemon, memberDaemons } from './daemons.ts';
import { consumerConfig, type RunningGateway, runningGateway, secret } from './running-gateway.ts';

const allowed = ['getblockcount', 'getblockhash', 'uptime'];
/** What the gateway calls itself. */
const own = ['getblockchaininfo', 'getblockheader', 'getbestblockhash'];
const forbidden = ['stop', 'dumptxoutset', 'loadwallet', 'getpeerinfo', 'sendrawtransaction'];
const authorization = `Authorization: Basic ${Buffer.from(`mallory:${secret}`).toString('base64')}`;

let daemon: MemberDaemon;

const folder = sharedFolder('gateway-daemons');

beforeAll(async () => {
  daemon = (await memberDaemons(folder, 'judge'))[0] as MemberDaemon;
});
afterAll(() => daemon?.daemon.remove());

async function attacked(): Promise<RunningGateway> {
  const consumers = [consumerConfig('mallory', { methods: allowed }), consumerConfig('electrs')];
  const gateway = await runningGateway([daemon.member], { consumers });
  await gateway.untilMembers();
  return gateway;
}

const escaped = (word: string) =>
  word.replace(/./g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A call that may or may not be valid, of a method that may or may not be allowed. */
function hostileCall(random: Random): string {
  const bad = random.pick(forbidden);
  const good = random.pick(allowed);
  return random.pick([
    `{"method":"${bad}"}`,
    `{"method":"${escaped(bad)}"}`,
    `{"method":"${good}","method":"${bad}"}`,
    `{"method":"${bad}","method":"${good}"}`,
    `{"method":"${good}","\\u006dethod":"${bad}"}`,
    `{"method":"${good}","Method":"${bad}","METHOD":"${bad}"}`,
    `{"method":"${good}\\u0000","x":"${bad}"}`,
    `{"method":"${bad.toUpperCase()}"}`,
    `{"method":["${bad}"]}`,
    `{"method":{"toString":"${bad}"}}`,
    `{"method":"${good}","params":{"method":"${bad}"}}`,
    `{"method":"${good}","params":["],\\"method\\":\\"${bad}\\""]}`,
    `{"method":"${good}","id":"\\"},{\\"method\\":\\"${bad}\\"}"}`,
    `{"method":"getblockhash","params":[${'9'.repeat(random.below(600))}]}`,
    `{"method":"getblockhash","params":[1e${random.below(1000)}]}`,
    `{"method":"${good}","params":${'['.repeat(random.below(60))}${']'.repeat(random.below(60))}}`,
    `{"method":"${good}","__proto__":{"method":"${bad}"}}`,
    `{"method":"${good}"}{"method":"${bad}"}`,
    `{"method":"${good}"},`,
    `\ufeff{"method":"${bad}"}`,
    `{"method":"${good}","params":["\\ud800"]}`,
    `{"jsonrpc":"2.0","method":"${random.pick([good, bad])}"}`,
  ]);
}

const hostileBody = (random: Random): string =>
  random.pick([
    () => hostileCall(random),
    () => `[${Array.from({ length: random.below(5) }, () => hostileCall(random)).join(',')}]`,
    () => `[[${hostileCall(random)}]]`,
    () => hostileCall(random).slice(0, random.below(30)),
  ])();

const paths = [
  '/',
  '/wallet/x',
  '/wallet/',
  '/wallet/%2e%2e/',
  '//',
  '/rest/tx',
  '/?x',
  '*',
  '/wallet/%00',
  'http://x/',
];

/** A request on the wire, whose framing may be wrong. */
function hostileRequest(random: Random): Buffer {
  const body = Buffer.from(hostileBody(random));
  const head = (...lines: string[]) =>
    Buffer.from(
      [`POST ${random.pick(paths)} HTTP/1.${random.below(2)}`, 'Host: x', authorization, ...lines, '', ''].join('\r\n'),
    );
  const sized = (by: number) => head(`Content-Length: ${Math.max(0, body.length + by)}`);
  const chunk = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
  const smuggled = Buffer.concat([Buffer.from(`{"method":"${random.pick(forbidden)}"}`)]);
  return random.pick([
    () => Buffer.concat([sized(0), body]),
    () => Buffer.concat([sized(-3), body]),
    () => Buffer.concat([sized(5), body]),
    () => Buffer.concat([head('Transfer-Encoding: chunked'), chunk]),
    () => Buffer.concat([head('Transfer-Encoding: chunked', 'Content-Length: 5'), chunk]),
    () => Buffer.concat([head('Transfer-Encoding: identity, chunked'), chunk]),
    () => Buffer.concat([head('Content-Length: 2', `Content-Length: ${body.length}`), body]),
    () => Buffer.concat([head('Transfer-Encoding: chunked'), chunk.subarray(0, random.below(chunk.length))]),
    () => Buffer.concat([sized(0), body, sized(0), body, head(`Content-Length: ${smuggled.length}`), smuggled]),
    () => Buffer.concat([sized(0), Buffer.from(body.map((byte) => (random.below(20) === 0 ? byte ^ 0x80 : byte)))]),
  ])();
}

/** Resolves when a connection is over, also by a reset. */
const untilClosed = (socket: Socket): Promise<unknown> =>
  socket.closed ? Promise.resolve() : new Promise((closed) => socket.resume().once('close', closed));

test('sends no forbidden call to a daemon in 20,000 hostile requests', async () => {
  const { port, report } = await attacked();
  const random = new Random(46);
  const before = daemon.calls().length;
  const parallel = 50;
  for (let sent = 0; sent < 20_000; sent += parallel) {
    const requests = Array.from({ length: parallel }, () => hostileRequest(random));
    await Promise.all(
      requests.map(async (bytes) => {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined);
        socket.end(bytes);
        await untilClosed(socket);
      }),
    );
  }
  const reached = new Set(daemon.calls().slice(before));
  expect([...reached].filter((method) => !allowed.includes(method) && !own.includes(method))).toEqual([]);
  // Without it, the test could not fail.
  expect([...reached]).toEqual(expect.arrayContaining(allowed));
  expect((await report()).endpoints[0]?.isListening).toBe(true);
});

test('serves others while senders keep their requests unfinished', async () => {
  const gateway = await attacked();
  const slow = Array.from({ length: 500 }, () => connect(gateway.port, '127.0.0.1').on('error', () => undefined));
  for (const socket of slow)
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Length: 1000\r\n\r\n{`);
  expect((await gateway.caller().call('uptime')).status).toBe(200);
  for (const socket of slow) socket.destroy();
});

test('refuses a body that is too large before it is read', async () => {
  const { port } = await attacked();
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Length: 999999999\r\n\r\n{`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
});

test('refuses a chunked body that grows too large', async () => {
  const { port } = await attacked();
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${authorization}\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const closed = untilClosed(socket);
  for (let pieces = 0; pieces < 100 && !socket.destroyed; pieces++) {
    if (!socket.write(piece)) await Promise.race([new Promise((drained) => socket.once('drain', drained)), closed]);
  }
  await closed;
  expect(socket.bytesWritten).toBeLessThan(100 * 0x10000);
});
