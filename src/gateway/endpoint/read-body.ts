import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** Bounds the memory of the bodies that are being read and processed. */
export class BodyBudget {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns whether the bytes fit. */
  add(bytes: number): boolean {
    if (this.#bytes + bytes > this.#maxBytes) return false;
    this.#bytes += bytes;
    return true;
  }

  remove(bytes: number): void {
    this.#bytes -= bytes;
  }
}

/** A body's text, or why it was not read to its end. */
export type ReadBody = { text: string; bytes: number } | { refused: 'too_large' | 'no_memory' | 'not_utf8' };

/** Reads a request's body. Its bytes stay charged to the budget if it is returned. Throws if the caller leaves. */
export async function readBody(request: IncomingMessage, maxBytes: number, budget: BodyBudget): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return { refused: 'too_large' };
  const chunks: Buffer[] = [];
  let [length, bytes] = [0, 0];
  let isHeld = false;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      // A chunk of one byte keeps the block of memory that it was received in.
      const charged = Math.max(chunk.length, minChunkBytes);
      if (!budget.add(charged)) return { refused: 'no_memory' };
      bytes += charged;
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) return { refused: 'too_large' };
    }
    const body = Buffer.concat(chunks);
    if (!isUtf8(body)) return { refused: 'not_utf8' };
    isHeld = true;
    return { text: body.toString(), bytes };
  } finally {
    if (!isHeld) budget.remove(bytes);
  }
}

const minChunkBytes = 1024;
