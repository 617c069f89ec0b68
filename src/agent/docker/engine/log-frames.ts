/** A longer line is cut: nobody reads it, and a container may write one without end. */
export const maxLineBytes = 64 * 1024;

export interface LogLine {
  /** 1: standard output, 2: standard error. */
  stream: number;
  text: string;
}

const [headerBytes, lineBreak, carriageReturn] = [8, 10, 13];
const firstBytes = 1024;

/**
 * The lines of a log, each of at most 64 KiB. The engine frames each chunk: 1 byte stream, 3 zero bytes, 4 bytes length
 * (Docker Engine API, attach). A log without frames, which start with 0 to 3, is of a container with a terminal, such as
 * some agent's own. Keeps no more than one line of each stream in memory, whatever the lengths of frames and lines.
 */
export async function* framedLines(log: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<LogLine> {
  const lines = new Map<number, UnfinishedLine>();
  const lineOf = (stream: number): UnfinishedLine => {
    const line = lines.get(stream) ?? new UnfinishedLine();
    lines.set(stream, line);
    return line;
  };
  const header = Buffer.alloc(headerBytes);
  let read = 0;
  /** What is left of the current frame. */
  let left = 0;
  let isFramed: boolean | undefined;
  for await (const chunk of log) {
    isFramed ??= chunk.length === 0 ? undefined : (chunk[0] ?? 0) <= 3;
    for (let at = 0; at < chunk.length; ) {
      if (isFramed && left === 0) {
        const copied = chunk.copy(header, read, at, at + headerBytes - read);
        at += copied;
        read += copied;
        if (read < headerBytes) break;
        read = 0;
        left = header.readUInt32BE(4);
        continue;
      }
      const end = isFramed ? Math.min(chunk.length, at + left) : chunk.length;
      const stream = isFramed ? (header[0] ?? 0) : 1;
      left -= isFramed ? end - at : 0;
      for (const text of lineOf(stream).add(chunk.subarray(at, end))) yield { stream, text };
      at = end;
    }
  }
  for (const [stream, line] of lines) for (const text of line.end()) yield { stream, text };
}

class UnfinishedLine {
  #buffer = Buffer.alloc(0);
  #bytes = 0;
  /** Whether its start was returned as a cut line; the rest is skipped. */
  #isCut = false;

  /** Returns the lines that these bytes complete or make too long. */
  *add(bytes: Buffer): Generator<string> {
    for (let at = 0; at < bytes.length; ) {
      const found = bytes.indexOf(lineBreak, at);
      const end = found < 0 ? bytes.length : found;
      if (!this.#isCut) yield* this.#append(bytes.subarray(at, end));
      if (found >= 0) {
        if (!this.#isCut) yield this.#take();
        this.#isCut = false;
      }
      at = end + 1;
    }
  }

  /** Returns the last line if it has no line break. */
  *end(): Generator<string> {
    if (this.#bytes > 0) yield this.#take();
  }

  *#append(bytes: Buffer): Generator<string> {
    const wanted = this.#bytes + bytes.length;
    const kept = Math.min(wanted, maxLineBytes);
    if (kept > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(maxLineBytes, Math.max(firstBytes, 2 * kept)));
      this.#buffer.copy(larger, 0, 0, this.#bytes);
      this.#buffer = larger;
    }
    bytes.copy(this.#buffer, this.#bytes);
    this.#bytes = kept;
    if (wanted <= maxLineBytes) return;
    this.#isCut = true;
    yield `${this.#take()}…`;
  }

  #take(): string {
    const isTerminated = this.#buffer[this.#bytes - 1] === carriageReturn && this.#bytes > 0;
    const text = this.#buffer.toString('utf8', 0, this.#bytes - (isTerminated ? 1 : 0));
    this.#bytes = 0;
    return text;
  }
}
