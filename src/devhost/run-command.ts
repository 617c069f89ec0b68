import { ExecaError, execa } from 'execa';

/** A command exited with a code other than 0, or did not start. */
export class CommandFailedError extends Error {
  override name = 'CommandFailedError';
}

export interface CommandOptions {
  signal?: AbortSignal;
  /** Added to this process's environment. */
  env?: Record<string, string>;
}

const quotedLines = 8;

/** Returns its standard output. Throws CommandFailedError with the last lines, or the signal's reason. */
export async function runCommand(command: string, args: readonly string[], { signal, env = {} }: CommandOptions = {}) {
  signal?.throwIfAborted();
  try {
    const options = {
      env,
      stdin: 'ignore',
      all: true,
      ...(signal === undefined ? {} : { cancelSignal: signal }),
    } as const;
    return (await execa(command, args, options)).stdout;
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof ExecaError)) throw error;
    const output = String(error.all ?? '')
      .trim()
      .split('\n')
      .slice(-quotedLines)
      .join('\n');
    throw new CommandFailedError([error.shortMessage, output].filter(Boolean).join('\n'));
  }
}
