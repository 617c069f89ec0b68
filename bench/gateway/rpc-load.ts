import { connect } from 'node:net';

// Run as a program of its own, so that it shares no thread with what it measures. Its argument is RpcLoad as JSON; it prints
// RpcLoadResult.

export interface RpcLoad {
  port: number;
  user: string;
  password: string;
  connections: number;
  /** Each connection sends its next call after the answer to the one before, until then. */
  milliseconds: number;
}

export interface RpcLoadResult {
  /** Milliseconds of each call. */
  latencies: number[];
  callsPerSecond: number;
}

const body = '{"jsonrpc":"1.0","id":1,"method":"getblockcount","params":[]}';
const headEnd = '\r\n\r\n';

const { port, user, password, connections, milliseconds } = JSON.parse(process.argv[2] ?? '') as RpcLoad;
const request = [
  'POST / HTTP/1.1',
  'host: 127.0.0.1',
  `authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  'content-type: application/json',
  `content-length: ${body.length}${headEnd}${body}`,
].join('\r\n');
const latencies: number[] = [];
const until = performance.now() + milliseconds;

/** Calls on one connection. The clients of Node cost more than the daemon takes for a call. */
function callOnOneConnection(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(port, '127.0.0.1');
  let [received, sentAt] = ['', 0];
  const send = () => {
    received = '';
    sentAt = performance.now();
    socket.write(request);
  };
  socket.setNoDelay(true).setEncoding('latin1');
  socket.on('connect', send).on('error', reject);
  socket.on('close', () => reject(new Error(`the server closed the connection: ${received}`)));
  socket.on('data', (text) => {
    received += text;
    const head = received.indexOf(headEnd);
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? Number.NaN);
    if (head < 0 || received.length < head + headEnd.length + length) return;
    if (!received.startsWith('HTTP/1.1 200')) reject(new Error(received));
    latencies.push(performance.now() - sentAt);
    if (performance.now() < until) return send();
    resolve();
    socket.destroy();
  });
  return promise;
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: connections }, callOnOneConnection));
const seconds = (performance.now() - startedAt) / 1000;
console.log(JSON.stringify({ latencies, callsPerSecond: latencies.length / seconds } satisfies RpcLoadResult));
