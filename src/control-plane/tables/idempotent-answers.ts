import { pg } from '../platform/database/database.ts';
import { instant } from './accounts.ts';

/** First answers of mutations with an Idempotency-Key. */
export const idempotentAnswer = pg.pgTable(
  'idempotent_answer',
  {
    /** A hash of the key, its owner and the field. */
    id: pg.text('id').primaryKey(),
    /** Sealed with the key, which is not stored. Empty only within the mutation's transaction. */
    sealed: pg.text('sealed').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [pg.index('idempotent_answer_age').on(table.createdAt)],
);
