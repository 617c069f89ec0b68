import { installedUnit } from '../../agent/host/units.ts';
import { endSchedule } from '../../control-plane/commands/backup/backup-state.ts';
import { onDatabase } from '../../control-plane/commands/backup/on-database.ts';
import { runTool } from '../installation/host.ts';
import { type OutputOptions, print } from '../output.ts';
import { backupUnits, dataDir } from './install/layout.ts';
import { onData } from './options.ts';

/**
 * Turns scheduled backups off: the timer of this host's service, and the schedule in the database, without which no
 * backup is overdue. A timer that runs on another host would record the schedule again.
 */
export async function disableScheduledBackups(options: OutputOptions & { data: string }): Promise<void> {
  const { timer } = backupUnits;
  const hasTimer = options.data === dataDir && installedUnit(timer) !== null;
  // Before the schedule ends: a backup that starts now would record it again.
  if (hasTimer) runTool('systemctl', 'disable', '--now', timer);
  const wasScheduled = await onData(options, (settings, log) => onDatabase(settings, log, endSchedule));
  print({ timer: hasTimer ? timer : null, wasScheduled }, options, () => [
    ...(hasTimer ? [`Disabled ${timer} on this host.`] : []),
    wasScheduled
      ? 'Backups are no longer scheduled, so none is overdue. The next scheduled backup, of any host, schedules them again.'
      : 'No backups were scheduled.',
  ]);
}
