import type {
  ExecutorReleaseCreateInput,
  ExecutorReleaseUpdateInput,
  ExecutorReleaseWhereInput,
  ExecutorReleaseWhereUniqueInput,
  QueryExecutorReleasesArgs,
} from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, asc, desc, eq, type SQL, sql } from '../../platform/database/drizzle.ts';
import { domainError } from '../../platform/input/errors.ts';
import { instantFilter, stringFilter, valueFilter } from '../../platform/input/field-filters.ts';
import { type Fields, whereOf } from '../../platform/input/filters.ts';
import { orderOf, type Page } from '../../platform/input/pages.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { executorRelease, executorUpgrade, type ReleaseRow } from '../../tables/releases.ts';
import { checkRelease, checkReleaseChange, versionKey } from './check-release.ts';
import { endUpgrades } from './end-upgrades.ts';

/** Incident rules read all of them. */
const maxReleases = 1000;

const byVersion = sql`${executorRelease.versionKey} COLLATE "C"`;

const fields: Fields<ExecutorReleaseWhereInput> = {
  version: stringFilter(executorRelease.version),
  channel: stringFilter(executorRelease.channel),
  withdrawn: valueFilter(sql`(${executorRelease.withdrawnAt} IS NOT NULL)`),
  createdAt: instantFilter(executorRelease.createdAt),
};

function thisRelease({ id, version }: ExecutorReleaseWhereUniqueInput): SQL {
  if (version) return eq(executorRelease.version, version);
  return id && isUuid(id) ? eq(executorRelease.id, id) : sql`false`;
}

/** Throws `invalid_input`, `name_taken` and `limit_reached`. */
export async function createRelease(transaction: Database, data: ExecutorReleaseCreateInput): Promise<ReleaseRow> {
  checkRelease(data);
  if ((await transaction.$count(executorRelease)) >= maxReleases)
    throw domainError('limit_reached', `the catalog already has ${maxReleases} releases; delete old ones`);
  const { version, channel, notes, image, lowestVersion } = data;
  const [row] = await transaction
    .insert(executorRelease)
    .values({
      version,
      versionKey: versionKey(version),
      channel,
      notes,
      artifacts: [...data.artifacts],
      image: image ?? null,
      lowestVersion: lowestVersion ?? null,
    })
    .onConflictDoNothing()
    .returning();
  if (row === undefined) throw domainError('name_taken', `the catalog already has a release ${version}`);
  await publishRelease(transaction, row);
  return row;
}

/**
 * Changes a release. Withdrawing it cancels its upgrades that have not started to switch. Throws `invalid_input` and
 * `release_not_found`.
 */
export async function updateRelease(
  transaction: Database,
  where: ExecutorReleaseWhereUniqueInput,
  data: ExecutorReleaseUpdateInput,
): Promise<ReleaseRow> {
  checkReleaseChange(data);
  const present = await lockRelease(transaction, where);
  const { channel, notes, withdrawnReason } = data;
  const [row] = await transaction
    .update(executorRelease)
    .set({
      channel: channel ?? present.channel,
      notes: notes ?? present.notes,
      ...(withdrawnReason === undefined ? {} : { withdrawnReason: withdrawnReason?.trim() ?? null }),
      ...(withdrawnReason === undefined ? {} : { withdrawnAt: withdrawnReason === null ? null : new Date() }),
      // A new reason keeps the original time.
      ...(withdrawnReason && present.withdrawnAt ? { withdrawnAt: present.withdrawnAt } : {}),
    })
    .where(eq(executorRelease.id, present.id))
    .returning();
  if (row === undefined) throw new Error('the database returned no row for the changed release');
  if (withdrawnReason) {
    const which = and(
      eq(executorUpgrade.releaseId, row.id),
      sql`${executorUpgrade.state} NOT IN ('switching', 'judging')`,
    );
    const reason = `The release was withdrawn: ${withdrawnReason.trim()}`;
    await endUpgrades(transaction, which, { state: 'cancelled', reason });
  }
  await publishRelease(transaction, row);
  return row;
}

/** Throws `release_not_found` and `upgrade_already_pending`. */
export async function deleteRelease(
  transaction: Database,
  where: ExecutorReleaseWhereUniqueInput,
): Promise<ReleaseRow> {
  const row = await lockRelease(transaction, where);
  const pending = await transaction.$count(
    executorUpgrade,
    and(eq(executorUpgrade.releaseId, row.id), sql`${executorUpgrade.endedAt} IS NULL`),
  );
  if (pending > 0) {
    const are = pending === 1 ? '1 host is' : `${pending} hosts are`;
    throw domainError(
      'upgrade_already_pending',
      `${are} being upgraded to ${row.version}; withdraw it first, which cancels upgrades that have not started to switch, or wait`,
    );
  }
  await transaction.delete(executorRelease).where(eq(executorRelease.id, row.id));
  await publishRelease(transaction, row);
  return row;
}

/** Throws `invalid_input`. */
export function listReleases(
  database: Database,
  { where, orderBy }: Pick<QueryExecutorReleasesArgs, 'where' | 'orderBy'>,
): (page: Page) => Promise<ReleaseRow[]> {
  const { channel, createdAt, id } = executorRelease;
  const order = [...orderOf(orderBy, { version: byVersion, channel, createdAt }), desc(byVersion), asc(id)];
  const condition = whereOf(where, fields);
  return async ({ take, skip }) =>
    database
      .select()
      .from(executorRelease)
      .where(condition)
      .orderBy(...order)
      .limit(take)
      .offset(skip);
}

async function lockRelease(transaction: Database, where: ExecutorReleaseWhereUniqueInput): Promise<ReleaseRow> {
  const [row] = await transaction.select().from(executorRelease).where(thisRelease(where)).for('update');
  if (row === undefined)
    throw domainError('release_not_found', `no release ${where.version ?? where.id} in the catalog`);
  return row;
}

/** The catalog is visible to everyone. */
const publishRelease = (transaction: Database, { id }: ReleaseRow): Promise<void> =>
  publish(transaction, { kind: 'changed', organizationId: null, type: 'release', id });

const select = (transaction: Database, idOrVersion: string) =>
  transaction
    .select()
    .from(executorRelease)
    .where(thisRelease(isUuid(idOrVersion) ? { id: idOrVersion } : { version: idOrVersion }));

export const releaseSnapshot: SnapshotReader = {
  isGlobal: true,
  lock: (transaction, _organizationId, id) => select(transaction, id).for('update'),
  read: async (transaction, _organizationId, id) => {
    const [row] = await select(transaction, id);
    if (row === undefined) return undefined;
    const { id: _id, versionKey: _key, artifacts, ...values } = row;
    // Signatures would fill the entry.
    const files = artifacts.map(({ signature: _signature, ...artifact }) => artifact);
    return { name: row.version, values: { ...values, artifacts: files } };
  },
};
