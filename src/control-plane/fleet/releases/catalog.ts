import type { GraphQLError } from 'graphql';
import type {
  ExecutorReleaseCreateInput,
  ExecutorReleaseUpdateInput,
  ExecutorReleaseWhereInput,
  ExecutorReleaseWhereUniqueInput,
} from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/outbox.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, asc, desc, eq, isNull, notInArray, oneRow, sql } from '../../platform/database/database.ts';
import { domainError } from '../../platform/input/errors.ts';
import { type Fields, hasId, instantFilter, stringFilter, valueFilter, whereOf } from '../../platform/input/filters.ts';
import { orderOf } from '../../platform/input/pages.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { personQuery, systemAdminMutation } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { requireRevision } from '../../request/revision.ts';
import { rowSnapshot, type SnapshotReader } from '../../request/trail/audit-trail.ts';
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

export function selectRelease(database: Database, { id, version }: ExecutorReleaseWhereUniqueInput) {
  const isNamed = version ? eq(executorRelease.version, version) : hasId(executorRelease.id, id ?? '');
  return database.select().from(executorRelease).where(isNamed);
}

/** Throws `release_not_found`. */
async function lockRelease(transaction: Database, where: ExecutorReleaseWhereUniqueInput): Promise<ReleaseRow> {
  const [row] = await selectRelease(transaction, where).for('update');
  if (row !== undefined) return row;
  throw domainError('release_not_found', `no release ${where.version ?? where.id} in the catalog`);
}

/** The catalog is visible to everyone. */
const publishRelease = (transaction: Database, { id }: ReleaseRow): Promise<void> =>
  publish(transaction, { kind: 'changed', organizationId: null, type: 'release', id });

/** A release belongs to no organization. */
const subjectOf = ({ id, version }: { id?: string | null; version?: string | null }) =>
  ({ type: 'release', id: id ?? version ?? '', organizationId: null }) as const;

/** Throws `invalid_input`, `limit_reached`, and `name_taken` for a version that the catalog has. */
async function createRelease(database: Database, data: ExecutorReleaseCreateInput): Promise<ReleaseRow> {
  checkRelease(data);
  if ((await database.$count(executorRelease)) >= maxReleases)
    throw domainError('limit_reached', `the catalog already has ${maxReleases} releases; delete old ones`);
  const { version, image = null, lowestVersion = null } = data;
  const [row] = await database
    .insert(executorRelease)
    .values({ ...data, versionKey: versionKey(version), artifacts: [...data.artifacts], image, lowestVersion })
    .onConflictDoNothing()
    .returning();
  if (row === undefined) throw await versionTaken(database, version);
  return row;
}

/** Changes a locked release. Withdrawing it cancels its upgrades that have not started to switch. */
async function changeRelease(
  database: Database,
  present: ReleaseRow,
  data: ExecutorReleaseUpdateInput,
): Promise<ReleaseRow> {
  const { channel, notes } = data;
  const { id, version: name, revision } = present;
  await requireRevision(database, data, {
    ...{ ...subjectOf({ id }), name, revision },
    values: { channel: present.channel, notes: present.notes, withdrawnReason: present.withdrawnReason },
  });
  const withdrawnReason =
    data.withdrawnReason === undefined ? present.withdrawnReason : (data.withdrawnReason?.trim() ?? null);
  // A new reason keeps the original time.
  const withdrawnAt = withdrawnReason === null ? null : (present.withdrawnAt ?? new Date());
  const changed = await database
    .update(executorRelease)
    .set({
      ...{ channel: channel ?? present.channel, notes: notes ?? present.notes, withdrawnReason, withdrawnAt },
      revision: revision + 1,
    })
    .where(eq(executorRelease.id, id))
    .returning();
  const row = oneRow(changed);
  if (data.withdrawnReason) {
    const { releaseId, state } = executorUpgrade;
    const which = and(eq(releaseId, row.id), notInArray(state, ['switching', 'judging']));
    const reason = `The release was withdrawn: ${withdrawnReason}`;
    await endUpgrades(database, which, { state: 'cancelled', reason });
  }
  return row;
}

/** Deletes a locked release. Throws `upgrade_already_pending`. */
async function deleteRelease(database: Database, row: ReleaseRow): Promise<void> {
  const { releaseId, endedAt } = executorUpgrade;
  const pending = await database.$count(executorUpgrade, and(eq(releaseId, row.id), isNull(endedAt)));
  if (pending > 0)
    throw domainError(
      'upgrade_already_pending',
      `${pending === 1 ? '1 host is' : `${pending} hosts are`} being upgraded to ${row.version}; withdraw it first, which cancels upgrades that have not started to switch, or wait`,
    );
  await database.delete(executorRelease).where(eq(executorRelease.id, row.id));
}

export const releaseResolvers = (): Resolvers => ({
  Query: {
    executorReleases: personQuery([], async ({ where, orderBy, ...args }, { context: { budget, database } }) => {
      const { channel, createdAt, id } = executorRelease;
      const order = [...orderOf(orderBy, { version: byVersion, channel, createdAt }), desc(byVersion), asc(id)];
      const found = database.select().from(executorRelease).where(whereOf(where, fields));
      return budget.fetchPage(args, found.orderBy(...order));
    }),
  },
  Mutation: {
    createExecutorRelease: systemAdminMutation({
      run: async ({ data }, { database }) => {
        const release = await createRelease(database, data);
        await publishRelease(database, release);
        return { release };
      },
      subject: ({ release }) => subjectOf(release),
    }),
    updateExecutorRelease: systemAdminMutation({
      run: async ({ where, data }, { database }) => {
        checkReleaseChange(data);
        const release = await changeRelease(database, await lockRelease(database, where), data);
        await publishRelease(database, release);
        return { release };
      },
      subject: ({ release }) => subjectOf(release),
      target: ({ where }) => subjectOf(where),
    }),
    deleteExecutorRelease: systemAdminMutation({
      run: async ({ where }, { database }) => {
        const release = await lockRelease(database, where);
        await deleteRelease(database, release);
        await publishRelease(database, release);
        return { release };
      },
      subject: ({ release }) => subjectOf(release),
      target: ({ where }) => subjectOf(where),
    }),
  },
});

async function versionTaken(database: Database, version: string): Promise<GraphQLError> {
  const [existing] = await selectRelease(database, { version });
  const message = `the catalog already has a release ${version}`;
  const issues = [{ path: ['data', 'version'], message }];
  return domainError('name_taken', message, { issues, existingId: existing?.id, link: '/releases' });
}

export const releaseSnapshot: SnapshotReader = {
  isGlobal: true,
  ...rowSnapshot(
    (transaction, _organizationId, idOrVersion) =>
      selectRelease(transaction, isUuid(idOrVersion) ? { id: idOrVersion } : { version: idOrVersion }),
    ({ id: _id, versionKey: _key, revision: _revision, artifacts, ...values }) => {
      // Signatures would fill the entry.
      const files = artifacts.map(({ signature: _signature, ...artifact }) => artifact);
      return { name: values.version, values: { ...values, artifacts: files } };
    },
  ),
};
