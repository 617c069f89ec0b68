import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { executorRelease } from '../../tables/releases.ts';
import { thisRelease } from './catalog.ts';

const select = (transaction: Database, idOrVersion: string) =>
  transaction
    .select()
    .from(executorRelease)
    .where(thisRelease(isUuid(idOrVersion) ? { id: idOrVersion } : { version: idOrVersion }));

/** A release as the audit log shows it, by its id or version. */
export const releaseSnapshot: SnapshotReader = {
  isGlobal: true,
  lock: (transaction, _organizationId, id) => select(transaction, id).for('update'),
  read: async (transaction, _organizationId, id) => {
    const [row] = await select(transaction, id);
    if (row === undefined) return undefined;
    const { id: _id, versionKey: _key, artifacts, ...values } = row;
    // The signatures would fill the entry.
    const files = artifacts.map(({ signature: _signature, ...artifact }) => artifact);
    return { name: row.version, values: { ...values, artifacts: files } };
  },
};
