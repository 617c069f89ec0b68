import { addAbortSignal, type Readable } from 'node:stream';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';

export interface FollowStart {
  /** Number of last lines; undefined for all. */
  tail?: number | undefined;
  /** Only lines of this time or later: RFC 3339, up to nanoseconds. */
  since?: string | undefined;
}

/**
 * Reads a container's log and follows it, each line with the engine's time, until the container stops. Throws
 * RuntimeError when the engine stops responding.
 */
export async function* followLogs(
  client: EngineClient,
  containerId: string,
  { tail, since }: FollowStart,
  signal: AbortSignal,
): AsyncGenerator<{ time: string; line: string }> {
  // Not the call's own signal: its timeout is shorter than the stream.
  const unopened = new AbortController();
  const opening = client.call('follow the log', () =>
    client.docker.getContainer(containerId).logs({
      stdout: true,
      stderr: true,
      timestamps: true,
      follow: true,
      ...(tail === undefined ? {} : { tail }),
      // The types only know whole seconds; the engine accepts fractions.
      ...(since === undefined ? {} : { since: unixTime(since) as unknown as number }),
      abortSignal: AbortSignal.any([signal, unopened.signal]),
    }),
  );
  opening.catch(() => unopened.abort());
  const stream = addAbortSignal(signal, (await opening) as unknown as Readable);
  try {
    for await (const text of framedLines(stream)) {
      const [time = ''] = text.split(' ', 1);
      yield { time, line: text.slice(time.length + 1) };
    }
  } catch (error) {
    // The connection's own message would be "aborted".
    if (!signal.aborted)
      throw new RuntimeError('unreachable', 'The Docker engine stopped responding', { cause: error });
  } finally {
    stream.destroy();
  }
}

/** Seconds since the Unix epoch with all digits of the time: the engine compares nanoseconds. */
export function unixTime(time: string): string {
  const fraction = /\.(\d{1,9})/.exec(time)?.[1] ?? '0';
  return `${Math.floor(Date.parse(time) / 1000)}.${fraction}`;
}

/**
 * The lines of a stream framed by the engine: 1 byte stream, 3 zero bytes, 4 bytes length (Docker Engine API, attach).
 */
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
