import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from './certificate.ts';
import { closeServer, listenHere } from './listen.ts';
import { shared } from './shared-part.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An https server for releases, with a certificate of its own authority, ranges, and any fault that a test needs. */
export class ReleaseServer implements AsyncDisposable {
  body: Buffer = Buffer.alloc(0);
  /** Answers to the next requests instead of the file, one per request. */
  readonly faults: Answer[] = [];
  readonly ranges: (string | null)[] = [];
  readonly caFile: string;
  port = 0;
  readonly #server: Server;
  readonly #folder: string;

  private constructor(server: Server, folder: string, caFile: string) {
    this.#server = server;
    this.#folder = folder;
    this.caFile = caFile;
  }

  /** `host`: the address for others, as in its certificate. */
  static async start(host?: string): Promise<ReleaseServer> {
    const folder = mkdtempSync(join(tmpdir(), 'satrap-release-server-'));
    const { keyFile, caFile } = selfSigned(folder, ...(host === undefined ? [] : [`IP:${host}`]));
    const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(caFile) });
    const releases = new ReleaseServer(server, folder, caFile);
    server.on('request', (request, response) => releases.#answer(request, response));
    releases.port = await listenHere(server);
    return releases;
  }

  get url(): string {
    return `https://localhost:${this.port}/satrap.tar.gz`;
  }

  answer(status: number, headers: Record<string, string> = {}): void {
    this.faults.push((_request, response) => response.writeHead(status, headers).end());
  }

  /** Sends a number of bytes of the next response, then nothing until the connection is cut: at once by default. */
  cutAfter(bytes: number, onStalled: (cut: () => void) => void = (cut) => cut()): void {
    this.faults.push((request, response) => {
      const { from } = this.#begin(request, response);
      response.write(this.body.subarray(from, from + bytes), () => onStalled(() => response.destroy()));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closeServer(this.#server);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.ranges.push(request.headers.range ?? null);
    const fault = this.faults.shift();
    if (fault !== undefined) fault(request, response);
    else response.end(this.body.subarray(this.#begin(request, response).from));
  }

  /** Writes the head of the file, or of the requested rest unless the file has changed. */
  #begin(request: IncomingMessage, response: ServerResponse): { from: number } {
    const etag = `"${createHash('sha256').update(this.body).digest('hex').slice(0, 16)}"`;
    const { range, 'if-range': ifRange } = request.headers;
    const isSame = ifRange === undefined || ifRange === etag;
    const from = isSame ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0) : 0;
    const { length } = this.body;
    const partial = { 'content-range': `bytes ${from}-${length - 1}/${length}` };
    response.writeHead(from > 0 ? 206 : 200, { etag, 'content-length': length - from, ...(from > 0 ? partial : {}) });
    return { from };
  }
}

export const sharedReleaseServer = (): ReleaseServer =>
  shared(ReleaseServer.start, (server) => server[Symbol.asyncDispose]());
