import type { Readable } from 'node:stream';
import type { NodeRuntime } from '../../runtime/runtime.ts';
import type { EngineClient } from './engine-client.ts';
import { followStream } from './streams.ts';

type FollowStart = Parameters<NodeRuntime['followLogs']>[1];

/** Reads a container's log and follows it, each line with the engine's time, until the container stops. */
export function followLogs(
  client: EngineClient,
  containerId: string,
  { tail, since }: FollowStart,
  signal: AbortSignal,
): AsyncGenerator<{ time: string; line: string }> {
  const start = { ...(tail === undefined ? {} : { tail }), ...(since === undefined ? {} : { since: unixTime(since) }) };
  const open = (abortSignal: AbortSignal) =>
    client.docker
      .getContainer(containerId)
      .logs({ stdout: true, stderr: true, timestamps: true, follow: true, ...start, abortSignal });
  return followStream(client, { what: 'follow the log', open, read: timedLines }, signal);
}

async function* timedLines(stream: Readable): AsyncGenerator<{ time: string; line: string }> {
  for await (const text of framedLines(stream)) {
    const [time = ''] = text.split(' ', 1);
    yield { time, line: text.slice(time.length + 1) };
  }
}

/** Seconds since the Unix epoch with all digits of the time: the engine compares nanoseconds. */
export function unixTime(time: string): string {
  const fraction = /\.(\d{1,9})/.exec(time)?.[1] ?? '0';
  return `${Math.floor(Date.parse(time) / 1000)}.${fraction}`;
}

/** The lines of a stream in the engine's frames: 1 byte stream, 3 zero bytes, 4 bytes length (Docker API, attach). */
export async function* framedLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let framed = Buffer.alloc(0);
  // Of each of the two streams, stdout and stderr.
  const unfinished = new Map<number, Buffer>();
  for await (const chunk of stream) {
    framed = Buffer.concat([framed, chunk]);
    while (framed.length >= 8 && framed.length >= 8 + framed.readUInt32BE(4)) {
      const end = 8 + framed.readUInt32BE(4);
      const source = framed[0] ?? 0;
      let text = Buffer.concat([unfinished.get(source) ?? Buffer.alloc(0), framed.subarray(8, end)]);
      framed = framed.subarray(end);
      for (let lineEnd = text.indexOf(10); lineEnd >= 0; lineEnd = text.indexOf(10)) {
        yield text.subarray(0, lineEnd).toString('utf8').replace(/\r$/, '');
        text = text.subarray(lineEnd + 1);
      }
      unfinished.set(source, text);
    }
  }
  for (const text of unfinished.values()) if (text.length > 0) yield text.toString('utf8');
}
