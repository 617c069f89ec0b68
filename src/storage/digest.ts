import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Returns the BLAKE2b hash of a file, by its path, or of a stream. */
export async function digestOf(source: string | Readable): Promise<Buffer> {
  const hash = createHash('blake2b512');
  await pipeline(typeof source === 'string' ? createReadStream(source) : source, hash);
  return hash.digest();
}
