import type { Readable } from 'node:stream';
import type Docker from 'dockerode';
import { lastLines } from '../../../text/last-lines.ts';
import type { NodeRuntime } from '../../runtime/runtime.ts';
import type { EngineClient } from './engine-client.ts';
import { followStream } from './streams.ts';

/** How many lines a later run may have written since `before`. */
const newerLines = 1000;
const maxBytes = 1024 * 1024;

/** The last `tail` lines, oldest first, or those between two times (milliseconds since the epoch); at most one MiB. */
export async function containerLogs(
  client: EngineClient,
  containerId: string,
  tail: number,
  { since, before }: { since?: number; before?: number } = {},
): Promise<string[]> {
  const lines = await readLines(client, containerId, {
    ...(since === undefined ? {} : { since: since / 1000 }),
    // The engine applies its own option `until` to the last lines only, which may all be newer.
    ...(before === undefined ? { tail } : { tail: tail + newerLines, timestamps: true }),
  });
  return lastLines(before === undefined ? lines : linesBefore(lines, before), tail, maxBytes);
}

/** The first lines of a container between two times, in milliseconds since the epoch. */
export const firstLines = (client: EngineClient, containerId: string, since: number, until: number) =>
  readLines(client, containerId, { since: since / 1000, until: until / 1000 });

export async function containerOutput(client: EngineClient, containerId: string) {
  const lines = await readLog(client, containerId);
  const textOf = (wanted: number) => lines.flatMap(({ stream, text }) => (stream === wanted ? [text] : [])).join('\n');
  return { stdout: textOf(1), stderr: textOf(2) };
}

const readLines = async (client: EngineClient, containerId: string, options: Docker.ContainerLogsOptions) =>
  (await readLog(client, containerId, options)).map(({ text }) => text);

async function readLog(client: EngineClient, containerId: string, options: Docker.ContainerLogsOptions = {}) {
  const log = await client.onContainer(containerId, 'read the log', (container, abort) =>
    container.logs({ stdout: true, stderr: true, ...options, ...abort, follow: false }),
  );
  // dockerode parses an answer that is JSON: without frames, a single line of our own log.
  return Array.fromAsync(framedLines([Buffer.isBuffer(log) ? log : Buffer.from(JSON.stringify(log))]));
}

/** Selects the lines before a time from lines that start with their time, and strips the times. */
export const linesBefore = (lines: readonly string[], before: number): string[] =>
  lines.flatMap((line) => {
    const [time = ''] = line.split(' ', 1);
    return Date.parse(time) < before ? [line.slice(time.length + 1)] : [];
  });

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
  return followStream(client, { what: 'follow the log', open, read: timedLines }, signal);
}

async function* timedLines(stream: Readable): AsyncGenerator<{ time: string; line: string }> {
  for await (const { text } of framedLines(stream)) {
    const [time = ''] = text.split(' ', 1);
    yield { time, line: text.slice(time.length + 1) };
  }
}

/** Seconds since the Unix epoch with all digits of the time: the engine compares nanoseconds. */
export function unixTime(time: string): string {
  const fraction = /\.(\d{1,9})/.exec(time)?.[1] ?? '0';
  return `${Math.floor(Date.parse(time) / 1000)}.${fraction}`;
}

/** The lines of a log. The engine frames each chunk: 1 byte stream, 3 zero bytes, 4 bytes length (Docker Engine API, attach). */
export async function* framedLines(
  log: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<{ stream: number; text: string }> {
  let framed = Buffer.alloc(0);
  // Of each of the two streams, stdout and stderr.
  const unfinished = new Map<number, Buffer>();
  for await (const chunk of log) {
    framed = Buffer.concat([framed, chunk]);
    while (framed.length >= 8 && framed.length >= 8 + framed.readUInt32BE(4)) {
      const end = 8 + framed.readUInt32BE(4);
      const stream = framed[0] ?? 0;
      let rest = Buffer.concat([unfinished.get(stream) ?? Buffer.alloc(0), framed.subarray(8, end)]);
      framed = framed.subarray(end);
      for (let lineEnd = rest.indexOf(10); lineEnd >= 0; lineEnd = rest.indexOf(10)) {
        yield { stream, text: rest.subarray(0, lineEnd).toString('utf8').replace(/\r$/, '') };
        rest = rest.subarray(lineEnd + 1);
      }
      unfinished.set(stream, rest);
    }
  }
  // A log without frames, which start with 0 to 3, is of a container with a terminal, such as some agent's own.
  if ((framed[0] ?? 0) > 3) unfinished.set(1, framed);
  for (const [stream, rest] of unfinished) if (rest.length > 0) yield { stream, text: rest.toString('utf8') };
}
