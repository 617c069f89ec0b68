import type { Logger } from 'pino';
import { sampled } from '../../../timing/sampled.ts';
import { type Rate, tokenBuckets } from '../../../timing/token-buckets.ts';
import type { Database } from '../../platform/database/database.ts';
import { type AuditEntry, recordAction, type Snapshot } from './record-action.ts';

export interface SnapshotReader {
  /** The objects belong to no organization, so they are shown even if no organization is concerned. */
  isGlobal?: true;
  /**
   * Returns undefined for objects that the organization does not have. `locks`: until the transaction ends, in the
   * global lock order.
   */
  read(transaction: Database, organizationId: string, id: string, locks?: boolean): Promise<Snapshot | undefined>;
}

interface Lockable<Row> extends PromiseLike<readonly Row[]> {
  for(strength: 'update'): PromiseLike<readonly Row[]>;
}

/** Shows an object that is one row. */
export const rowSnapshot = <Row>(
  select: (transaction: Database, organizationId: string, id: string) => Lockable<Row>,
  show: (row: Row) => Snapshot,
): SnapshotReader => ({
  read: async (transaction, organizationId, id, locks = false) => {
    // A statement that waits for a lock shows other tables as they were before.
    if (locks) await select(transaction, organizationId, id).for('update');
    const [row] = await select(transaction, organizationId, id);
    return row && show(row);
  },
});

/** Shows an object that is one row, with the columns that `select` reads; the column `name` names it. */
export const columnSnapshot = <Name extends string, Row extends Record<Name, string | null>>(
  name: Name,
  select: (transaction: Database, organizationId: string, id: string) => Lockable<Row>,
): SnapshotReader => rowSnapshot(select, (values) => ({ name: values[name], values }));

/** The log never shrinks, and anonymous clients must not grow it: the first 20 refusals, then one every ten minutes. */
export const anonymousRate: Rate = { burst: 20, perSecond: 1 / 600, maxOwners: 10_000 };
/** An agent with a wrong key is refused at each heartbeat for the same reason: the first refusal, then one an hour. */
export const agents: Rate = { burst: 1, perSecond: 1 / 3600, maxOwners: 10_000 };

export const auditTrail = (readers: Readonly<Record<string, SnapshotReader | null>>, log: Logger) => ({
  /** Recorded refusals per credential. The log never shrinks, so one credential must not fill the disk. */
  refusals: tokenBuckets({ burst: 300, perSecond: 1, maxOwners: 10_000 }),
  /** Per account tried, so that a flood of unknown accounts does not hide attempts on a known one. */
  anonymous: sampled(anonymousRate),
  /** Refused reports per credential and cause, which an agent repeats until somebody repairs it. */
  agents: sampled(agents),
  /** Adds an action in the transaction of its change. Make it the last statement. */
  record: recordAction,

  async snapshot(
    transaction: Database,
    { organizationId, type, id }: { organizationId: string | null; type: string; id: string },
    locks: boolean,
  ): Promise<Snapshot | undefined> {
    const reader = readers[type];
    if (!reader || (organizationId === null && !reader.isGlobal)) return undefined;
    return reader.read(transaction, organizationId ?? '', id, locks);
  },

  /** Records a refusal, unless `describe` returns undefined. Only logs a failure: the caller needs an answer. */
  async recordRefusal(
    database: Database,
    action: string,
    describe: () => Promise<AuditEntry | undefined>,
  ): Promise<void> {
    try {
      const entry = await describe();
      if (entry !== undefined) await recordAction(database, entry);
    } catch (error) {
      log.warn({ err: error, action }, 'could not record a refused action');
    }
  },
});

export type AuditTrail = ReturnType<typeof auditTrail>;
