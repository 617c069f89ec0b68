import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Method and path of a call, such as `POST /containers/ID/start`. */
export type EngineCall = string;

/** What the proxy does with a call besides passing it on. `before` and `afterDone` see only calls that change something. */
export interface Interference {
  /** `swallow` keeps the call from the engine and never answers it. */
  before?(call: EngineCall): undefined | 'swallow';
  /** The answer to give in the engine's place, also to a call that only reads. */
  answer?(call: EngineCall): { status: number; body: string } | undefined;
  /** The engine has answered; the agent has not received the answer yet. */
  afterDone?(call: EngineCall): unknown;
}

/** A socket between an agent and a real Docker engine that can interfere with single calls. */
export class DockerProxy {
  readonly socketPath: string;
  /** The calls that change something, in the order in which they arrived. */
  readonly calls: EngineCall[] = [];
  /** The calls that only read and are not answered to the end, such as a log that is followed. */
  readonly reading: EngineCall[] = [];
  interference: Interference = {};
  readonly #server: Server;
  readonly #folder: string;

  private constructor(engineSocket: string) {
    this.#folder = mkdtempSync(join(tmpdir(), 'satrap-proxy-'));
    this.socketPath = join(this.#folder, 'docker.sock');
    this.#server = createServer((incoming, outgoing) => this.#handle(engineSocket, incoming, outgoing));
  }

  static async start(engineSocket: string): Promise<DockerProxy> {
    const proxy = new DockerProxy(engineSocket);
    await new Promise<void>((resolve) => proxy.#server.listen(proxy.socketPath, resolve));
    return proxy;
  }

  /** Closes every connection, among them the stream of events. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #handle(engineSocket: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const call = nameOf(incoming);
    const answer = this.interference.answer?.(call);
    if (answer !== undefined) {
      outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      return;
    }
    const isChange = incoming.method !== 'GET' && incoming.method !== 'HEAD';
    if (isChange) this.calls.push(call);
    else {
      this.reading.push(call);
      outgoing.once('close', () => this.reading.splice(this.reading.indexOf(call), 1));
    }
    if (isChange && this.interference.before?.(call) === 'swallow') return;
    const { method, url: path, headers } = incoming;
    // A call by a connection of its own stays one: an engine that is ending takes no new ones.
    const agent = headers.connection === 'close' ? false : undefined;
    const forwarded = request({ socketPath: engineSocket, method, path, headers, agent }, (response) => {
      if (isChange) this.interference.afterDone?.(call);
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      outgoing.flushHeaders();
      response.pipe(outgoing);
      // When the engine dies, its streams must end for the agent too.
      response.on('error', () => outgoing.destroy());
      response.on('close', () => outgoing.destroy());
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => {
      // The engine finishes a change even when the agent dies in the middle of the call; only reads and streams end with it.
      if (!isChange) forwarded.destroy();
    });
    incoming.pipe(forwarded);
  }
}

/** Without the API version, the query and the container's id, so that tests can name a call. */
function nameOf({ method, url = '' }: IncomingMessage): EngineCall {
  const path = url
    .replace(/^\/v[\d.]+/, '')
    .replace(/\?.*/, '')
    .replace(/[0-9a-f]{64}/, 'ID');
  return `${method} ${path}`;
}
