import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { CommandError } from '../../command-error.ts';
import { printLines } from '../../output.ts';

/** Changes the host, or only says what it would change. */
export interface HostChanges {
  /** Says one step, and does it unless this is a dry run. */
  step(what: string, work: () => void): void;
  /** The same with work that takes time. Returns its result, and null in a dry run. */
  stepAsync<T>(what: string, work: () => Promise<T>): Promise<T | null>;
}

export const hostChanges = (isDry: boolean): HostChanges => ({
  step(what, work) {
    printLines([`${isDry ? 'would ' : ''}${what}`]);
    if (!isDry) work();
  },
  async stepAsync(what, work) {
    printLines([`${isDry ? 'would ' : ''}${what}`]);
    return isDry ? null : work();
  },
});

/** Runs a program of the host. Throws CommandError with its words. */
export function runTool(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new CommandError(
    `${[program, ...args].join(' ')} failed: ${error?.message ?? (stderr.trim() || `exit code ${status}`)}`,
  );
}

/** Throws CommandError unless this is root on a host with systemd. */
export function requireSystemdRoot(): void {
  if (process.getuid?.() !== 0) throw new CommandError('this changes the host: run it as root');
  if (!existsSync('/run/systemd/system'))
    throw new CommandError('this host does not run systemd; start the agent with: satrap agent run');
}

export const userExists = (name: string): boolean => spawnSync('getent', ['passwd', name]).status === 0;
