import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { errorMessage } from '../../../text/error-message.ts';
import { ControlPlaneSetupError } from '../../settings.ts';

const magic = Buffer.from('satrap-backup 1\n');

/** Frame kinds: the header, the start of a table, rows, the end of a table, and the end of the backup. */
export type FrameKind = 'h' | 't' | 'd' | 'e' | 'z';

export interface Frame {
  kind: FrameKind;
  payload: Buffer;
}

const headLength = 5;
const maxPayloadLength = 16 * 2 ** 20;

export async function* encodeFrames(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const count = (bytes: Buffer) => {
    hash.update(bytes);
    return bytes;
  };
  yield count(magic);
  for await (const frame of frames) yield count(encodeFrame(frame));
  yield encodeFrame({ kind: 'z', payload: Buffer.from(hash.digest('hex')) });
}

function encodeFrame({ kind, payload }: Frame): Buffer {
  if (payload.length > maxPayloadLength)
    throw new Error(`a frame of ${payload.length} bytes is too large to be read again`);
  const head = Buffer.alloc(headLength, kind);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

export const refused = (reason: string, cause?: unknown): ControlPlaneSetupError =>
  new ControlPlaneSetupError(`${reason}; nothing was changed`, { cause });

/** Reads all frames and checks the last one. Throws ControlPlaneSetupError if the file is no backup, or incomplete. */
export async function* readFrames(file: string): AsyncGenerator<Frame> {
  const refuse = (reason: string, cause?: unknown) => refused(`${file} ${reason}`, cause);
  const hash = createHash('sha256');
  const source = readCompressed(file);
  const take = byteReader(source);
  const cut = 'is truncated: create or copy the backup again';
  try {
    const start = await take(magic.length);
    if (start === undefined || !start.equals(magic)) throw refuse('is not in this release’s backup format');
    hash.update(start);
    for (;;) {
      const head = await take(headLength);
      const length = head?.readUInt32BE(1) ?? 0;
      if (head === undefined || length > maxPayloadLength) throw refuse(head === undefined ? cut : 'is damaged');
      const kind = head.toString('latin1', 0, 1) as FrameKind;
      const payload = await take(length);
      if (payload === undefined) throw refuse(cut);
      if (kind === 'z') {
        if (payload.toString() !== hash.digest('hex')) throw refuse('is damaged: its checksum does not match');
        return;
      }
      hash.update(head).update(payload);
      yield { kind, payload };
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw refuse(cut, error);
    if (code?.startsWith('Z_')) throw refuse('is not a backup, or is damaged', error);
    if (/^E[A-Z]+$/.test(code ?? '')) throw refuse(`cannot be read (${errorMessage(error)})`, error);
    throw error;
  } finally {
    await source.return(undefined);
  }
}

async function* readCompressed(file: string): AsyncGenerator<Buffer> {
  const compressed = createReadStream(file);
  const plain = createGunzip();
  compressed.on('error', (error) => plain.destroy(error));
  try {
    yield* compressed.pipe(plain);
  } finally {
    compressed.destroy();
  }
}

/** Returns a function that takes a number of bytes, or returns undefined if the source ends first. */
function byteReader(source: AsyncGenerator<Buffer>) {
  let pending: Buffer = Buffer.alloc(0);
  return async (length: number): Promise<Buffer | undefined> => {
    const pieces = [pending];
    let available = pending.length;
    while (available < length) {
      const { value, done } = await source.next();
      if (done) return undefined;
      pieces.push(value);
      available += value.length;
    }
    const all = Buffer.concat(pieces);
    pending = all.subarray(length);
    return all.subarray(0, length);
  };
}
