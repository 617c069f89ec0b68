import type { SwitchJournal } from './switch.ts';

/** Describes an upgrade or rollback that is under way, as a clause. */
export function switchText({ from, to, backup, isStarted, isRequested, isRestoring }: SwitchJournal): string {
  if (isRestoring) return `rolling back from ${to} to ${from}: restoring the database`;
  if (isRequested) return `rolling back from ${to} to ${from}`;
  if (isStarted) return `upgrading from ${from} to ${to}: ${to} is starting`;
  return `upgrading from ${from} to ${to}${backup === null ? '' : ': backing up the database'}`;
}
