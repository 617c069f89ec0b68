import { randomBytes } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { z } from 'zod';
import { packageRoot } from '../../../package-root.ts';
import { findAnswer } from './find-answer.ts';

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

const builtFiles = z.record(z.string(), z.object({ hash: z.string(), bytes: z.record(z.string(), z.number()) }));

/** Returns the built console in a folder; null if it is not built. */
function readBuiltConsole(folder: string) {
  try {
    const files = builtFiles.parse(JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')));
    return { files, page: readFileSync(join(folder, 'index.html'), 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Headers of a subresource: no content sniffing, and no use by other sites. */
const fileHeaders = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };

/**
 * Headers of a page, or of a picture that may contain scripts: only our own scripts, no other hosts, no frames. `nonce`
 * allows the style elements that components add at run time.
 */
const documentHeaders = (nonce: string | null) => ({
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

/** Answers a request for the console; returns false for any other. */
export type AnswerConsole = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

export function serveConsole(prefix: string, folder = join(packageRoot(), 'build/console')): AnswerConsole {
  const built = readBuiltConsole(folder);
  return ({ method, headers: requested }, response, path) => {
    const isHead = method === 'HEAD';
    if (method !== 'GET' && !isHead) return false;
    const answer = findAnswer(path, requested, built?.files ?? {});
    if (answer === 'nothing') return false;
    if (built === null) {
      response
        .writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        .end(missing);
      return true;
    }
    if (answer === 'page') {
      const nonce = randomBytes(16).toString('base64url');
      const page = built.page.replaceAll(noncePlaceholder, nonce).replace('<base href="/"', `<base href="${prefix}/"`);
      // Without an ETag: each response has its own nonce.
      const described = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
      response.writeHead(200, { ...documentHeaders(nonce), ...described }).end(isHead ? undefined : page);
      return true;
    }
    const { file, encoding, bytes, type, etag, isImmutable, isUnchanged } = answer;
    const headers = {
      ...(path.endsWith('.svg') ? documentHeaders(null) : fileHeaders),
      etag,
      vary: 'accept-encoding',
      'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    if (isUnchanged) {
      response.writeHead(304, headers).end();
      return true;
    }
    const encoded = encoding === null ? {} : { 'content-encoding': encoding };
    response.writeHead(200, { ...headers, 'content-type': type, 'content-length': bytes, ...encoded });
    if (isHead) response.end();
    // An aborted client is no failure, and an unreadable file ends the connection.
    else pipeline(createReadStream(join(folder, file)), response, () => undefined);
    return true;
  };
}
