import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { ByteAccount } from '../byte-budget.ts';

/** A body's text, or why it was not read to its end. */
export type ReadBody = { text: string } | { refused: 'too_large' | 'no_memory' | 'not_utf8' };

/** Reads a request's body. Its bytes stay charged to the account. Throws if the caller leaves. */
export async function readBody(request: IncomingMessage, maxBytes: number, account: ByteAccount): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return { refused: 'too_large' };
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    // A chunk of one byte keeps the block of memory that it was received in.
    if (!account.add(Math.max(chunk.length, minChunkBytes))) return { refused: 'no_memory' };
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) return { refused: 'too_large' };
  }
  const body = Buffer.concat(chunks);
  return isUtf8(body) ? { text: body.toString() } : { refused: 'not_utf8' };
}

const minChunkBytes = 1024;
