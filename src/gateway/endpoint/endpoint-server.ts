import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { readPlainFile } from '../../storage/plain-file.ts';
import { errorMessage } from '../../text/error-message.ts';
import type { Connection } from '../calls/request-context.ts';
import type { EndpointConfig } from '../config.ts';
import { type HandlerOptions, handleRequest } from './handle-request.ts';

/** A request must arrive within `requestTimeout`; an idle connection is kept longer than bitcoind does (30 s). */
const serverOptions: ServerOptions & TlsOptions = {
  maxHeaderSize: 8192,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  /** Until its handshake, a connection is outside of HTTP: the limits above do not apply to it, nor does closing all connections. */
  handshakeTimeout: 5000,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 2000,
  noDelay: true,
};
const maxConnections = 4000;
/** Requests that a connection may send before the first is answered. */
const maxPipelined = 32;
const stopMs = 5000;
const maxPemBytes = 1024 * 1024;

interface Line extends Connection {
  /** Ends with the last request. Answers of a connection come from one chain, so that its requests take turns. */
  last: Promise<void>;
  waiting: number;
}

type Listen = Pick<EndpointConfig, 'listen' | 'tls'>;

/** The HTTP server of an endpoint. */
export class EndpointServer {
  readonly #options: HandlerOptions;
  readonly #lines = new WeakMap<Socket, Line>();
  readonly #sockets = new Set<Socket>();
  /** Earlier servers, whose answers in flight have a few seconds. */
  readonly #stopping = new Set<Promise<void>>();
  /** Requests that are being answered. */
  readonly #running = new Set<Promise<void>>();
  #server: Server | TlsServer | null = null;
  #listen: string | null = null;
  #certificate: string | null = null;
  /** Why it does not listen, or serves an earlier certificate. */
  problem: string | null = null;

  constructor(options: HandlerOptions) {
    this.#options = options;
  }

  get isListening(): boolean {
    return this.#server?.listening ?? false;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** Listens where the configuration says, and reads the certificate again. Call it often: what failed is tried again. */
  async update({ listen, tls }: Listen): Promise<void> {
    const wanted = JSON.stringify([listen, tls !== undefined]);
    // Not waited for: an answer in flight must not delay a revocation.
    if (this.#listen !== wanted) this.#stopListening();
    try {
      const pems = tls === undefined ? null : { cert: readPem(tls.certFile), key: readPem(tls.keyFile) };
      const digest = pems === null ? null : createHash('sha256').update(pems.cert).update(pems.key).digest('hex');
      if (this.#server === null) await this.#start(listen, pems);
      else if (pems !== null && digest !== this.#certificate && 'setSecureContext' in this.#server)
        this.#server.setSecureContext(pems);
      this.#listen = wanted;
      this.#certificate = digest;
      this.#note(null);
    } catch (error) {
      this.#note(errorMessage(error));
    }
  }

  /** Closes idle connections, and the others after their answer or a few seconds. */
  async stop(): Promise<void> {
    this.#stopListening();
    await Promise.all(this.#stopping);
  }

  /** Resolves when all requests are answered, including those whose callers have left. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** The address is free at once. */
  #stopListening(): void {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    this.#listen = null;
    const closed = closeGently(server).finally(() => this.#stopping.delete(closed));
    this.#stopping.add(closed);
  }

  async #start({ address, port }: EndpointConfig['listen'], pems: { cert: string; key: string } | null): Promise<void> {
    const onRequest = (request: IncomingMessage, response: ServerResponse) => this.#onRequest(request, response);
    const server =
      pems === null
        ? createServer(serverOptions, onRequest)
        : (await import('node:https')).createServer({ ...serverOptions, ...pems }, onRequest);
    server.maxConnections = maxConnections;
    server.on(pems === null ? 'connection' : 'secureConnection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.listen({ host: address, port });
    await once(server, 'listening');
    // A socket that fails later must not end the gateway.
    server.on('error', (error) => this.#note(errorMessage(error)));
    this.#server = server;
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = this.#lines.getOrInsertComputed(socket, () => ({
      ...{ floor: null, member: null, last: Promise.resolve(), waiting: 0 },
    }));
    line.waiting++;
    if (line.waiting > maxPipelined) {
      socket.destroy();
      return;
    }
    const answered = line.last
      .then(() => handleRequest(request, response, line, this.#options))
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'failed to answer a request'))
      .finally(() => {
        line.waiting--;
        this.#running.delete(answered);
      });
    this.#running.add(answered);
    line.last = answered;
  }

  #note(problem: string | null): void {
    const { endpoint, log } = this.#options;
    if (problem !== null && problem !== this.problem)
      log.error({ endpoint: endpoint.config.name }, `cannot serve the endpoint: ${problem}`);
    else if (problem === null && this.problem !== null)
      log.info({ endpoint: endpoint.config.name }, 'serves the endpoint again');
    this.problem = problem;
  }
}

/**
 * Reads a file of the operator, which may be a link, as those of Let's Encrypt are. The control plane names the path: the
 * gateway must not wait for a pipe or read a device.
 */
const readPem = (path: string): string => readPlainFile(realpathSync(path), maxPemBytes);

async function closeGently(server: Server | TlsServer): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), stopMs);
  await closed;
  clearTimeout(late);
}
