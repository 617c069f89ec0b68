import { spawn } from 'node:child_process';

/** A command ended with something other than exit code 0, or could not be started at all. */
export class CommandFailedError extends Error {
  override name = 'CommandFailedError';
}

export interface CommandOptions {
  signal?: AbortSignal;
  /** Added to this process's environment. */
  env?: Record<string, string>;
}

/**
 * Runs a command to its end and gives what it wrote to standard output.
 * Throws CommandFailedError with its last words, or the signal's reason when it was cancelled.
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  options.signal?.throwIfAborted();
  const child = spawn(command, args, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: options.signal,
  });
  const out: Buffer[] = [];
  const all: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    out.push(chunk);
    all.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => all.push(chunk));
  const end = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, by) => resolve(code === 0 ? '' : by ? `ended by ${by}` : `exit code ${code}`));
  });
  options.signal?.throwIfAborted();
  if (end === '') return Buffer.concat(out).toString();
  const lastWords = Buffer.concat(all).toString().trim().split('\n').slice(-8).join('\n');
  throw new CommandFailedError(`${[command, ...args].join(' ')}: ${end}${lastWords && `\n${lastWords}`}`);
}
