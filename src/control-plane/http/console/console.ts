import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import type { BuiltConsole } from './built-console.ts';
import { findAnswer } from './find-answer.ts';
import { documentHeaders, fileHeaders } from './security-headers.ts';

/** What stands in the built page where the nonce belongs. */
const noncePlaceholder = 'satrap-nonce';

const missing = 'the console is not built; build it with: npm run build:console\n';

export interface ConsoleOptions {
  /** Null where it was not built. */
  built: BuiltConsole | null;
  /** The path that browsers find the console under, such as `/satrap`; empty for none. */
  prefix: string;
}

/** Answers a request for a page or a file of the console. Returns false for what is neither. */
export type AnswerConsole = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

export const serveConsole =
  ({ built, prefix }: ConsoleOptions): AnswerConsole =>
  (request, response, path) => {
    const isHead = request.method === 'HEAD';
    if (request.method !== 'GET' && !isHead) return false;
    const { accept = '', 'accept-encoding': acceptEncoding = '', 'if-none-match': ifNoneMatch = '' } = request.headers;
    const answer = findAnswer(
      { path, accept, acceptEncoding: String(acceptEncoding), ifNoneMatch },
      built?.files ?? {},
    );
    if (answer.kind === 'nothing') return false;
    if (built === null) {
      response
        .writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        .end(missing);
      return true;
    }
    if (answer.kind === 'page') {
      const nonce = randomBytes(16).toString('base64url');
      const page = built.page.replaceAll(noncePlaceholder, nonce).replace('<base href="/"', `<base href="${prefix}/"`);
      response
        // Without an ETag: each answer has a nonce of its own.
        .writeHead(200, {
          ...documentHeaders(nonce),
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-cache',
        })
        .end(isHead ? undefined : page);
      return true;
    }
    const headers = {
      ...(path.endsWith('.svg') ? documentHeaders(null) : fileHeaders),
      etag: answer.etag,
      vary: 'accept-encoding',
      'cache-control': answer.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    if (answer.kind === 'unchanged') {
      response.writeHead(304, headers).end();
      return true;
    }
    response.writeHead(200, {
      ...headers,
      'content-type': answer.type,
      'content-length': answer.bytes,
      ...(answer.encoding === null ? {} : { 'content-encoding': answer.encoding }),
    });
    if (isHead) response.end();
    // A reader that goes away is no failure, and a file that cannot be read ends the connection.
    else pipeline(createReadStream(join(built.folder, answer.file)), response, () => undefined);
    return true;
  };
