import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from './certificate.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Where releases are fetched from: https with a certificate of its own authority, ranges, and any fault that a test asks for. */
export class ReleaseServer implements AsyncDisposable {
  /** The file that is served. */
  body: Buffer = Buffer.alloc(0);
  /** What answers next in place of the file, one for each request. */
  readonly faults: Answer[] = [];
  /** The range that each request asked for; null for the whole. */
  readonly ranges: (string | null)[] = [];
  readonly caFile: string;
  readonly #server: Server;
  readonly #folder: string;

  private constructor(server: Server, folder: string, caFile: string) {
    this.#server = server;
    this.#folder = folder;
    this.caFile = caFile;
  }

  /** `host`: the address that others reach it at, as its certificate has it. */
  static async start(host?: string): Promise<ReleaseServer> {
    const folder = mkdtempSync(join(tmpdir(), 'satrap-release-server-'));
    const { keyFile, caFile } = selfSigned(folder, ...(host === undefined ? [] : [`IP:${host}`]));
    const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(caFile) });
    const releases = new ReleaseServer(server, folder, caFile);
    server.on('request', (request, response) => releases.#answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return releases;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://localhost:${this.port}/satrap.tar.gz`;
  }

  /** Answers the next request with a status alone. */
  answer(status: number, headers: Record<string, string> = {}): void {
    this.faults.push((_request, response) => response.writeHead(status, headers).end());
  }

  /** Cuts the next answer after so many bytes. */
  cutAfter(bytes: number): void {
    this.faults.push((request, response) => {
      const { from } = this.#begin(request, response);
      response.write(this.body.subarray(from, from + bytes), () => response.destroy());
    });
  }

  /** Sends so many bytes of the next answer, and then nothing more, until whoever is told of that cuts the connection. */
  stallAfter(bytes: number, onStalled: (cut: () => void) => void): void {
    this.faults.push((request, response) => {
      const { from } = this.#begin(request, response);
      response.write(this.body.subarray(from, from + bytes), () => onStalled(() => response.destroy()));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.ranges.push(request.headers.range ?? null);
    const fault = this.faults.shift();
    if (fault !== undefined) fault(request, response);
    else response.end(this.body.subarray(this.#begin(request, response).from));
  }

  /** Writes the head of the file, or of the rest that is asked for, unless it is another file by now. */
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
