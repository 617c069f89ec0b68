import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { type BuiltConsole, findAnswer } from './find-answer.ts';

/** Returns the path prefix of the control plane as browsers see it, such as `/satrap`; empty at the root. */
export const pathPrefix = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');

export function withoutPrefix(target: string, prefix: string): string {
  if (prefix === '' || !target.startsWith(prefix)) return target;
  const rest = target.slice(prefix.length);
  if (rest === '') return '/';
  if (rest.startsWith('/')) return rest;
  return rest.startsWith('?') ? `/${rest}` : target;
}

/** Headers of a subresource: no content sniffing, and no use by other sites. */
export const fileHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Headers of a page, or of a picture that may contain scripts: only our own scripts, no other hosts, no frames. `nonce`
 * allows the style elements that components add at run time.
 */
export const documentHeaders = (nonce: string | null): Record<string, string> => ({
  ...fileHeaders,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === null ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
});

const noncePlaceholder = 'satrap-nonce';

const missing = 'the console is not built; build it with: npm run build:console\n';

export interface ConsoleOptions {
  built: BuiltConsole | null;
  prefix: string;
}

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
        // Without an ETag: each response has its own nonce.
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
    // An aborted client is no failure, and an unreadable file ends the connection.
    else pipeline(createReadStream(join(built.folder, answer.file)), response, () => undefined);
    return true;
  };
