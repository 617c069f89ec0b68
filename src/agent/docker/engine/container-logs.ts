import type { EngineClient } from './engine-client.ts';

/** The last `tail` lines that a container wrote, oldest first. At most the last MiB of them. */
export async function containerLogs(client: EngineClient, containerId: string, tail: number): Promise<string[]> {
  const raw = await client.call('read the log', (abortSignal) =>
    client.docker.getContainer(containerId).logs({ stdout: true, stderr: true, tail, follow: false, abortSignal }),
  );
  const lines = demultiplex(raw).toString('utf8').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return withinBytes(lines.slice(-tail), 1024 * 1024);
}

/** Without a terminal the engine frames each chunk: 1 byte stream, 3 zero bytes, 4 bytes length (Docker Engine API, attach). */
function demultiplex(raw: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let offset = 0; offset + 8 <= raw.length; ) {
    const end = offset + 8 + raw.readUInt32BE(offset + 4);
    chunks.push(raw.subarray(offset + 8, end));
    offset = end;
  }
  return Buffer.concat(chunks);
}

function withinBytes(lines: string[], limit: number): string[] {
  let size = 0;
  const first = lines.findLastIndex((line) => {
    size += Buffer.byteLength(line) + 1;
    return size > limit;
  });
  return lines.slice(first + 1);
}
