import { spawnSync } from 'node:child_process';
import { systemctl } from '../../upgrade-watcher/systemctl.ts';

/** systemd keeps restarting the service. */
const maxRestarts = 2;

export interface UnitState {
  isActive: boolean;
  /** systemd has given up restarting it. */
  hasFailed: boolean;
  /** Whether it has failed, or exits after each start. */
  keepsEnding: boolean;
  /** Differs between two starts. */
  invocation: string;
}

export async function unitState(unit: string): Promise<UnitState> {
  const text = await systemctl(['show', '--property', 'ActiveState,Job,NRestarts,InvocationID', unit]);
  const of = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  // During a restart, the previous version may have failed.
  const hasFailed = of('ActiveState') === 'failed' && of('Job') === '';
  return {
    isActive: of('ActiveState') === 'active',
    hasFailed,
    keepsEnding: hasFailed || Number(of('NRestarts')) > maxRestarts,
    invocation: of('InvocationID'),
  };
}

/** Restarts a unit and resets its restart counter. Does not wait. */
export async function restartUnit(unit: string): Promise<void> {
  // Refused if the unit has not run since boot.
  spawnSync('systemctl', ['reset-failed', unit], { stdio: 'ignore' });
  await systemctl(['restart', '--no-block', unit]);
}

/** A unit's last log lines since a moment, joined; systemd's own if it could not start the program. */
export function lastWords(unit: string, sinceMs: number): string {
  const since = `@${Math.floor(sinceMs / 1000)}`;
  const words = ['-u', unit, '-t', 'satrap', '-t', '(satrap)', '--since', since, '-o', 'cat', '--no-pager'];
  const said = spawnSync('journalctl', words, { encoding: 'utf8' }).stdout?.trim().split('\n') ?? [];
  // Not -n, which takes the first lines when used with --since.
  const lines = said.filter((line) => line !== '' && !line.startsWith('-- ')).slice(-3);
  return lines.join('; ') || 'no log output';
}
