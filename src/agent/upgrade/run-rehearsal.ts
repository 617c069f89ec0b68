import * as z from 'zod';
import { errorMessage } from '../../text/error-message.ts';
import { type ProgramEnd, runProgram } from './run-program.ts';

export class RehearsalFailed extends Error {
  override name = 'RehearsalFailed';
}

export interface Program {
  command: string;
  args: readonly string[];
  /** How to run it, if not as a process beside this one. */
  run?: typeof runProgram;
}

export interface RehearsalOptions {
  store: string;
  runArguments: readonly string[];
  env?: Readonly<Record<string, string | undefined>>;
  timeoutMs?: number;
  signal: AbortSignal;
}

/** Its heap limit. It handles the same state as the agent. */
const heapMiB = 192;

/**
 * Lets a version plan every node of a copy of the store, without effect. Throws RehearsalFailed with its last output.
 */
export async function runRehearsal(
  { command, args, run = runProgram }: Program,
  { store, runArguments, env = process.env, timeoutMs = 60_000, signal }: RehearsalOptions,
): Promise<RehearsalReport> {
  // It must not notify systemd on behalf of the service.
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
    throw new RehearsalFailed(withLastWords(`invalid output (${errorMessage(error)})`, end.lastWords));
  }
}

function faultOf({ code, ended, hasTimedOut }: ProgramEnd, timeoutMs: number): string | null {
  if (hasTimedOut) return `timeout after ${timeoutMs / 1000} s`;
  if (ended === 'EACCES')
    return 'cannot start it; check that the disk of the data directory is not mounted with noexec';
  if (ended !== null) return `killed by ${ended}`;
  return code === 0 ? null : `exit code ${code}`;
}

const withLastWords = (fault: string, lastWords: string): string =>
  lastWords === '' ? fault : `${fault}; last output: ${lastWords}`;

/** The rehearsal's output, one line of JSON. Other versions read it: only add fields. */
export const rehearsalReport = z.object({
  version: z.string(),
  nodes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      steps: z.array(z.object({ action: z.string(), why: z.string() })),
      /** Why a node could not be planned; null if it could. */
      error: z.string().nullable(),
    }),
  ),
});

export type RehearsalReport = z.infer<typeof rehearsalReport>;
