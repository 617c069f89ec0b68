import { createReadStream, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { z } from 'zod';
import { acceptsEncoding } from '../../../text/accepts-encoding.ts';

/** Answers a GET or HEAD request for built files; returns false for any other. */
export type AnswerFile = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

/** Headers of a subresource: no content sniffing, and no use by other sites. */
const fileHeaders = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };

interface AllowedInline {
  /** Hashes of scripts. */
  scripts?: readonly string[];
  /** Nonce of the page's inline scripts, and of the style elements that components add at run time. */
  nonce?: string;
  /** The `style` attributes of highlighted code. */
  styleAttributes?: boolean;
}

/** Headers of a page, or of a picture that may contain scripts: only our own scripts, no other hosts, no frames. */
export const documentHeaders = ({ scripts = [], nonce, styleAttributes = false }: AllowedInline = {}) => ({
  ...fileHeaders,
  'content-security-policy': [
    "default-src 'none'",
    ["script-src 'self'", ...quoted(scripts), ...nonceOf(nonce)].join(' '),
    ["style-src 'self'", ...nonceOf(nonce)].join(' '),
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

const quoted = (sources: readonly string[]) => sources.map((source) => `'${source}'`);
const nonceOf = (nonce: string | undefined) => quoted(nonce === undefined ? [] : [`nonce-${nonce}`]);

/** The index of a built folder: each file with the bytes of its encodings, and the hashes of a page's inline scripts. */
const builtFiles = z.record(
  z.string(),
  z.object({ hash: z.string(), bytes: z.record(z.string(), z.number()), scripts: z.array(z.string()).optional() }),
);

export type BuiltFiles = z.output<typeof builtFiles>;

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** Returns the file of this name in an encoding that the browser accepts; undefined if no such file exists. */
export function findFile(
  name: string,
  headers: Pick<IncomingHttpHeaders, 'accept-encoding' | 'if-none-match'>,
  files: BuiltFiles,
) {
  const { 'accept-encoding': accepted, 'if-none-match': known = '' } = headers;
  const type = types[name.split('.').at(-1) ?? ''];
  // Own properties only, never those of the prototype.
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (file === undefined || type === undefined) return undefined;
  const encoding = encodings.find(
    (each) => file.bytes[each.name] !== undefined && acceptsEncoding(accepted, each.name),
  );
  const etag = `"${file.hash}${encoding === undefined ? '' : `-${encoding.name}`}"`;
  return {
    file: `${name}${encoding?.ending ?? ''}`,
    /** Content-Encoding; null for the file as it is. */
    encoding: encoding?.name ?? null,
    bytes: file.bytes[encoding?.name ?? 'identity'] ?? 0,
    type,
    etag,
    isImmutable: isHashed(name),
    /** The browser has it. */
    isUnchanged: known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag),
    scripts: file.scripts ?? [],
  };
}

/** Returns whether a file of this name would never change. */
export const isHashed = (name: string): boolean => name.startsWith('assets/');

/** Answers with the files of a folder that a script has built, with its index `files.json`; null if it is not built. */
export function openBuiltFolder(folder: string): AnswerFile | null {
  const files = readIndex(join(folder, 'files.json'));
  if (files === null) return null;
  return (request, response, name) => {
    const found = findFile(name, request.headers, files);
    if (found === undefined) return false;
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
      return true;
    }
    const encoded = encoding === null ? {} : { 'content-encoding': encoding };
    response.writeHead(200, { ...headers, 'content-type': type, 'content-length': bytes, ...encoded });
    if (request.method === 'HEAD') response.end();
    // An aborted client is no failure, and an unreadable file ends the connection.
    else pipeline(createReadStream(join(folder, file)), response, () => undefined);
    return true;
  };
}

function readIndex(file: string): BuiltFiles | null {
  try {
    return builtFiles.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
