import type { HeldNodeInput } from '../../contract/types.generated.ts';
import { jsonb, pgTable, timestamp, uuid } from '../platform/database/drizzle-pg.ts';
import { executor } from './executors.ts';

/** The nodes that a host holds and nobody has confirmed yet. Apart from the executors, whose rows every list reads. */
export const executorOffer = pgTable('executor_offer', {
  executorId: uuid('executor_id')
    .primaryKey()
    .references(() => executor.id, { onDelete: 'cascade' }),
  nodes: jsonb('nodes').$type<HeldNodeInput[]>().notNull(),
  offeredAt: timestamp('offered_at', { withTimezone: true }).notNull().defaultNow(),
});
