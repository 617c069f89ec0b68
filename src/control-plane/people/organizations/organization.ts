import { randomBytes } from 'node:crypto';
import type { Organization, OrganizationMembership } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, asc, count, eq, inArray, or, sql } from '../../platform/database/drizzle.ts';
import { domainError } from '../../platform/input/errors.ts';
import type { Page } from '../../platform/input/pages.ts';
import { readPerson } from '../../platform/input/person.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { Role } from '../../request/caller.ts';
import { member, organization } from '../../tables/accounts.ts';
import { executor } from '../../tables/executors.ts';
import { alertIncident } from '../../tables/incidents.ts';
import { node } from '../../tables/nodes.ts';
import { upgradeRollout } from '../../tables/releases.ts';
import { endResetLinks } from '../accounts/link-token.ts';

/** Limits the organizations that a person owns: otherwise anyone who may sign up could fill the database. */
const maxOwned = 20;
export const maxMemberships = 100;

export const readOrganizationName = (name: string, path: readonly string[]): string =>
  readPerson({ name }, { name: path }).name;

export async function createOrganization(
  transaction: Database,
  { name, userId }: { name: string; userId: string },
): Promise<Organization> {
  const [owned] = await transaction
    .select({ count: count() })
    .from(member)
    .where(and(eq(member.userId, userId), eq(member.role, 'owner')));
  if ((owned?.count ?? 0) >= maxOwned) {
    throw domainError('limit_reached', `you already own ${maxOwned} organizations; leave one of them first`);
  }
  await endResetLinks(transaction, userId);
  const slug = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${randomBytes(4).toString('hex')}`;
  const id = newId();
  const [made] = await transaction.insert(organization).values({ id, name, slug }).returning();
  if (made === undefined) throw new Error('the database returned no row for the inserted organization');
  await transaction.insert(member).values({ id: newId(), organizationId: id, userId, role: 'owner' });
  return describeOrganization(made);
}

interface Memberships {
  userId: string;
  /** Only in the organization of the node, executor, incident or rollout with this id. */
  having: string | null;
  limit: number;
}

export async function listMemberships(
  database: Database,
  { userId, having, limit }: Memberships,
): Promise<OrganizationMembership[]> {
  if (having !== null && !isUuid(having)) return [];
  const owners = [node, executor, alertIncident, upgradeRollout].map((table) =>
    database.select({ id: table.organizationId }).from(table).where(sql`${table.id} = ${having}::uuid`),
  );
  const rows = await database
    .select({ organization, role: member.role })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(
      and(
        eq(member.userId, userId),
        having === null ? undefined : or(...owners.map((owner) => inArray(organization.id, owner))),
      ),
    )
    .orderBy(asc(member.createdAt), asc(member.id))
    .limit(limit);
  return rows.map((row) => ({ organization: describeOrganization(row.organization), role: row.role as Role }));
}

export async function listOrganizations(database: Database, { take, skip }: Page): Promise<Organization[]> {
  const rows = await database
    .select()
    .from(organization)
    .orderBy(asc(organization.name), asc(organization.id))
    .limit(take)
    .offset(skip);
  return rows.map(describeOrganization);
}

export const newId = (): string => randomBytes(24).toString('base64url');

export const describeOrganization = (row: typeof organization.$inferSelect): Organization => ({
  id: row.id,
  name: row.name,
  isActive: row.isActive,
  createdAt: row.createdAt.toISOString(),
});
