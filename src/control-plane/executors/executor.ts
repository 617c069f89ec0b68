import type { executor } from './table.ts';

export type ExecutorRow = typeof executor.$inferSelect;
