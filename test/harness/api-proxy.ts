import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** How the connection to the control plane is broken. */
export type Fault =
  | { kind: 'none' }
  /** Closes each connection without an answer. */
  | { kind: 'refuse' }
  /** Passes each request on, and closes the connection in place of the answer. */
  | { kind: 'lose' }
  /** Passes each request on after a delay. */
  | { kind: 'delay'; ms: number }
  /** Answers each request itself, or only each request for an operation. */
  | { kind: 'answer'; status: number; type: string; body: string; operation?: string }
  /** Changes the answers to heartbeats. */
  | { kind: 'sync'; change(payload: Record<string, unknown>): unknown };

/** A proxy between an agent and a real control plane, with answers that a real one never gives. */
export class ApiProxy {
  /** When heartbeats were passed on, in milliseconds since the epoch. */
  readonly heartbeats: number[] = [];
  readonly #server: Server;
  readonly #target: URL;
  #fault: Fault = { kind: 'none' };
  #faultyRequests = 0;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, outgoing) => void this.#handle(incoming, outgoing));
  }

  static async start(target: string): Promise<ApiProxy> {
    const proxy = new ApiProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/graphql`;
  }

  /** Number of requests that hit the current fault. */
  get faultyRequests(): number {
    return this.#faultyRequests;
  }

  /** Applies the fault to every request from now on, and closes open connections, including the stream of nudges. */
  break(fault: Fault): void {
    this.#fault = fault;
    this.#faultyRequests = 0;
    this.#server.closeAllConnections();
  }

  /** Ends the fault, if there is one. */
  heal(): void {
    if (this.#fault.kind !== 'none') this.break({ kind: 'none' });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
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
    if (fault.kind === 'lose') {
      this.#forward(incoming, body, outgoing, undefined, true);
      return;
    }
    const isSync = body.includes('syncExecutor');
    if (isSync) this.heartbeats.push(Date.now());
    this.#forward(incoming, body, outgoing, isSync && fault.kind === 'sync' ? fault.change : undefined);
  }

  #faultOf(body: Buffer): Fault {
    const fault = this.#fault;
    const isMeant = fault.kind !== 'answer' || fault.operation === undefined || body.includes(fault.operation);
    return isMeant ? fault : { kind: 'none' };
  }

  #forward(
    { method, headers }: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    change?: (payload: Record<string, unknown>) => unknown,
    isLost = false,
  ): void {
    const { hostname, port, pathname, host } = this.#target;
    const options = { hostname, port, path: pathname, method, headers: { ...headers, host } };
    const forwarded = request(options, async (answer) => {
      if (isLost) {
        answer.destroy();
        outgoing.destroy();
        return;
      }
      if (change === undefined) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      const { data } = JSON.parse((await buffer(answer)).toString()) as {
        data: { syncExecutor: Record<string, unknown> };
      };
      const changed = JSON.stringify({ data: { syncExecutor: change(data.syncExecutor) } });
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(changed);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    forwarded.end(body);
  }
}
