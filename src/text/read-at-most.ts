/**
 * Reads a body as text; null beyond `maxBytes`, which closes its connection: a body may be endless. Pieces are copied
 * into one buffer: a piece of one byte would keep the whole block of memory that it was received in. `onGrow` is called
 * before the buffer takes this many bytes.
 */
export async function readAtMost(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  onGrow?: (bytes: number) => void,
): Promise<string | null> {
  let buffer = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of body) {
    if (bytes + chunk.length > maxBytes) return null;
    if (bytes + chunk.length > buffer.length) {
      const size = Math.min(maxBytes, Math.max(firstBytes, 2 * (bytes + chunk.length)));
      onGrow?.(size);
      const larger = Buffer.allocUnsafe(size);
      buffer.copy(larger, 0, 0, bytes);
      buffer = larger;
    }
    chunk.copy(buffer, bytes);
    bytes += chunk.length;
  }
  return buffer.toString('utf8', 0, bytes);
}

const firstBytes = 4096;
