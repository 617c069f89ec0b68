import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { invalidQuery, invalidRequest, tooManyBodies } from '../../../platform/input/errors.ts';
import type { HeldBody } from '../../../platform/load/body-memory.ts';
import { JsonScan } from './scan-json.ts';

const kibibyte = 1024;

export interface BodyLimit {
  bytes: number;
  seconds: number;
}

export const bodyLimits = {
  /** A report with the most events and all their data stays below this. */
  executor: { bytes: 20 * kibibyte * kibibyte, seconds: 60 },
  /** The longest query with a node's longest configuration. */
  personal: { bytes: 256 * kibibyte, seconds: 60 },
  /** Enough to sign in or up, or to query `viewer`: little else is answered without a valid credential. */
  anonymous: { bytes: 4 * kibibyte, seconds: 10 },
} as const satisfies Record<string, BodyLimit>;

/** Many small values take far more memory and time than their text. */
export const maxValues = 500_000;
/** Of the variables. */
const maxNesting = 50;
/** The body and its variables are objects themselves. */
const maxDepth = maxNesting + 2;

export interface Body {
  text: Buffer;
  scan: JsonScan;
}

type Source = AsyncIterable<Uint8Array> & Pick<IncomingMessage, 'iterator'> & { headers?: IncomingMessage['headers'] };

/** Reads a body, and refuses it as soon as it has too much of anything. */
export async function readBody(source: Source, limit: BodyLimit, held?: HeldBody): Promise<Body> {
  const { bytes, seconds } = limit;
  const tooLarge = () => invalidRequest(413, `the body is larger than ${bytes / 1024} KiB; send less at once`);
  if (Number(source.headers?.['content-length'] ?? 0) > bytes) throw tooLarge();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      reject(invalidRequest(408, `the body did not arrive within ${seconds} s; send it again, or send less at once`)),
    seconds * 1000,
  );
  const chunks: Uint8Array[] = [];
  const scan = new JsonScan();
  // Leaves no listeners behind: a stream keeps its request.
  const reader = source.iterator({ destroyOnReturn: false });
  try {
    let size = 0;
    for (;;) {
      const { done, value }: IteratorResult<Uint8Array> = await Promise.race([reader.next(), late]);
      if (done) break;
      size += value.byteLength;
      if (size > bytes) throw tooLarge();
      if (held?.add(value.byteLength) === false) throw tooManyBodies(1);
      scan.add(value);
      if (scan.values > maxValues)
        throw invalidRequest(400, `the body has more than ${maxValues} values; send less at once`);
      if (scan.depth > maxDepth) throw invalidQuery(`the variables are nested deeper than ${maxNesting} levels`);
      chunks.push(value);
    }
  } catch (error) {
    // The client has gone, so that nobody gets the answer.
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') throw invalidRequest(400, 'the body is incomplete');
    throw error;
  } finally {
    clearTimeout(timer);
  }
  scan.end();
  const text = Buffer.concat(chunks);
  // Otherwise malformed text would be replaced silently and stored.
  if (!isUtf8(text)) throw invalidRequest(400, 'the body is not valid UTF-8');
  return { text, scan };
}
