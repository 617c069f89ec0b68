import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { ArchiveRefused } from '../../upgrade/verify-archive.ts';
import { ConnectionFailed, type HttpConnections } from '../control-plane/http-connections.ts';

/** A transient failure of the server. */
export class DownloadInterrupted extends Error {
  override name = 'DownloadInterrupted';
}

export interface Download {
  url: string;
  part: string;
  sizeBytes: number;
  signal: AbortSignal;
  onProgress(bytes: number): void;
}

const maxRedirects = 5;
/** A connection without data for this long is abandoned. */
const maxSilenceMs = 30_000;

const origin = z.object({ url: z.string(), sizeBytes: z.number(), validator: z.string().nullable() });
type Origin = z.infer<typeof origin>;

const originFile = (part: string): string => `${part}.origin`;

/**
 * Downloads a file, and continues where an earlier attempt stopped if the server has the same file. Returns whether it
 * resumed. Throws ArchiveRefused (final), DownloadInterrupted, ConnectionFailed, and errors of writing.
 */
export async function download(
  { url, part, sizeBytes, signal, onProgress }: Download,
  connections: Pick<HttpConnections, 'send'>,
): Promise<boolean> {
  const known = await partOf(part, { url, sizeBytes });
  if (known.bytes === sizeBytes) return true;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), maxSilenceMs);
  try {
    const answer = await request(url, rangeOf(known), {
      connections,
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const from = startOf(answer, known.bytes, sizeBytes);
    if (from === null) {
      answer.destroy();
      await removePart(part);
      throw new DownloadInterrupted('the server cannot resume the download; restarting it');
    }
    if (from === 0) await beginPart(part, { url, sizeBytes, validator: validatorOf(answer) });
    await write(answer, { part, from, sizeBytes }, (bytes) => {
      timer.refresh();
      onProgress(bytes);
    });
    return from > 0;
  } catch (error) {
    if (silence.signal.aborted && !signal.aborted)
      throw new DownloadInterrupted(`no data from the server for ${maxSilenceMs / 1000} s`);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

type KnownPart = Pick<Origin, 'validator'> & { bytes: number };

/** The existing part of this file. A part of another file, or a longer one, is overwritten. */
async function partOf(part: string, { url, sizeBytes }: Pick<Origin, 'url' | 'sizeBytes'>): Promise<KnownPart> {
  const nothing = { bytes: 0, validator: null };
  try {
    const { size } = await stat(part);
    const of = origin.parse(JSON.parse(await readFile(originFile(part), 'utf8')));
    return of.url === url && of.sizeBytes === sizeBytes && size <= sizeBytes
      ? { bytes: size, validator: of.validator }
      : nothing;
  } catch {
    // No part, or one of unknown origin.
    return nothing;
  }
}

/** In this order, so that no kill leaves bytes of one file with the name of another. */
async function beginPart(part: string, of: Origin): Promise<void> {
  await rm(part, { force: true });
  await writeFile(originFile(part), JSON.stringify(of));
}

export async function removePart(part: string): Promise<void> {
  await rm(part, { force: true });
  await rm(originFile(part), { force: true });
}

/** `If-Range` makes a server send everything if the file has changed. */
const rangeOf = ({ bytes, validator }: KnownPart): Record<string, string> =>
  bytes === 0 ? {} : { range: `bytes=${bytes}-`, ...(validator === null ? {} : { 'if-range': validator }) };

/** A weak tag is not allowed in `If-Range` (RFC 9110, 13.1.5). */
function validatorOf({ headers }: IncomingMessage): string | null {
  const { etag } = headers;
  if (etag !== undefined && !etag.startsWith('W/')) return etag;
  return headers['last-modified'] ?? null;
}

async function request(
  url: string,
  headers: Record<string, string>,
  { connections, signal }: { connections: Pick<HttpConnections, 'send'>; signal: AbortSignal },
): Promise<IncomingMessage> {
  let next = url;
  for (let redirects = 0; ; redirects++) {
    if (!next.startsWith('https://')) throw new ArchiveRefused(`${next} is not an https URL`);
    const answer = await connections.send({
      url: next,
      headers: { ...headers, 'accept-encoding': 'identity' },
      signal,
    });
    if (![301, 302, 303, 307, 308].includes(answer.statusCode ?? 0)) return answer;
    answer.destroy();
    const { location } = answer.headers;
    const target = location === undefined ? null : URL.parse(location, next);
    if (target === null) throw new ArchiveRefused(`${next} has an invalid redirect`);
    if (redirects >= maxRedirects) throw new ArchiveRefused(`${url} redirects more than ${maxRedirects} times`);
    next = target.href;
  }
}

/** Returns the offset at which an answer starts; null if it is unusable. Throws for an error answer. */
function startOf({ statusCode = 0, headers }: IncomingMessage, have: number, sizeBytes: number): number | null {
  if (statusCode === 408 || statusCode === 429 || statusCode >= 500)
    throw new DownloadInterrupted(`the server answered ${statusCode}`);
  if (statusCode === 416) return null;
  if (statusCode !== 200 && statusCode !== 206) throw new ArchiveRefused(`the server answered ${statusCode}`);
  const from = statusCode === 200 ? 0 : have;
  if (statusCode === 206 && !new RegExp(`^bytes ${have}-\\d+/(${sizeBytes}|\\*)$`).test(headers['content-range'] ?? ''))
    return null;
  const length = headers['content-length'];
  if (length !== undefined && Number(length) !== sizeBytes - from)
    throw new ArchiveRefused(`the file has ${Number(length) + from} bytes, but the release lists ${sizeBytes}`);
  return from;
}

async function write(
  answer: IncomingMessage,
  { part, from, sizeBytes }: { part: string; from: number; sizeBytes: number },
  onProgress: (bytes: number) => void,
): Promise<void> {
  const file = await open(part, from === 0 ? 'w' : 'a');
  let bytes = from;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // Leaving the loop closes the connection.
      if (bytes > sizeBytes)
        throw new ArchiveRefused(`the server sent more than the ${sizeBytes} bytes listed by the release`);
      await file.writeFile(chunk);
      onProgress(bytes);
    }
  } catch (error) {
    if (isOfConnection(error)) throw new ConnectionFailed(`connection lost after ${bytes} of ${sizeBytes} bytes`);
    throw error;
  } finally {
    answer.destroy();
    await file.sync();
    await file.close();
  }
  if (bytes < sizeBytes)
    throw new DownloadInterrupted(`the server closed the connection after ${bytes} of ${sizeBytes} bytes`);
}

const isOfConnection = (error: unknown): boolean =>
  error instanceof ConnectionFailed ||
  ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes((error as NodeJS.ErrnoException).code ?? '');
