import { randomUUID } from 'node:crypto';
import type { Mutation } from '../../../src/contract/types.generated.ts';
import { adminsDo, adminsDoAtHome, everybody, membersDo, peopleGet, systemAdminsDo } from './expectations.ts';
import { mutation, type Row, whereRows } from './row.ts';
import type { World } from './world.ts';

const password = 'never the password of anybody';
const ofPerson = async ({ acme }: World) => (await acme.person()).userId;
const ofMember = async ({ acme }: World) => (await acme.person()).memberId;

/** An action that a person confirms with the password. */
const withPassword = (selection: string, outcome: string): Row => ({
  document: `mutation($password: String!) { ${selection} }`,
  variables: () => ({ password }),
  expected: peopleGet(outcome, 'session_required'),
});

/** The mutations of people, sessions, organizations and memberships. */
export const peopleRows = {
  acceptInvitation: {
    document: 'mutation($token: String!) { acceptInvitation(where: { token: $token }) { member { id } } }',
    variables: async ({ acme }) => ({ token: (await acme.invitation()).token }),
    // It is for somebody else.
    expected: { ...peopleGet('wrong_account'), inactiveOwner: 'link_not_valid' },
  },
  ...whereRows({
    adminSetOrganizationActive: [systemAdminsDo, ({ acme }) => acme.ids.organization, ', isActive: true'],
    adminSetSystemAdmin: [systemAdminsDo, ofPerson, ', isSystemAdmin: false'],
    removeMember: [adminsDo, ofMember],
    revokeInvitation: [adminsDo, async ({ acme }) => (await acme.invitation()).id],
    updateMemberRole: [adminsDo, ofMember, ', role: admin'],
  }),
  adminUpdateOrganizationMemberRole: {
    document:
      'mutation($where: OrganizationMemberWhereUniqueInput!) { adminUpdateOrganizationMemberRole(where: $where, role: admin) { member { id } } }',
    variables: async (world) => ({
      where: { organizationId: world.acme.ids.organization, memberId: await ofMember(world) },
    }),
    expected: systemAdminsDo,
  },
  changePassword: {
    document: 'mutation($input: PasswordChangeInput!) { changePassword(data: $input) { person { id } } }',
    variables: () => ({ input: { currentPassword: password, newPassword: 'short' } }),
    expected: peopleGet('invalid_input', 'session_required'),
  },
  confirmSecondFactor: mutation(
    peopleGet('second_factor_not_set_up', 'session_required'),
    '{ confirmSecondFactor(code: "000000") { person { id } } }',
  ),
  confirmSignIn: mutation(everybody('invalid_input'), '{ confirmSignIn(data: {}) { person { id } } }'),
  createOrganization: {
    document: 'mutation($name: String!) { createOrganization(data: { name: $name }) { organization { id } } }',
    variables: () => ({ name: randomUUID() }),
    expected: systemAdminsDo,
    // The creator acts in it from then on.
    isOnce: true,
  },
  createPasswordResetLink: mutation(
    adminsDo,
    '{ createPasswordResetLink(where: { id: $id }) { expiresAt } }',
    ofPerson,
  ),
  completeSingleSignOn: {
    document: 'mutation($data: CompleteSingleSignOnInput!) { completeSingleSignOn(data: $data) { person { id } } }',
    variables: () => ({ data: { query: 'code=none' } }),
    expected: everybody('single_sign_on_failed'),
  },
  startSingleSignOn: mutation(everybody('single_sign_on_failed'), '{ startSingleSignOn { url } }'),
  endOtherSessions: mutation(peopleGet('does'), '{ endOtherSessions { sessionCount } }', undefined, { isOnce: true }),
  endSession: mutation(peopleGet('Forbidden'), '{ endSession(where: { id: $id }) { sessionId } }', ({ acme }) =>
    acme.session(),
  ),
  inviteMember: {
    document: 'mutation($email: String!) { inviteMember(data: { email: $email }) { invitation { id } } }',
    variables: () => ({ email: `${randomUUID()}@example.com` }),
    expected: adminsDoAtHome,
  },
  leaveOrganization: {
    document: 'mutation { leaveOrganization { member { id } } }',
    expected: { ...membersDo, strangerOwner: 'does', systemAdmin: 'Forbidden' },
    isOnce: true,
  },
  removeSecondFactor: withPassword('removeSecondFactor(password: $password) { person { id } }', 'wrong_credentials'),
  renewRecoveryCodes: withPassword(
    'renewRecoveryCodes(password: $password) { recoveryCodes }',
    'second_factor_not_set_up',
  ),
  resetPassword: {
    document: 'mutation($input: PasswordResetInput!) { resetPassword(data: $input) { person { id } } }',
    variables: () => ({ input: { token: 'none', newPassword: 'short' } }),
    expected: everybody('invalid_input'),
  },
  setActiveOrganization: mutation(
    { ...peopleGet('does', 'session_required'), inactiveOwner: 'Forbidden' },
    '{ setActiveOrganization(where: { id: $id }) { organization { id } } }',
    ({ acme }) => acme.ids.organization,
    { isOnce: true },
  ),
  setUpSecondFactor: withPassword('setUpSecondFactor(password: $password) { uri }', 'wrong_credentials'),
  signIn: {
    document: 'mutation($input: SignInInput!) { signIn(data: $input) { needsSecondFactor } }',
    // No address: a password is not hashed, which takes a tenth of a second.
    variables: () => ({ input: { email: 'nobody', password } }),
    expected: everybody('wrong_credentials'),
  },
  signOut: mutation(peopleGet('does'), '{ signOut { sessionCount } }', undefined, { isOnce: true }),
  signUp: {
    document: 'mutation($input: SignUpInput!) { signUp(data: $input) { person { id } } }',
    variables: () => ({ input: { name: 'new', password, email: `${randomUUID()}@example.com` } }),
    expected: everybody('sign_up_closed'),
  },
} satisfies Partial<Record<keyof Mutation, Row>>;
