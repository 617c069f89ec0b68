import type { Member, Organization } from '../../../contract/types.generated.ts';
import { forbidden, invalidInput } from '../../platform/input/errors.ts';
import { readEmail } from '../../platform/input/person.ts';
import { adminMutation, memberMutation, personMutation, systemAdminMutation } from '../../request/mutation.ts';
import { organizationQuery, personQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { SignUpMode } from '../../settings.ts';
import { activateFirst, setActiveOrganization, setOrganizationActive } from './activate.ts';
import { acceptInvitation, invite, listInvitations, revokeInvitation, takeInvitation } from './invitations.ts';
import { changeRole, changeRoleAsSystemAdmin, leave, listMembers, removeMember } from './members.ts';
import { createOrganization, listOrganizations, readOrganizationName } from './organization.ts';
import { setSystemAdmin } from './system-admins.ts';

const maxInvitationDays = 30;
const defaultInvitationDays = 7;

export interface OrganizationDeps {
  signUp: SignUpMode;
  publicUrl?: string | undefined;
}

const memberSubject = ({ id }: Member) => ({ type: 'member' as const, id });
const organizationSubject = ({ id }: Organization) => ({ type: 'organization' as const, id, organizationId: id });

export const organizationResolvers = ({ signUp, publicUrl }: OrganizationDeps): Resolvers => ({
  Query: {
    organizations: personQuery([], (args, { context: { budget, database } }) =>
      budget.fetchPage(args, (page) => listOrganizations(database, page)),
    ),
    members: organizationQuery([], (args, { reader, context: { budget, database } }) =>
      budget.fetchPage(args, (page) => listMembers(database, reader.organizationId, page)),
    ),
    invitations: organizationQuery([], (args, { reader, context: { budget, database } }) =>
      budget.fetchPage(args, (page) => listInvitations(database, reader.organizationId, page)),
    ),
  },
  Mutation: {
    createOrganization: personMutation({
      run: async ({ input }, { caller, database }) => {
        if (signUp !== 'open' && !caller.isSystemAdmin) {
          throw forbidden('Only system administrators may create organizations here.');
        }
        const name = readOrganizationName(input.name, ['input', 'name']);
        const made = await createOrganization(database, { name, userId: caller.userId });
        await activateFirst(database, caller, made.id);
        return made;
      },
      subject: organizationSubject,
    }),
    setActiveOrganization: personMutation({
      run: ({ where }, { caller, database }) => setActiveOrganization(database, caller, where.id),
      subject: organizationSubject,
    }),
    inviteMember: adminMutation({
      run: ({ input }, { caller, database }) => {
        const expiresInDays = input.expiresInDays ?? defaultInvitationDays;
        if (expiresInDays < 1 || expiresInDays > maxInvitationDays) {
          const message = `must be from 1 to ${maxInvitationDays}`;
          throw invalidInput([{ path: ['input', 'expiresInDays'], message }]);
        }
        const email = readEmail(input.email, ['input', 'email']);
        return invite(database, caller, { email, role: input.role ?? 'member', expiresInDays, publicUrl });
      },
      subject: ({ invitation }) => ({ type: 'invitation', id: invitation.id }),
    }),
    revokeInvitation: adminMutation({
      run: ({ where }, { caller, database }) => revokeInvitation(database, caller, where.id),
      target: ({ where: { id } }) => ({ type: 'invitation', id }),
      subject: ({ id }) => ({ type: 'invitation', id }),
    }),
    acceptInvitation: personMutation({
      run: async ({ token }, { caller, database }) => {
        const joined = await acceptInvitation(database, await takeInvitation(database, token), caller);
        await activateFirst(database, caller, joined.organizationId);
        return joined;
      },
      subject: ({ id, organizationId }) => ({ type: 'member', id, organizationId }),
    }),
    updateMemberRole: adminMutation({
      run: ({ where, role }, { caller, database }) => changeRole(database, caller, { memberId: where.id, role }),
      target: ({ where: { id } }) => ({ type: 'member', id }),
      subject: memberSubject,
    }),
    removeMember: adminMutation({
      run: ({ where }, { caller, database }) => removeMember(database, caller, where.id),
      target: ({ where: { id } }) => ({ type: 'member', id }),
      subject: memberSubject,
    }),
    leaveOrganization: memberMutation({
      run: (_args, { caller, database }) => leave(database, caller),
      subject: memberSubject,
    }),
    adminUpdateOrganizationMemberRole: systemAdminMutation({
      run: (change, { database }) => changeRoleAsSystemAdmin(database, change),
      target: ({ memberId: id, organizationId }) => ({ type: 'member', id, organizationId }),
      subject: ({ id }, { organizationId }) => ({ type: 'member', id, organizationId }),
    }),
    adminSetOrganizationActive: systemAdminMutation({
      run: ({ where, isActive }, { database }) => setOrganizationActive(database, where.id, isActive),
      target: ({ where: { id } }) => ({ type: 'organization', id, organizationId: id }),
      subject: organizationSubject,
    }),
    adminSetSystemAdmin: systemAdminMutation({
      run: ({ where, isSystemAdmin }, { database }) => setSystemAdmin(database, where.id, isSystemAdmin),
      target: ({ where: { id } }) => ({ type: 'person', id, organizationId: null }),
      subject: ({ id }) => ({ type: 'person', id, organizationId: null }),
    }),
  },
});

export const organizations = { resolvers: organizationResolvers };
