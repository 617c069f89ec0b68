import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** How the way to the control plane is broken. */
export type Fault =
  | { kind: 'none' }
  | { kind: 'refuse' }
  | { kind: 'late'; ms: number }
  | { kind: 'answer'; status: number; type: string; body: string }
  /** Changes the answers to heartbeats. */
  | { kind: 'sync'; change(answer: Record<string, unknown>): unknown };

/** Stands between an agent and a real control plane, to give answers that a real one cannot be made to give. */
export class ApiProxy {
  readonly #server: Server;
  readonly #target: URL;
  fault: Fault = { kind: 'none' };
  /** Requests that came while a fault was on. */
  disturbed = 0;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
  }

  static async start(target: string): Promise<ApiProxy> {
    const proxy = new ApiProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/graphql`;
  }

  /** Switches the fault on, also for the stream of nudges that stands. */
  break(fault: Fault): void {
    this.fault = fault;
    this.disturbed = 0;
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming).catch(() => undefined);
    if (body === undefined) return;
    const { fault } = this;
    if (fault.kind !== 'none') this.disturbed++;
    if (fault.kind === 'refuse') return void outgoing.destroy();
    if (fault.kind === 'late') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    if (fault.kind === 'answer') {
      outgoing.writeHead(fault.status, { 'content-type': fault.type }).end(fault.body);
      return;
    }
    const { hostname, port, pathname } = this.#target;
    const sent = request(
      {
        hostname,
        port,
        path: pathname,
        method: incoming.method,
        headers: { ...incoming.headers, host: this.#target.host },
      },
      async (answer) => {
        if (fault.kind !== 'sync' || !body.includes('syncExecutor')) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          return;
        }
        const given = JSON.parse((await buffer(answer)).toString()) as {
          data: { syncExecutor: Record<string, unknown> };
        };
        const changed = JSON.stringify({ data: { syncExecutor: fault.change(given.data.syncExecutor) } });
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end(changed);
      },
    );
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    sent.end(body);
  }
}
