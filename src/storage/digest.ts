import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** The BLAKE2b hash of a file. */
export async function digestOf(file: string): Promise<Buffer> {
  const hash = createHash('blake2b512');
  await pipeline(createReadStream(file), hash);
  return hash.digest();
}
