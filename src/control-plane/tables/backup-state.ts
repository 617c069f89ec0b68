import { pg } from '../platform/database/database.ts';
import { instant } from './accounts.ts';

/** In its one row, whether the control plane's backups are scheduled, and the last one. */
export const backupState = pg.pgTable('backup_state', {
  id: pg.integer('id').primaryKey(),
  /** Start of the first scheduled backup. Null if there was none: operators may take copies by other means. */
  scheduledSince: instant('scheduled_since'),
  /** When an operator turned scheduled backups off; null unless they are off by intent. */
  disabledAt: instant('disabled_at'),
  /** End of the last verified backup, scheduled or not. */
  lastAt: instant('last_at'),
  /** Number of rows in it. */
  lastRows: pg.integer('last_rows'),
});
