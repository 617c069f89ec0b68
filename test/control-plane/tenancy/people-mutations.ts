import { randomUUID } from 'node:crypto';
import type { Mutation } from '../../../src/contract/types.generated.ts';
import { adminsDo, adminsDoAtHome, everybody, membersDo, peopleGet, systemAdminsDo } from './expectations.ts';
import { mutation, type Row } from './row.ts';

const password = 'never the password of anybody';

/** The mutations of people, sessions, organizations and memberships. */
export const peopleRows = {
  acceptInvitation: {
    document: 'mutation($token: String!) { acceptInvitation(token: $token) { id } }',
    variables: async ({ acme }) => ({ token: (await acme.invitation()).token }),
    // It is for somebody else.
    expected: { ...peopleGet('wrong_account'), inactiveOwner: 'link_not_valid' },
  },
  adminSetOrganizationActive: {
    document: 'mutation($id: ID!) { adminSetOrganizationActive(where: { id: $id }, isActive: true) { id } }',
    variables: ({ acme }) => ({ id: acme.ids.organization }),
    expected: systemAdminsDo,
  },
  adminSetSystemAdmin: {
    document: 'mutation($id: ID!) { adminSetSystemAdmin(where: { id: $id }, isSystemAdmin: false) { id } }',
    variables: async ({ acme }) => ({ id: (await acme.person('member')).userId }),
    expected: systemAdminsDo,
  },
  adminUpdateOrganizationMemberRole: {
    document:
      'mutation($organization: ID!, $member: ID!) { adminUpdateOrganizationMemberRole(organizationId: $organization, memberId: $member, role: admin) { id } }',
    variables: async ({ acme }) => ({
      ...{ organization: acme.ids.organization, member: (await acme.person('member')).memberId },
    }),
    expected: systemAdminsDo,
  },
  changePassword: {
    document: 'mutation($input: PasswordChangeInput!) { changePassword(input: $input) }',
    variables: () => ({ input: { currentPassword: password, newPassword: 'short' } }),
    expected: peopleGet('invalid_input', 'session_required'),
  },
  confirmSecondFactor: {
    document: 'mutation { confirmSecondFactor(code: "000000") }',
    expected: peopleGet('second_factor_not_set_up', 'session_required'),
  },
  confirmSignIn: mutation(everybody('invalid_input'), '{ confirmSignIn(input: {}) { needsSecondFactor } }'),
  createOrganization: {
    document: 'mutation($name: String!) { createOrganization(input: { name: $name }) { id } }',
    variables: () => ({ name: randomUUID() }),
    expected: systemAdminsDo,
    // The creator acts in it from then on.
    isOnce: true,
  },
  createPasswordResetLink: {
    document: 'mutation($id: ID!) { createPasswordResetLink(where: { id: $id }) { expiresAt } }',
    variables: async ({ acme }) => ({ id: (await acme.person('member')).userId }),
    expected: adminsDo,
  },
  endOtherSessions: { document: 'mutation { endOtherSessions }', expected: peopleGet('does'), isOnce: true },
  endSession: mutation(peopleGet('Forbidden'), '{ endSession(where: { id: $id }) }', ({ acme }) => acme.session()),
  inviteMember: {
    document: 'mutation($email: String!) { inviteMember(input: { email: $email }) { invitation { id } } }',
    variables: () => ({ email: `${randomUUID()}@example.com` }),
    expected: adminsDoAtHome,
  },
  leaveOrganization: {
    document: 'mutation { leaveOrganization { id } }',
    expected: { ...membersDo, strangerOwner: 'does', systemAdmin: 'Forbidden' },
    isOnce: true,
  },
  removeMember: {
    document: 'mutation($id: ID!) { removeMember(where: { id: $id }) { id } }',
    variables: async ({ acme }) => ({ id: (await acme.person('member')).memberId }),
    expected: adminsDo,
  },
  removeSecondFactor: {
    document: 'mutation($password: String!) { removeSecondFactor(password: $password) }',
    variables: () => ({ password }),
    expected: peopleGet('wrong_credentials', 'session_required'),
  },
  renewRecoveryCodes: {
    document: 'mutation($password: String!) { renewRecoveryCodes(password: $password) }',
    variables: () => ({ password }),
    expected: peopleGet('second_factor_not_set_up', 'session_required'),
  },
  resetPassword: {
    document: 'mutation($input: PasswordResetInput!) { resetPassword(input: $input) }',
    variables: () => ({ input: { token: 'none', newPassword: 'short' } }),
    expected: everybody('invalid_input'),
  },
  revokeInvitation: {
    document: 'mutation($id: ID!) { revokeInvitation(where: { id: $id }) { id } }',
    variables: async ({ acme }) => ({ id: (await acme.invitation()).id }),
    expected: adminsDo,
  },
  setActiveOrganization: {
    document: 'mutation($id: ID!) { setActiveOrganization(where: { id: $id }) { id } }',
    variables: ({ acme }) => ({ id: acme.ids.organization }),
    expected: { ...peopleGet('does', 'session_required'), inactiveOwner: 'Forbidden' },
    isOnce: true,
  },
  setUpSecondFactor: {
    document: 'mutation($password: String!) { setUpSecondFactor(password: $password) { uri } }',
    variables: () => ({ password }),
    expected: peopleGet('wrong_credentials', 'session_required'),
  },
  signIn: {
    document: 'mutation($input: SignInInput!) { signIn(input: $input) { needsSecondFactor } }',
    variables: () => ({ input: { email: `${randomUUID()}@example.com`, password } }),
    expected: everybody('wrong_credentials'),
  },
  signOut: { document: 'mutation { signOut }', expected: peopleGet('does'), isOnce: true },
  signUp: {
    document: 'mutation($input: SignUpInput!) { signUp(input: $input) { id } }',
    variables: () => ({ input: { name: 'new', password, email: `${randomUUID()}@example.com` } }),
    expected: everybody('sign_up_closed'),
  },
  updateMemberRole: {
    document: 'mutation($id: ID!) { updateMemberRole(where: { id: $id }, role: admin) { id } }',
    variables: async ({ acme }) => ({ id: (await acme.person('member')).memberId }),
    expected: adminsDo,
  },
} satisfies Partial<Record<keyof Mutation, Row>>;
