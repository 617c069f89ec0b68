import { spawn } from 'node:child_process';
import { addAbortListener } from 'node:events';
import type { Readable } from 'node:stream';

export interface ProgramEnd {
  /** Null if a signal ended it. */
  code: number | null;
  /** The signal, or why it could not be started; null otherwise. */
  ended: string | null;
  hasTimedOut: boolean;
  stdout: string;
  /** The end of its error output. */
  lastWords: string;
}

export interface ProgramOptions {
  env: Readonly<Record<string, string | undefined>>;
  timeoutMs: number;
  signal: AbortSignal;
}

const maxOutput = 4 * 1024 * 1024;
const maxLastWords = 2000;

/** Runs a program and its children until it exits, times out, or `signal` aborts. Never throws. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { env, timeoutMs, signal }: ProgramOptions,
): Promise<ProgramEnd> {
  const { promise, resolve } = Promise.withResolvers<Pick<ProgramEnd, 'code' | 'ended'>>();
  const child = spawn(command, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const kill = () => {
    try {
      // The group: the program may be run by a shell.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {}
  };
  let hasTimedOut = false;
  const timer = setTimeout(() => {
    hasTimedOut = true;
    kill();
  }, timeoutMs);
  using _abortion = addAbortListener(signal, kill);
  const [stdout, stderr] = [collect(child.stdout, maxOutput, kill), collect(child.stderr, maxOutput, kill)];
  child.once('error', (error: NodeJS.ErrnoException) => resolve({ code: null, ended: error.code ?? error.message }));
  child.once('close', (code, signal) => resolve({ code, ended: signal }));
  const end = await promise;
  clearTimeout(timer);
  return { ...end, hasTimedOut, stdout: stdout(), lastWords: stderr().trim().slice(-maxLastWords) };
}

/** Collects a stream up to a limit, beyond which `onTooMuch` is called. */
function collect(stream: Readable, maxLength: number, onTooMuch: () => void): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (text.length > maxLength) onTooMuch();
  });
  return () => text;
}
