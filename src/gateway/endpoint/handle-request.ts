import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import type { ByteAccount, ByteBudget } from '../byte-budget.ts';
import { Cancellation, Cancelled } from '../calls/cancellation.ts';
import { planCalls } from '../calls/plan-calls.ts';
import type { Connection } from '../calls/request-context.ts';
import { CallRunner } from '../calls/run-calls.ts';
import { authenticate } from '../consumers/authenticate.ts';
import type { Consumer } from '../consumers/consumer.ts';
import type { RpcFault } from '../rpc/faults.ts';
import { Outlet } from '../rpc/outlet.ts';
import { lengthOf, type RpcRequest, readRequest } from '../rpc/read-request.ts';
import { faultAnswer, writeAnswer } from '../rpc/write-answer.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReadBody, readBody } from './read-body.ts';

export interface HandlerOptions {
  endpoint: Endpoint;
  budgets: { bodies: ByteBudget; answers: ByteBudget };
  clock: Clock;
  log: Logger;
}

const mebibyte = 1024 * 1024;
/** A block of 4 MB in hexadecimal digits; otherwise a large transaction. */
const maxBytes = { block: 10 * mebibyte, other: 2 * mebibyte };

/** Answers one HTTP request as bitcoind does (HTTPReq_JSONRPC in src/httprpc.cpp). */
export async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  connection: Connection,
  { endpoint, budgets, clock, log }: HandlerOptions,
): Promise<void> {
  if (request.method !== 'POST') return refuse(response, 405, 'JSONRPC server handles only POST requests');
  const path = readPath(request.url ?? '');
  if (path === null) return refuse(response, 404, '');
  const access = authenticate(request.headers.authorization, endpoint.consumers, clock.now());
  if (access === null) {
    endpoint.counts.unauthorized++;
    return refuse(response, 401, '', { 'www-authenticate': 'Basic realm="jsonrpc"' });
  }
  const { consumer, secretId } = access;
  consumer.lastUsed.set(secretId, clock.now());
  const cancellation = new Cancellation();
  const entered = consumer.enter(secretId, () => {
    cancellation.cancel();
    response.destroy();
  });
  if (typeof entered !== 'function') {
    endpoint.onCall(consumer, '', 'limited');
    return refuseCall(response, entered.fault, { 'retry-after': String(entered.retryAfterSeconds) });
  }
  response.once('close', () => {
    if (!response.writableFinished) cancellation.cancel();
  });
  const bodies = budgets.bodies.account(consumer.config.id);
  const answers = budgets.answers.account(consumer.config.id);
  try {
    const received = await receive(request, maxBytes[consumer.mayCall('submitblock') ? 'block' : 'other'], bodies);
    if ('refused' in received) {
      const [status, text] = bodyRefusals[received.refused];
      return refuse(response, status, text);
    }
    await answer(received, response, { endpoint, consumer, connection, cancellation, answers, wallet: path.wallet });
  } catch (error) {
    const isExpected = error instanceof Cancelled || cancellation.isCancelled || request.errored !== null;
    // The answer may have begun.
    response.destroy();
    if (isExpected) return endpoint.onCall(consumer, '', 'cancelled');
    log.error({ err: error, endpoint: endpoint.config.name }, 'failed to answer a request');
  } finally {
    bodies.clear();
    answers.clear();
    entered();
  }
}

interface Received {
  rpc: RpcRequest;
  /** As `performance.now()` counts. */
  receivedAt: number;
}

/** Reads a request. Its body is held, and charged, until it is parsed: a call may wait for long, and needs its parameters. */
async function receive(
  request: IncomingMessage,
  maxBytes: number,
  account: ByteAccount,
): Promise<Received | Extract<ReadBody, { refused: string }>> {
  const body = await readBody(request, maxBytes, account);
  if ('refused' in body) return body;
  const receivedAt = performance.now();
  const rpc = readRequest(body.text);
  account.clear();
  account.add(lengthOf(rpc));
  return { rpc, receivedAt };
}

interface Answering {
  endpoint: Endpoint;
  consumer: Consumer;
  connection: Connection;
  cancellation: Cancellation;
  answers: ByteAccount;
  wallet: string | null;
}

async function answer(
  { rpc, receivedAt }: Received,
  response: ServerResponse,
  { endpoint, consumer, ...about }: Answering,
): Promise<void> {
  consumer.charge(rpc.calls.length - 1);
  const outlet = new Outlet(response, rpc);
  const runner = new CallRunner({ surroundings: endpoint, consumer, outlet, ...about });
  await runner.run(planCalls(rpc, (method) => consumer.mayCall(method)));
  if (runner.members.isConnectionSpent) response.shouldKeepAlive = false;
  endpoint.counts.observe(performance.now() - receivedAt, runner.members.memberMs);
  await outlet.finish();
}

/** Returns the wallet that a path names; null for a path at which JSON-RPC is not served. */
function readPath(url: string): { wallet: string | null } | null {
  if (url === '/') return { wallet: null };
  const encoded = /^\/wallet\/([^?#]*)$/.exec(url)?.[1];
  if (encoded === undefined) return null;
  try {
    const wallet = decodeURIComponent(encoded);
    return wallet.includes('\0') ? null : { wallet };
  } catch {
    // Not UTF-8.
    return null;
  }
}

const bodyRefusals = {
  too_large: [413, 'The body is too large'],
  no_memory: [503, 'Too many bodies are being read; try again'],
  not_utf8: [400, 'The body is not UTF-8'],
} as const;

/** Without reading the body, whose connection is closed. */
function refuse(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.shouldKeepAlive = false;
  response.writeHead(status, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(text), ...headers });
  response.end(text);
}

function refuseCall(response: ServerResponse, fault: RpcFault, headers: Record<string, string>): void {
  const reply = { id: 'null', isVersion2: false, isNotification: false };
  const text = `${writeAnswer(faultAnswer(fault), reply)}\n`;
  response.shouldKeepAlive = false;
  response.writeHead(429, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}
