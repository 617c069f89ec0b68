import { randomBytes } from 'node:crypto';
import { publish } from '../../platform/bus/outbox.ts';
import { and, asc, type Database, eq, oneRow } from '../../platform/database/database.ts';
import { domainError, forbidden, requireRow } from '../../platform/input/errors.ts';
import { readPerson } from '../../platform/input/person.ts';
import type { PersonCaller } from '../../request/caller.ts';
import { personMutation, personQuery, systemAdminMutation } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { columnSnapshot, type SnapshotReader } from '../../request/trail/audit-trail.ts';
import type { SignUpMode } from '../../settings.ts';
import { member, type OrganizationRow, organization, session } from '../../tables/accounts.ts';
import { endResetLinks } from '../accounts/tokens.ts';

/** Limits the organizations that a person owns: otherwise anyone who may sign up could fill the database. */
const maxOwned = 20;

export const newId = (): string => randomBytes(24).toString('base64url');

export const readOrganizationName = (name: string, path: readonly string[]): string =>
  readPerson({ name }, { name: path }).name;

/** Returns a name as part of an address: `acme-gmbh` for Acme GmbH. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'organization';

export async function createOrganization(
  transaction: Database,
  { name, userId }: { name: string; userId: string },
): Promise<OrganizationRow> {
  const owned = await transaction.$count(member, and(eq(member.userId, userId), eq(member.role, 'owner')));
  if (owned >= maxOwned)
    throw domainError('limit_reached', `you already own ${maxOwned} organizations; leave one of them first`);
  await endResetLinks(transaction, userId);
  const slug = slugOf(name);
  // Short, because each row of an organization has it, and each of its keys.
  const id = randomBytes(9).toString('base64url');
  const insertAs = (free: string) =>
    transaction.insert(organization).values({ id, name, slug: free }).onConflictDoNothing().returning();
  const [inserted] = await insertAs(slug);
  const made = inserted ?? oneRow(await insertAs(`${slug}-${randomBytes(4).toString('hex')}`));
  await transaction.insert(member).values({ id: newId(), organizationId: made.id, userId, role: 'owner' });
  return made;
}

export async function activateFirst(
  transaction: Database,
  { credential, organizationId: active }: PersonCaller,
  organizationId: string,
): Promise<void> {
  if (credential.type !== 'session' || active !== null) return;
  await transaction.update(session).set({ activeOrganizationId: organizationId }).where(eq(session.id, credential.id));
}

export const selectMemberships = (database: Database, userId: string) =>
  database
    .select({ organization, role: member.role })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(eq(member.userId, userId))
    .orderBy(asc(member.createdAt), asc(member.id));

const subjectOf = ({ id }: { id: string }) => ({ type: 'organization' as const, id, organizationId: id });
const subject = ({ organization: changed }: { organization: OrganizationRow }) => subjectOf(changed);

/** Returns an organization that a person may act in. Throws Forbidden. */
async function requireAccess(
  database: Database,
  { userId, isSystemAdmin }: Pick<PersonCaller, 'userId' | 'isSystemAdmin'>,
  id: string,
): Promise<OrganizationRow> {
  const found = await database
    .select({ organization, memberId: member.id })
    .from(organization)
    .leftJoin(member, and(eq(member.organizationId, organization.id), eq(member.userId, userId)))
    .where(eq(organization.id, id));
  const { organization: chosen, memberId } = requireRow(found);
  if (memberId === null && !isSystemAdmin) throw forbidden();
  if (!chosen.isActive && !isSystemAdmin)
    throw forbidden('This organization was deactivated; ask an administrator of the control plane.');
  return chosen;
}

export const organizationResolvers = ({ signUp }: { signUp: SignUpMode }): Resolvers => ({
  Query: {
    organizations: personQuery([], (args, { context: { budget, database } }) =>
      budget.fetchPage(
        args,
        database.select().from(organization).orderBy(asc(organization.name), asc(organization.id)),
      ),
    ),
  },
  Mutation: {
    createOrganization: personMutation({
      run: async ({ data }, { caller, database }) => {
        if (signUp !== 'open' && !caller.isSystemAdmin)
          throw forbidden('Only system administrators may create organizations here.');
        const name = readOrganizationName(data.name, ['data', 'name']);
        const made = await createOrganization(database, { name, userId: caller.userId });
        await activateFirst(database, caller, made.id);
        return { organization: made };
      },
      subject,
    }),
    setActiveOrganization: personMutation({
      run: async ({ where: { id } }, { caller: { credential, userId, isSystemAdmin }, database }) => {
        if (credential.type !== 'session')
          throw domainError(
            'session_required',
            'an API key acts only in its own organization; sign in to switch to another',
          );
        const chosen = await requireAccess(database, { userId, isSystemAdmin }, id);
        await database.update(session).set({ activeOrganizationId: id }).where(eq(session.id, credential.id));
        // The session's streams show the previous organization.
        await publish(database, { kind: 'sessions-ended', userId, sessionId: credential.id });
        return { organization: chosen };
      },
      subject,
    }),
    adminSetOrganizationActive: systemAdminMutation({
      run: async ({ where: { id }, isActive }, { database }) => {
        const changed = await database
          .update(organization)
          .set({ isActive })
          .where(eq(organization.id, id))
          .returning();
        const row = requireRow(changed, 'No such organization.');
        await publish(database, { kind: 'organization-switched', organizationId: id, isActive });
        return { organization: row };
      },
      target: ({ where }) => subjectOf(where),
      subject,
    }),
  },
});

export const organizationSnapshot: SnapshotReader = {
  isGlobal: true,
  ...columnSnapshot('name', (transaction, _organizationId, id) => {
    const { name, isActive, maintenance } = organization;
    return transaction.select({ name, isActive, maintenance }).from(organization).where(eq(organization.id, id));
  }),
};
