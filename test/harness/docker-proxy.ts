import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServer } from './listen.ts';

/** Method and path of a call, such as `POST /containers/ID/start`. */
export type EngineCall = string;

/** What the proxy does with a call besides forwarding it. `before` and `afterDone` see only changing calls. */
export interface Interference {
  /** `swallow` keeps the call from the engine and never answers it. */
  before?(call: EngineCall): undefined | 'swallow';
  /** The answer to give instead of the engine's, also for reading calls. */
  answer?(call: EngineCall): { status: number; body: string } | undefined;
  /** The engine has answered; the agent has not received the answer yet. */
  afterDone?(call: EngineCall): unknown;
}

export class DockerProxy {
  readonly socketPath: string;
  readonly calls: EngineCall[] = [];
  /** Reading calls without a complete answer, such as a followed log. */
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

  /** Lets every user of the host call the engine, as members of its group may. */
  admitAll(): void {
    chmodSync(this.#folder, 0o711);
    chmodSync(this.socketPath, 0o666);
  }

  cut(): void {
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    await closeServer(this.#server);
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
    // A call with its own connection keeps it: a stopping engine accepts no new ones.
    const agent = headers.connection === 'close' ? false : undefined;
    const forwarded = request({ socketPath: engineSocket, method, path, headers, agent }, (response) => {
      if (isChange) this.interference.afterDone?.(call);
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      outgoing.flushHeaders();
      response.pipe(outgoing);
      // When the engine dies, its streams must end for the agent too. A complete answer may still be on its way.
      response.on('error', () => outgoing.destroy());
      response.on('close', () => response.complete || outgoing.destroy());
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => {
      // The engine finishes a change even if the agent dies during the call; only reads and streams end with it.
      if (!isChange) forwarded.destroy();
    });
    // An upload without its end must not keep a container locked in the engine.
    incoming.on('close', () => incoming.complete || forwarded.destroy());
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
