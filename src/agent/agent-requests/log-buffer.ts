import type { LogChunkInput } from '../../contract/types.generated.ts';

interface LogLine {
  time: string;
  line: string;
}

export type LogChunk = Omit<LogChunkInput, 'sequence'>;

const maxBytes = 1024 * 1024;
const maxLines = 4000;
const maxChunkBytes = 128 * 1024;
const maxChunkLines = 1000;

type Item = { notice: string } | (LogLine & { bytes: number });

/** Unsent lines of a log. Bounded: the oldest lines are dropped and counted. */
export class LogBuffer {
  #items: Item[] = [];
  #bytes = 0;
  #dropped = 0;

  add({ time, line }: LogLine): void {
    const bytes = Buffer.byteLength(line) + 1;
    this.#items.push({ time, line, bytes });
    this.#bytes += bytes;
    while (this.#bytes > maxBytes || this.#items.length > maxLines) this.#drop();
  }

  /** Adds a notice after the lines so far. */
  note(notice: string): void {
    this.#items.push({ notice });
  }

  take(): LogChunk | undefined {
    const [first] = this.#items;
    if (first === undefined) return undefined;
    const notice = 'notice' in first ? first.notice : null;
    const taken = notice === null ? [] : this.#items.slice(0, 1);
    const lines: LogLine[] = [];
    let bytes = 0;
    for (const item of this.#items.slice(taken.length)) {
      if ('notice' in item || lines.length >= maxChunkLines) break;
      bytes += item.bytes;
      if (bytes > maxChunkBytes && lines.length > 0) break;
      lines.push(item);
      this.#bytes -= item.bytes;
    }
    this.#items.splice(0, taken.length + lines.length);
    const chunk = {
      lines: lines.map(({ line }) => line),
      dropped: this.#dropped,
      notice,
      position: lines.at(-1)?.time ?? null,
    };
    this.#dropped = 0;
    return chunk;
  }

  #drop(): void {
    const item = this.#items.shift();
    if (item === undefined || 'notice' in item) return;
    this.#bytes -= item.bytes;
    this.#dropped++;
  }
}
