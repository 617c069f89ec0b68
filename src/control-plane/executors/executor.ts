import type { executor } from './table.ts';

export type ExecutorRow = typeof executor.$inferSelect;

/** Whether an executor was heard of lately enough for what it reported to count. */
export const isOnline = (row: Pick<ExecutorRow, 'online' | 'lastSeenAt'>, offlineAfterSeconds: number): boolean =>
  row.online && Date.now() - row.lastSeenAt.getTime() < offlineAfterSeconds * 1000;
