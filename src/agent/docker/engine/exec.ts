import { addAbortSignal, type Readable } from 'node:stream';
import { refused } from '../../runtime/runtime-error.ts';
import type { CallOptions, EngineClient } from './engine-client.ts';
import { framedLines } from './log-frames.ts';

export interface CommandEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** More than any answer that is asked for this way. */
const maxBytes = 1024 * 1024;

/** Runs a command in a running container, as the container's user. Throws RuntimeError, also for a longer output. */
export const runInContainer = (
  client: EngineClient,
  containerId: string,
  command: readonly string[],
  options: CallOptions,
): Promise<CommandEnd> =>
  client.onContainer(
    containerId,
    `run ${command[0]} in the container`,
    async (container, { abortSignal }) => {
      const streams = { AttachStdout: true, AttachStderr: true };
      const exec = await container.exec({ abortSignal, Cmd: [...command], ...streams });
      const stream = (await exec.start({ abortSignal, Detach: false, Tty: false })) as Readable;
      const output = await readOutput(addAbortSignal(abortSignal, stream));
      const { ExitCode } = await exec.inspect({ abortSignal });
      return { code: ExitCode, ...output };
    },
    options,
  );

async function readOutput(stream: Readable): Promise<Omit<CommandEnd, 'code'>> {
  const lines: Record<'stdout' | 'stderr', string[]> = { stdout: [], stderr: [] };
  let bytes = 0;
  try {
    for await (const line of framedLines(stream)) {
      bytes += Buffer.byteLength(line.text) + 1;
      if (bytes > maxBytes) throw refused(`the command wrote more than ${maxBytes / 1024} KiB`);
      lines[line.stream === 2 ? 'stderr' : 'stdout'].push(line.text);
    }
  } finally {
    stream.destroy();
  }
  return { stdout: lines.stdout.join('\n'), stderr: lines.stderr.join('\n') };
}
