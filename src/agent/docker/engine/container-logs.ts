import { addAbortSignal, type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type Docker from 'dockerode';
import { lastLines } from '../../../text/last-lines.ts';
import type { LogRange, NodeRuntime } from '../../runtime/runtime.ts';
import { refused } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';
import { framedLines, type LogLine } from './log-frames.ts';
import { followStream } from './streams.ts';

/** How many lines a later run may have written since `before`. */
const newerLines = 1000;
/** Of the lines that are kept. */
const maxBytes = 1024 * 1024;
/** An engine counts lines; a container's log has 30 MiB at most. */
const maxReadBytes = 64 * 1024 * 1024;

/**
 * The last `tail` lines, oldest first, or those between two times (milliseconds since the epoch); at most one MiB. `before`
 * is a time of the last minutes, and `until` any time, for which all of the log is read.
 */
export async function containerLogs(
  client: EngineClient,
  containerId: string,
  tail: number,
  { since, before, until }: LogRange = {},
): Promise<string[]> {
  const options = {
    ...(since === undefined ? {} : { since: since / 1000 }),
    // The engine applies its own option `until` to the last lines only, which may all be newer.
    ...(until !== undefined
      ? { until: until / 1000 }
      : before === undefined
        ? { tail }
        : { tail: tail + newerLines, timestamps: true }),
  };
  return readLog(client, containerId, options, async (lines) => {
    const last = new LastLines(tail);
    for await (const { text } of lines) {
      const line = before === undefined ? text : lineBefore(text, before);
      if (line !== null) last.add(line);
    }
    return last.lines;
  });
}

/** The first lines of a container between two times, in milliseconds since the epoch; about one MiB at most. */
export const firstLines = (client: EngineClient, containerId: string, since: number, until: number) =>
  readLog(client, containerId, { since: since / 1000, until: until / 1000 }, async (lines) => {
    const first: string[] = [];
    let bytes = 0;
    for await (const { text } of lines) {
      first.push(text);
      bytes += Buffer.byteLength(text) + 1;
      if (bytes > maxBytes) break;
    }
    return first;
  });

/** The last MiB of each stream. */
export const containerOutput = (client: EngineClient, containerId: string) =>
  readLog(client, containerId, {}, async (lines) => {
    const [stdout, stderr] = [new LastLines(), new LastLines()];
    for await (const { stream, text } of lines) (stream === 2 ? stderr : stdout).add(text);
    return { stdout: stdout.lines.join('\n'), stderr: stderr.lines.join('\n') };
  });

/** The last lines added, at most one MiB. */
class LastLines {
  readonly #count: number;
  #lines: string[] = [];
  #bytes = 0;

  constructor(count = Number.MAX_SAFE_INTEGER) {
    this.#count = count;
  }

  add(line: string): void {
    this.#lines.push(line);
    this.#bytes += Buffer.byteLength(line) + 1;
    // Not with each line, which would copy all of them.
    if (this.#bytes > 2 * maxBytes || this.#lines.length > 2 * this.#count) this.#drop();
  }

  get lines(): string[] {
    this.#drop();
    return this.#lines;
  }

  #drop(): void {
    this.#lines = lastLines(this.#lines, this.#count, maxBytes);
    this.#bytes = this.#lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  }
}

/** Streams a log, because the engine counts lines whatever their lengths. Throws RuntimeError beyond 64 MiB. */
const readLog = <T>(
  client: EngineClient,
  containerId: string,
  options: Docker.ContainerLogsOptions,
  read: (lines: AsyncIterable<LogLine>) => Promise<T>,
): Promise<T> =>
  client.logReads(() =>
    client.call('read the log', async (signal) => {
      const query = { stdout: true, stderr: true, ...options, follow: false };
      const stream = addAbortSignal(signal, await client.open(`/containers/${containerId}/logs?`, query, signal));
      try {
        return await read(framedLines(bounded(stream)));
      } finally {
        stream.destroy();
      }
    }),
  );

async function* bounded(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxReadBytes) throw refused(`The log exceeds ${maxReadBytes / 1024 / 1024} MiB; ask for fewer lines`);
    yield chunk;
  }
}

/** Returns a line that starts with its time, without the time; null if it is not before `before`. */
export function lineBefore(line: string, before: number): string | null {
  const [time = ''] = line.split(' ', 1);
  return Date.parse(time) < before ? line.slice(time.length + 1) : null;
}

type FollowStart = Parameters<NodeRuntime['followLogs']>[1];

/** Reads a container's log and follows it, each line with the engine's time, until the container stops. */
export function followLogs(
  client: EngineClient,
  containerId: string,
  { tail, since }: FollowStart,
  signal: AbortSignal,
): AsyncGenerator<{ time: string; line: string }> {
  const start = { ...(tail === undefined ? {} : { tail }), ...(since === undefined ? {} : { since: unixTime(since) }) };
  const options = { stdout: true, stderr: true, timestamps: true, follow: true, ...start } as const;
  const open = (abortSignal: AbortSignal) => client.docker.getContainer(containerId).logs({ ...options, abortSignal });
  return followStream(client, { what: 'follow the log', open, read: (stream) => timedLines(stream, signal) }, signal);
}

async function* timedLines(stream: Readable, signal: AbortSignal): AsyncGenerator<{ time: string; line: string }> {
  for await (const { text } of framedLines(paced(stream, signal))) {
    const [time = ''] = text.split(' ', 1);
    yield { time, line: text.slice(time.length + 1) };
  }
}

const paceBytes = 1024 * 1024;
const paceMs = 250;

/** Reads 4 MiB/s at most, so that a container that floods its log costs the agent little; the engine waits. */
async function* paced(stream: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of stream) {
    yield chunk;
    bytes += chunk.length;
    if (bytes < paceBytes) continue;
    bytes = 0;
    await delay(paceMs, undefined, { signal });
  }
}

/** Seconds since the Unix epoch with all digits of the time: the engine compares nanoseconds. */
export function unixTime(time: string): string {
  const fraction = /\.(\d{1,9})/.exec(time)?.[1] ?? '0';
  return `${Math.floor(Date.parse(time) / 1000)}.${fraction}`;
}
