import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type Docker from 'dockerode';
import { labels } from '../src/agent/docker/engine/labels.ts';
import type { ParsedJson } from '../test/harness/parsed-json.ts';
import { listenAsDaemon } from './memory-daemon.ts';
import { MemoryObjects } from './memory-objects.ts';

/** Nodes with this name prefix are kept in memory. */
export const memoryPrefix = 'memory-';

/** A socket that forwards a real engine's API, and keeps the containers of some nodes in memory, with their daemons. */
export class MixedEngine {
  readonly socketPath: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'satrap-mixed-'));
  readonly #engineSocket: string;
  readonly #objects = new MemoryObjects();
  readonly #daemons = new Map<string, Server>();
  readonly #server: Server;

  private constructor(engineSocket: string) {
    this.#engineSocket = engineSocket;
    this.socketPath = join(this.#folder, 'docker.sock');
    this.#server = createServer((incoming, outgoing) => {
      this.#answer(incoming, outgoing).catch(() => outgoing.destroy());
    });
  }

  static async start(engineSocket: string): Promise<MixedEngine> {
    const engine = new MixedEngine(engineSocket);
    await new Promise<void>((resolve) => engine.#server.listen(engine.socketPath, resolve));
    return engine;
  }

  async stop(): Promise<void> {
    for (const server of [this.#server, ...this.#daemons.values()]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL((incoming.url ?? '').replace(/^\/v[\d.]+/, ''), 'http://engine');
    const body = await buffer(incoming);
    const call = `${incoming.method} ${url.pathname}`;
    const reply = (status: number, answer?: unknown) =>
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(answer && JSON.stringify(answer));
    const made = call.endsWith('/create') ? (JSON.parse(body.toString()) as Docker.ContainerCreateOptions) : undefined;
    if (made?.Labels?.[labels.name]?.startsWith(memoryPrefix)) {
      if (call === 'POST /volumes/create')
        return void reply(201, this.#objects.addVolume(made as Docker.VolumeCreateOptions));
      const id = randomBytes(32).toString('hex');
      this.#objects.addContainer(id, url.searchParams.get('name') ?? '', made);
      return void reply(201, { Id: id, Warnings: [] });
    }
    const [, kind, id = '', what = ''] = url.pathname.split('/');
    if (kind === 'containers' && this.#objects.has(id)) return this.#actOn(id, `${incoming.method} ${what}`, reply);
    if (kind === 'volumes' && incoming.method === 'DELETE' && this.#objects.removeVolume(id)) return void reply(204);
    const filters = JSON.parse(url.searchParams.get('filters') ?? '{}') as Record<string, string[]>;
    if (call === 'GET /containers/json')
      return this.#merge(incoming, body, reply, (all) => all.concat(this.#objects.list(filters)));
    if (call === 'GET /volumes')
      return this.#merge(incoming, body, reply, (all) => ({
        ...all,
        Volumes: [...(all.Volumes ?? []), ...this.#objects.volumes(filters)],
      }));
    this.#forward(incoming, body, outgoing);
  }

  async #actOn(id: string, call: string, reply: (status: number, answer?: unknown) => unknown): Promise<void> {
    if (call === 'GET json') reply(200, this.#objects.inspect(id));
    else if (call === 'GET stats') reply(200, this.#objects.stats());
    else if (call === 'GET archive' || call === 'HEAD archive') reply(404, { message: 'no such file or directory' });
    else if (call === 'PUT archive') reply(200);
    else if (call === 'POST start') {
      this.#objects.start(id);
      this.#daemons.set(id, await listenAsDaemon(this.#objects.rpcPort(id)));
      reply(204);
    } else if (call === 'DELETE ') {
      this.#objects.removeContainer(id);
      reply(204);
    } else reply(501, { message: `${call} is not kept in memory` });
  }

  /** Returns the real engine's answer with changes. */
  #merge(
    incoming: IncomingMessage,
    body: Buffer,
    reply: (status: number, answer?: unknown) => unknown,
    change: (answer: ParsedJson) => unknown,
  ): void {
    this.#ask(incoming, body, async (answer) => {
      reply(answer.statusCode ?? 500, change(JSON.parse((await buffer(answer)).toString())));
    }).on('error', () => reply(500, { message: 'the engine does not answer' }));
  }

  #forward(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): void {
    const asked = this.#ask(incoming, body, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    asked.on('error', () => outgoing.destroy());
    outgoing.on('close', () => asked.destroy());
  }

  #ask({ method, url: path, headers }: IncomingMessage, body: Buffer, onAnswer: (answer: IncomingMessage) => unknown) {
    const asked = request({ socketPath: this.#engineSocket, method, path, headers }, onAnswer);
    asked.end(body);
    return asked;
  }
}
