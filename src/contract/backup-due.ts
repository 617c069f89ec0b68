/** How old the last backup of a control plane may be, in milliseconds: a daily one takes its time. */
export const backupDueMs = 26 * 3_600_000;
