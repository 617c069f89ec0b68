import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One call that changes something, such as `POST /containers/ID/start`. */
export type EngineCall = string;

/** What to do with a call: let it through, never answer it, or do something before it is sent on or before its answer is. */
export interface Interference {
  /** `swallow` keeps the call from the engine and never answers it. */
  before?(call: EngineCall): undefined | 'swallow';
  /** What to answer in the engine's place, also to a call that only reads. */
  answer?(call: EngineCall): { status: number; body: string } | undefined;
  /** The engine has done it; the agent does not know yet. */
  afterDone?(call: EngineCall): unknown;
}

/** A socket between an agent and a real Docker engine, to interfere with single calls. */
export class DockerProxy {
  readonly socketPath: string;
  readonly #server: Server;
  readonly #folder: string;
  readonly calls: EngineCall[] = [];
  interference: Interference = {};

  private constructor(engineSocket: string) {
    this.#folder = mkdtempSync(join(tmpdir(), 'satrap-proxy-'));
    this.socketPath = join(this.#folder, 'docker.sock');
    this.#server = createServer((incoming, outgoing) => this.#pass(engineSocket, incoming, outgoing));
  }

  static async start(engineSocket: string): Promise<DockerProxy> {
    const proxy = new DockerProxy(engineSocket);
    await new Promise<void>((resolve) => proxy.#server.listen(proxy.socketPath, resolve));
    return proxy;
  }

  /** Ends every connection, such as the stream of events. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #pass(engineSocket: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const call = `${incoming.method} ${incoming.url
      ?.replace(/^\/v[\d.]+/, '')
      .replace(/\?.*/, '')
      .replace(/[0-9a-f]{64}/, 'ID')}`;
    const answered = this.interference.answer?.(call);
    if (answered !== undefined) {
      outgoing.writeHead(answered.status, { 'content-type': 'application/json' });
      outgoing.end(answered.body);
      return;
    }
    const changes = incoming.method !== 'GET' && incoming.method !== 'HEAD';
    if (changes) this.calls.push(call);
    if (changes && this.interference.before?.(call) === 'swallow') return;
    const sent = request(
      { socketPath: engineSocket, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (answer) => {
        if (changes) this.interference.afterDone?.(call);
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
        // An engine that dies ends its streams.
        answer.on('error', () => outgoing.destroy());
        answer.on('close', () => outgoing.destroy());
      },
    );
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => {
      // An agent that died in the middle of a call takes back nothing that the engine has begun; a stream of events ends.
      if (!changes) sent.destroy();
    });
    incoming.pipe(sent);
  }
}
