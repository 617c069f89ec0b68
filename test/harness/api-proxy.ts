import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { jsonOrNull } from '../../src/text/json-or-null.ts';
import { closeServer, listenHere } from './listen.ts';

interface SyncAnswer {
  data?: { syncExecutor: Record<string, unknown> | null } | null;
}

export type Fault =
  | { kind: 'none' }
  | { kind: 'refuse' }
  /** Passes each request on, and closes the connection in place of the answer. */
  | { kind: 'lose' }
  | { kind: 'delay'; ms: number }
  /** Answers each request itself, or only each request for an operation. */
  | { kind: 'answer'; status: number; type: string; body: string; operation?: string }
  | { kind: 'sync'; change(payload: Record<string, unknown>): unknown };

/** Changes the list of nodes (null: none) in heartbeats' answers, under a raised revision, so that agents accept it. */
export const changedNodes = (
  change: (nodes: { name: string }[] | null) => object[] | undefined,
  more: object = {},
): Fault => ({
  kind: 'sync',
  change: (answer) => {
    const nodes = change(answer['nodes'] as { name: string }[] | null);
    return nodes === undefined ? answer : { ...answer, revision: Number(answer['revision']) + 1000, nodes, ...more };
  },
});

/** A proxy between an agent and a real control plane, with answers that a real one never gives. */
export class ApiProxy {
  /** When heartbeats were passed on, in milliseconds since the epoch. */
  readonly heartbeats: number[] = [];
  readonly #server: Server;
  readonly #target: URL;
  #port = 0;
  #fault: Fault = { kind: 'none' };
  #faultyRequests = 0;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, outgoing) => void this.#handle(incoming, outgoing));
  }

  static async start(target: string): Promise<ApiProxy> {
    const proxy = new ApiProxy(target);
    proxy.#port = await listenHere(proxy.#server);
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/graphql`;
  }

  get faultyRequests(): number {
    return this.#faultyRequests;
  }

  /** Applies the fault to every request from now on, and closes open connections, including the stream of nudges. */
  break(fault: Fault): void {
    this.#fault = fault;
    this.#faultyRequests = 0;
    this.#server.closeAllConnections();
  }

  heal(): void {
    if (this.#fault.kind !== 'none') this.break({ kind: 'none' });
  }

  stop(): Promise<void> {
    return closeServer(this.#server);
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming).catch(() => undefined);
    // The agent has closed the connection.
    if (body === undefined) return;
    const fault = this.#faultOf(body);
    if (fault.kind !== 'none') this.#faultyRequests++;
    switch (fault.kind) {
      case 'refuse':
        outgoing.destroy();
        return;
      case 'answer':
        outgoing.writeHead(fault.status, { 'content-type': fault.type }).end(fault.body);
        return;
      case 'delay':
        await delay(fault.ms);
    }
    const isSync = body.includes('syncExecutor');
    if (isSync && fault.kind !== 'lose') this.heartbeats.push(Date.now());
    this.#forward(incoming, body, outgoing, fault.kind !== 'sync' || isSync ? fault : { kind: 'none' });
  }

  #faultOf(body: Buffer): Fault {
    const fault = this.#fault;
    const isMeant = fault.kind !== 'answer' || fault.operation === undefined || body.includes(fault.operation);
    return isMeant ? fault : { kind: 'none' };
  }

  #forward({ method, headers }: IncomingMessage, body: Buffer, outgoing: ServerResponse, fault: Fault): void {
    const { hostname, port, pathname, host } = this.#target;
    const options = { hostname, port, path: pathname, method, headers: { ...headers, host } };
    const forwarded = request(options, async (answer) => {
      if (fault.kind === 'lose') {
        answer.destroy();
        outgoing.destroy();
      } else if (fault.kind === 'sync') {
        const answered = await text(answer).catch(() => null);
        // The control plane was killed meanwhile.
        if (answered === null) return void outgoing.destroy();
        // A refused heartbeat has none.
        const payload = (jsonOrNull(answered) as SyncAnswer | null)?.data?.syncExecutor;
        const changed = payload ? JSON.stringify({ data: { syncExecutor: fault.change(payload) } }) : answered;
        outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' }).end(changed);
      } else {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    forwarded.end(body);
  }
}
