import * as z from 'zod';
import { errorMessage } from '../../text/error-message.ts';
import { type ProgramEnd, runProgram } from './run-program.ts';

export class RehearsalFailed extends Error {
  override name = 'RehearsalFailed';
}

export interface Program {
  command: string;
  args: readonly string[];
  /** How that is run, where not as a process beside this one. */
  run?: typeof runProgram;
}

export interface RehearsalOptions {
  store: string;
  runArguments: readonly string[];
  env?: Readonly<Record<string, string | undefined>>;
  timeoutMs?: number;
  signal: AbortSignal;
}

/** What its heap may have. It looks at the same state as the agent does. */
const heapMiB = 192;

/** Has a version plan for every node of a copy of the store, without effect. Throws RehearsalFailed, which holds its last words. */
export async function runRehearsal(
  { command, args, run = runProgram }: Program,
  { store, runArguments, env = process.env, timeoutMs = 60_000, signal }: RehearsalOptions,
): Promise<RehearsalReport> {
  // Nothing of it speaks for the service to systemd.
  const { NOTIFY_SOCKET: _socket, WATCHDOG_USEC: _usec, WATCHDOG_PID: _pid, ...inherited } = env;
  const end = await run(command, [...args, 'agent', 'rehearse', '--store', store, ...runArguments], {
    env: { ...inherited, NODE_OPTIONS: `--max-old-space-size=${heapMiB}` },
    timeoutMs,
    signal,
  });
  signal.throwIfAborted();
  const fault = faultOf(end, timeoutMs);
  if (fault !== null) throw new RehearsalFailed(withLastWords(fault, end.lastWords));
  try {
    return rehearsalReport.parse(JSON.parse(end.stdout));
  } catch (error) {
    throw new RehearsalFailed(
      withLastWords(`it said nothing that can be read (${errorMessage(error)})`, end.lastWords),
    );
  }
}

function faultOf({ code, ended, hasTimedOut }: ProgramEnd, timeoutMs: number): string | null {
  if (hasTimedOut) return `it did not end within ${timeoutMs / 1000} s`;
  if (ended === 'EACCES') return 'it could not be started; is the disk of the data directory mounted with noexec?';
  if (ended !== null) return `it ended by ${ended}`;
  return code === 0 ? null : `it ended with the exit code ${code}`;
}

const withLastWords = (fault: string, lastWords: string): string =>
  lastWords === '' ? fault : `${fault}, and said last: ${lastWords}`;

/** What the new version prints of its rehearsal, as a line of JSON. Versions before and after this one read it: only add fields. */
export const rehearsalReport = z.object({
  version: z.string(),
  nodes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      steps: z.array(z.object({ action: z.string(), why: z.string() })),
      /** Why it could not tell; null where it could. */
      error: z.string().nullable(),
    }),
  ),
});

export type RehearsalReport = z.infer<typeof rehearsalReport>;
