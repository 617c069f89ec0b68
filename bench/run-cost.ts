import { execFileSync } from 'node:child_process';
import { endedSeconds } from './process.ts';

/** The mean cost of one run of a command, in ms. `processorMs`: its processor time, user and system. */
export interface RunCost {
  wallMs: number;
  processorMs: number;
}

/** Runs a command several times: Linux counts processor time in hundredths of a second. Blocks this process. */
export function costOf(
  file: string,
  args: readonly string[],
  { runs = 5, env }: { runs?: number; env?: NodeJS.ProcessEnv } = {},
): RunCost {
  const [began, before] = [performance.now(), endedSeconds(process.pid)];
  for (let run = 0; run < runs; run++) execFileSync(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const processorMs = (endedSeconds(process.pid) - before) * 1000;
  return { wallMs: (performance.now() - began) / runs, processorMs: processorMs / runs };
}

/** A start of Node that runs nothing. */
export const emptyNode = (runs?: number): RunCost => costOf(process.execPath, ['-e', '0'], { ...(runs && { runs }) });
