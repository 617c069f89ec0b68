import { spawn } from 'node:child_process';
import { addAbortListener } from 'node:events';
import type { Readable } from 'node:stream';
import { asUser, type FileOwner } from '../../storage/as-user.ts';

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

/** `user` defaults to the user of this process. */
type RunOptions = Pick<ProgramOptions, 'env'> & Partial<ProgramOptions> & { user?: FileOwner };

const maxOutput = 4 * 1024 * 1024;
const maxLastWords = 2000;
/** How long to read its output after its exit: processes that it left behind may hold the output open. */
const lastWordsMs = 1000;

/** Runs a program until it exits, times out, or `signal` aborts, with its children in the last two cases. Never throws. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { env, timeoutMs, signal = AbortSignal.any([]), user }: RunOptions,
): Promise<ProgramEnd> {
  const { promise, resolve } = Promise.withResolvers<Pick<ProgramEnd, 'code' | 'ended'>>();
  const place = user === undefined ? {} : { ...user, cwd: '/' };
  const child = spawn(command, args, { ...place, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const kill = () => {
    // The group: the program may be run by a shell. As its user, because the upgrade watcher has no CAP_KILL.
    const strike = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
    try {
      if (user === undefined) strike();
      else asUser(user, strike);
    } catch {}
    // Do not wait for a process that cannot be killed, such as one blocked on a hung disk.
    setTimeout(resolve, lastWordsMs, { code: null, ended: 'SIGKILL' });
  };
  let hasTimedOut = false;
  const expire = () => {
    hasTimedOut = true;
    kill();
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs);
  using _abortion = addAbortListener(signal, kill);
  const [stdout, stderr] = [collect(child.stdout, kill), collect(child.stderr, kill)];
  child.once('error', (error: NodeJS.ErrnoException) => resolve({ code: null, ended: error.code ?? error.message }));
  child.once('close', (code, signal) => resolve({ code, ended: signal }));
  child.once('exit', (code, signal) => setTimeout(resolve, lastWordsMs, { code, ended: signal }).unref());
  const end = await promise;
  clearTimeout(timer);
  child.unref();
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  return { ...end, hasTimedOut, stdout: stdout(), lastWords: stderr().trim().slice(-maxLastWords) };
}

/** Reads a stream up to a limit, beyond which `onTooMuch` is called. */
function collect(stream: Readable, onTooMuch: () => void): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (text.length <= maxOutput) return;
    stream.destroy();
    onTooMuch();
  });
  return () => text;
}
