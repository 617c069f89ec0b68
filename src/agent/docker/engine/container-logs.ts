import type Docker from 'dockerode';
import type { EngineClient } from './engine-client.ts';

/** How many lines a later run may have written since `before`. */
const newerLines = 1000;

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
  if (lines.at(-1) === '') lines.pop();
  return withinBytes(before === undefined ? lines : linesBefore(lines, before), tail);
}

/** The first lines of a container between two times, in milliseconds since the epoch. */
export const firstLines = (client: EngineClient, containerId: string, since: number, until: number) =>
  readLines(client, containerId, { since: since / 1000, until: until / 1000 });

/** Both outputs of a container. */
export async function containerOutput(
  client: EngineClient,
  containerId: string,
): Promise<{ stdout: string; stderr: string }> {
  const raw = await readLog(client, containerId);
  const [stdout, stderr] = [1, 2].map((stream) => demultiplex(raw, stream).toString('utf8'));
  return { stdout: stdout ?? '', stderr: stderr ?? '' };
}

const readLines = async (client: EngineClient, containerId: string, options: Docker.ContainerLogsOptions) =>
  demultiplex(await readLog(client, containerId, options))
    .toString('utf8')
    .split(/\r?\n/);

const readLog = (client: EngineClient, containerId: string, options: Docker.ContainerLogsOptions = {}) =>
  client.call('read the log', (abortSignal) =>
    client.docker
      .getContainer(containerId)
      .logs({ stdout: true, stderr: true, ...options, follow: false, abortSignal }),
  );

/** Selects the lines before a time from lines that start with their time, and strips the times. */
export const linesBefore = (lines: readonly string[], before: number): string[] =>
  lines.flatMap((line) => {
    const [time = ''] = line.split(' ', 1);
    return Date.parse(time) < before ? [line.slice(time.length + 1)] : [];
  });

/** The engine frames each chunk: 1 byte stream, 3 zero bytes, 4 bytes length (Docker Engine API, attach). */
function demultiplex(raw: Buffer, stream?: number): Buffer {
  const chunks: Buffer[] = [];
  for (let offset = 0; offset + 8 <= raw.length; ) {
    const end = offset + 8 + raw.readUInt32BE(offset + 4);
    if (stream === undefined || raw[offset] === stream) chunks.push(raw.subarray(offset + 8, end));
    offset = end;
  }
  return Buffer.concat(chunks);
}

const maxBytes = 1024 * 1024;

function withinBytes(allLines: string[], tail: number): string[] {
  const lines = allLines.slice(-tail);
  let size = 0;
  const first = lines.findLastIndex((line) => {
    size += Buffer.byteLength(line) + 1;
    return size > maxBytes;
  });
  return lines.slice(first + 1);
}
