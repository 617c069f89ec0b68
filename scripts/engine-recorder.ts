import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Docker from 'dockerode';

/** Calls that create what must be removed at the end. */
const creation = /^(?:\/v[\d.]+)?\/(containers|volumes|networks)\/create(?:\?|$)/;

/** The largest body that is kept in memory. */
const atOnceBytes = 1024 * 1024;

/**
 * A socket in front of a Docker engine that records the containers, volumes and networks created through it. A test run can thus tell its
 * own from those that others create on the same engine.
 */
export class EngineRecorder {
  readonly socketPath: string;
  readonly #engineSocket: string;
  readonly #docker: Docker;
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #tunnels = new Set<Duplex>();
  readonly #created = { containers: new Set<string>(), volumes: new Set<string>(), networks: new Set<string>() };

  private constructor(engineSocket: string, socketPath: string) {
    this.#engineSocket = engineSocket;
    this.socketPath = socketPath;
    this.#docker = new Docker({ socketPath: engineSocket, timeout: 5000 });
    this.#server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));
    // Like the engine, it keeps idle connections open and waits for long uploads.
    this.#server.keepAliveTimeout = 0;
    this.#server.requestTimeout = 0;
    this.#server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.#tunnel(incoming, socket, head),
    );
  }

  static async start(engineSocket: string, socketPath: string): Promise<EngineRecorder> {
    const recorder = new EngineRecorder(engineSocket, socketPath);
    await new Promise<void>((resolve) => recorder.#server.listen(socketPath, resolve));
    return recorder;
  }

  /** Returns what was created through this socket and still exists, in words. */
  async leftovers(): Promise<string[]> {
    const { containers, volumes, networks } = this.#created;
    const found = await Promise.all([
      ...[...containers].map((id) =>
        describe(async () => `container ${(await this.#docker.getContainer(id).inspect()).Name}`),
      ),
      ...[...volumes].map((name) =>
        describe(async () => `volume ${(await this.#docker.getVolume(name).inspect()).Name}`),
      ),
      ...[...networks].map((id) =>
        describe(async () => `network ${(await this.#docker.getNetwork(id).inspect()).Name}`),
      ),
    ]);
    return found.filter((words) => words !== null);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    for (const socket of this.#tunnels) socket.destroy();
    this.#agent.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const kind = incoming.method === 'POST' ? creation.exec(incoming.url ?? '')?.[1] : undefined;
    const { connection: _hopByHop, ...headers } = incoming.headers;
    const { method, url: path } = incoming;
    // The engine may close a connection that is kept, and nobody can repeat a change that this breaks off.
    const forwarded = request(
      { socketPath: this.#engineSocket, agent: method === 'GET' ? this.#agent : false, method, path, headers },
      (response) => {
        response.on('error', () => outgoing.destroy());
        if (kind === undefined) passOn(response, outgoing);
        else void this.#record(kind, response, outgoing).catch(() => outgoing.destroy());
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    // An aborted call is aborted in the engine too.
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) forwarded.destroy();
    });
    if (Number(headers['content-length'] ?? 0) > atOnceBytes || headers['transfer-encoding'] !== undefined)
      incoming.pipe(forwarded);
    // With its headers, in one piece: the engine may answer and close before the rest of a body arrives.
    else
      void buffer(incoming).then(
        (body) => forwarded.end(body),
        () => forwarded.destroy(),
      );
  }

  /** Answers a creation only after recording it: the caller may be killed at any time. */
  async #record(kind: string, response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(response);
    if (response.statusCode === 201) {
      const { Id = '', Name = '' } = JSON.parse(body.toString()) as { Id?: string; Name?: string };
      if (kind === 'networks') this.#created.networks.add(Id);
      else if (kind === 'volumes') this.#created.volumes.add(Name);
      else await this.#recordContainer(Id);
    }
    outgoing.writeHead(response.statusCode ?? 500, response.headers).end(body);
  }

  /** The engine creates the volumes that a container names, or that its image declares. */
  async #recordContainer(id: string): Promise<void> {
    this.#created.containers.add(id);
    const { Mounts } = await this.#docker.getContainer(id).inspect();
    for (const { Type, Name } of Mounts) if (Type === 'volume' && Name !== undefined) this.#created.volumes.add(Name);
  }

  /** Passes on the raw bytes of an `attach` or `exec`, after the body of its request. */
  #tunnel(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { method, url, rawHeaders } = incoming;
    const engine = connect(this.#engineSocket, () => {
      const headers = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
      engine.write(`${method} ${url} HTTP/1.1\r\n${headers}\r\n`);
      incoming.pipe(engine, { end: false });
      incoming.on('end', () => {
        engine.write(head);
        socket.pipe(engine);
      });
      engine.pipe(socket);
    });
    this.#tunnels.add(socket);
    socket.on('close', () => {
      this.#tunnels.delete(socket);
      engine.destroy();
    });
    engine.on('error', () => socket.destroy());
    socket.on('error', () => engine.destroy());
  }
}

function passOn(response: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(response.statusCode ?? 500, response.headers);
  outgoing.flushHeaders();
  response.pipe(outgoing);
  // A dying engine aborts its streams.
  response.on('close', () => {
    if (!response.complete) outgoing.destroy();
  });
}

/** Returns null for what no longer exists, and the error if the engine does not answer. */
async function describe(inspect: () => Promise<string>): Promise<string | null> {
  try {
    return await inspect();
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return null;
    return `an engine that does not answer: ${(error as Error).message}`;
  }
}
