import { createReadStream, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { type BuiltFiles, builtFiles, type FoundFile, findFile } from './find-file.ts';

/** Answers a GET or HEAD request for built files; returns false for any other. */
export type AnswerFile = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

/** Headers of a subresource: no content sniffing, and no use by other sites. */
const fileHeaders = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };

interface AllowedInline {
  /** Hashes of scripts. */
  scripts?: readonly string[];
  /** Nonce of the style elements that components add at run time. */
  nonce?: string;
  /** The `style` attributes of highlighted code. */
  styleAttributes?: boolean;
}

/** Headers of a page, or of a picture that may contain scripts: only our own scripts, no other hosts, no frames. */
export const documentHeaders = ({ scripts = [], nonce, styleAttributes = false }: AllowedInline = {}) => ({
  ...fileHeaders,
  'content-security-policy': [
    "default-src 'none'",
    ["script-src 'self'", ...scripts.map((hash) => `'${hash}'`)].join(' '),
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    ...(styleAttributes ? ["style-src-attr 'unsafe-inline'"] : []),
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

/** A folder that a script has built, with its index `files.json`. */
export class BuiltFolder {
  readonly #folder: string;
  readonly #files: BuiltFiles;

  private constructor(folder: string, files: BuiltFiles) {
    this.#folder = folder;
    this.#files = files;
  }

  /** Returns the folder; null if it is not built. */
  static read(folder: string): BuiltFolder | null {
    try {
      return new BuiltFolder(folder, builtFiles.parse(JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8'))));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  find(name: string, headers: IncomingMessage['headers']): FoundFile | undefined {
    return findFile(name, headers, this.#files);
  }

  send(found: FoundFile, request: IncomingMessage, response: ServerResponse): void {
    const { file, encoding, bytes, type, etag, isImmutable, isUnchanged, scripts } = found;
    const isPage = type.startsWith('text/html');
    const headers = {
      ...(isPage || type === 'image/svg+xml' ? documentHeaders({ scripts, styleAttributes: isPage }) : fileHeaders),
      etag,
      vary: 'accept-encoding',
      'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    if (isUnchanged) {
      response.writeHead(304, headers).end();
      return;
    }
    const encoded = encoding === null ? {} : { 'content-encoding': encoding };
    response.writeHead(200, { ...headers, 'content-type': type, 'content-length': bytes, ...encoded });
    if (request.method === 'HEAD') response.end();
    // An aborted client is no failure, and an unreadable file ends the connection.
    else pipeline(createReadStream(join(this.#folder, file)), response, () => undefined);
  }
}
