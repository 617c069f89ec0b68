import { spawnSync } from 'node:child_process';
import { systemctl } from '../../upgrade-watcher/systemctl.ts';

/** systemd starts a service that ends again and again. */
const maxRestarts = 2;

export interface UnitState {
  isActive: boolean;
  /** systemd starts it no more by itself. */
  hasFailed: boolean;
  /** Whether it has failed, or ends after each start. */
  keepsEnding: boolean;
  /** Differs between two starts. */
  invocation: string;
}

export async function unitState(unit: string): Promise<UnitState> {
  const text = await systemctl(['show', '--property', 'ActiveState,Job,NRestarts,InvocationID', unit]);
  const of = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  // In a restart, the version before may have ended with a fault.
  const hasFailed = of('ActiveState') === 'failed' && of('Job') === '';
  return {
    isActive: of('ActiveState') === 'active',
    hasFailed,
    keepsEnding: hasFailed || Number(of('NRestarts')) > maxRestarts,
    invocation: of('InvocationID'),
  };
}

/** Starts a unit again, and counts its restarts from there. Does not wait. */
export async function restartUnit(unit: string): Promise<void> {
  // Refused where the unit has not run since the boot.
  spawnSync('systemctl', ['reset-failed', unit], { stdio: 'ignore' });
  await systemctl(['restart', '--no-block', unit]);
}

/** What a unit of Satrap wrote last since a moment, in one line; or systemd, where it could not start the program. */
export function lastWords(unit: string, sinceMs: number): string {
  const since = `@${Math.floor(sinceMs / 1000)}`;
  const words = ['-u', unit, '-t', 'satrap', '-t', '(satrap)', '--since', since, '-o', 'cat', '--no-pager'];
  const said = spawnSync('journalctl', words, { encoding: 'utf8' }).stdout?.trim().split('\n') ?? [];
  // Not by -n: with --since, that takes the first lines.
  const lines = said.filter((line) => line !== '' && !line.startsWith('-- ')).slice(-3);
  return lines.join('; ') || 'it says nothing';
}
