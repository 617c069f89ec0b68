import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { ByteAccount } from '../byte-budget.ts';
import { Cancelled } from '../calls/cancellation.ts';

/** A body's text, or why it was not read to its end. */
export type ReadBody = { text: string } | { refused: 'too_large' | 'no_memory' | 'not_utf8' };

/**
 * Reads a request's body. Its bytes stay charged to the account. Throws if the caller leaves. An iteration of the request
 * would cost a small body more than everything else.
 */
export function readBody(request: IncomingMessage, maxBytes: number, account: ByteAccount): Promise<ReadBody> {
  // Its connection may have closed while it waited for an earlier request: no event follows.
  if (request.destroyed) return Promise.reject(new Cancelled('the caller left'));
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve({ refused: 'too_large' });
  const { promise, resolve, reject } = Promise.withResolvers<ReadBody>();
  const chunks: Buffer[] = [];
  let length = 0;
  const refuse = (refused: 'too_large' | 'no_memory') => {
    request.off('data', onData).pause();
    resolve({ refused });
  };
  const onData = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    // A chunk of one byte keeps the block of memory that it was received in.
    if (!account.add(Math.max(chunk.length, minChunkBytes))) refuse('no_memory');
    else if (length > maxBytes) refuse('too_large');
  };
  request.on('data', onData);
  request.once('end', () => {
    const [only] = chunks;
    const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
    resolve(isUtf8(body) ? { text: body.toString() } : { refused: 'not_utf8' });
  });
  request.once('error', reject);
  request.once('close', () => reject(new Cancelled('the caller left')));
  return promise;
}

const minChunkBytes = 1024;
