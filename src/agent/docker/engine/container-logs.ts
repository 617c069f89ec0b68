import type { EngineClient } from './engine-client.ts';

/** How many lines a later run may have written since `before`. */
const newerLines = 1000;

/**
 * The last `tail` lines of a container, oldest first, or those between two times in milliseconds since the epoch. At
 * most their last MiB.
 */
export async function containerLogs(
  client: EngineClient,
  containerId: string,
  tail: number,
  { since, before }: { since?: number; before?: number } = {},
): Promise<string[]> {
  if (before === undefined) return withinBytes(await readLines(client, containerId, tail, { since }), tail);
  // The engine applies its own option `until` to the last lines only, which may all be newer.
  const lines = await readLines(client, containerId, tail + newerLines, { since, timestamps: true });
  return withinBytes(linesBefore(lines, before), tail);
}

/** The first lines of a container between two times, in milliseconds since the epoch. Throws RuntimeError. */
export async function firstLines(
  client: EngineClient,
  containerId: string,
  since: number,
  until: number,
): Promise<string[]> {
  const options = { stdout: true, stderr: true, follow: false, since: since / 1000, until: until / 1000 } as const;
  const raw = await client.call('read the log', (abortSignal) =>
    client.docker.getContainer(containerId).logs({ ...options, abortSignal }),
  );
  return demultiplex(raw).toString('utf8').split(/\r?\n/);
}

async function readLines(
  client: EngineClient,
  containerId: string,
  tail: number,
  { since, timestamps = false }: { since?: number | undefined; timestamps?: boolean },
) {
  const from = since === undefined ? {} : { since: since / 1000 };
  const options = { stdout: true, stderr: true, tail, timestamps, follow: false, ...from } as const;
  const raw = await client.call('read the log', (abortSignal) =>
    client.docker.getContainer(containerId).logs({ ...options, abortSignal }),
  );
  const lines = demultiplex(raw).toString('utf8').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Selects the lines before a time from lines that start with their time, and strips the times. */
export const linesBefore = (lines: readonly string[], before: number): string[] =>
  lines.flatMap((line) => {
    const [time = ''] = line.split(' ', 1);
    return Date.parse(time) < before ? [line.slice(time.length + 1)] : [];
  });

/** Both outputs of a container. Throws RuntimeError. */
export async function containerOutput(
  client: EngineClient,
  containerId: string,
): Promise<{ stdout: string; stderr: string }> {
  const raw = await client.call('read the log', (abortSignal) =>
    client.docker.getContainer(containerId).logs({ stdout: true, stderr: true, follow: false, abortSignal }),
  );
  const [stdout, stderr] = [1, 2].map((stream) => demultiplex(raw, stream).toString('utf8'));
  return { stdout: stdout ?? '', stderr: stderr ?? '' };
}

/**
 * Without a terminal the engine frames each chunk: 1 byte stream, 3 zero bytes, 4 bytes length (Docker Engine API,
 * attach).
 */
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
