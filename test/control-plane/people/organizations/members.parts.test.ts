import { describe, expect, test } from 'vitest';
import { codeOf } from '../../../harness/inhabited.ts';
import { foundOrganization, newPerson, type TestPerson } from '../../../harness/people.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const controlPlane = sharedControlPlane();

const person = (role: 'owner' | 'admin' | 'member' = 'member') => newPerson(controlPlane, controlPlane, role);
const changeRole =
  'mutation($id: ID!, $role: OrganizationRole!) { updateMemberRole(where: { id: $id }, role: $role) { role } }';
const remove = 'mutation($id: ID!) { removeMember(where: { id: $id }) { person { id } } }';
const leave = 'mutation { leaveOrganization { id } }';

/** Creates an organization for a test with the system administrator’s key; returns its owner. */
async function newOrganization(): Promise<TestPerson & { organizationId: string; memberId: string }> {
  const owner = await person();
  const { members } = await controlPlane.ask('{ members { id person { id } } }');
  const former = members.find((each: { person: { id: string } }) => each.person.id === owner.id);
  await controlPlane.ask(
    'mutation($id: ID!) { adminSetSystemAdmin(where: { id: $id }, isSystemAdmin: true) { isSystemAdmin } }',
    { id: owner.id },
  );
  const organizationId = await foundOrganization(owner, 'Own');
  await controlPlane.ask(
    'mutation($id: ID!) { adminSetSystemAdmin(where: { id: $id }, isSystemAdmin: false) { isSystemAdmin } }',
    { id: owner.id },
  );
  await controlPlane.ask(remove, { id: former.id });
  const { members: own } = await owner.browser.ask('{ members { id } }');
  return { ...owner, organizationId, memberId: own[0].id };
}

describe('roles', () => {
  test('a member reads the members, and changes nothing', async () => {
    const [member, other] = [await person(), await person()];
    const { members, invitations } = await member.browser.ask(
      '{ members { id role person { email } } invitations { email } }',
    );
    expect(members).toContainEqual({ id: other.memberId, role: 'member', person: { email: other.email } });
    expect(invitations).toEqual([]);
    const attempts = [
      member.browser.call(changeRole, { id: other.memberId, role: 'admin' }),
      member.browser.call(changeRole, { id: member.memberId, role: 'owner' }),
      member.browser.call(remove, { id: other.memberId }),
      member.browser.call('mutation { inviteMember(input: { email: "x@example.com" }) { token } }'),
      member.browser.call('mutation { createOrganization(input: { name: "Mine" }) { id } }'),
      member.browser.call('mutation { createApiKey(input: { name: "x", purpose: executor }) { secret } }'),
    ];
    expect((await Promise.all(attempts)).map(codeOf)).toEqual(Array(6).fill('Forbidden'));
  });

  test('an admin changes members and admins, and no owner', async () => {
    const [admin, member, owner] = [await person('admin'), await person(), await person('owner')];
    expect((await admin.browser.ask(changeRole, { id: member.memberId, role: 'admin' })).updateMemberRole.role).toBe(
      'admin',
    );
    const attempts = [
      admin.browser.call(changeRole, { id: member.memberId, role: 'owner' }),
      admin.browser.call(changeRole, { id: owner.memberId, role: 'member' }),
      admin.browser.call(remove, { id: owner.memberId }),
      admin.browser.call('mutation { inviteMember(input: { email: "x@example.com", role: owner }) { token } }'),
    ];
    expect((await Promise.all(attempts)).map(codeOf)).toEqual(Array(4).fill('Forbidden'));
    await owner.browser.ask(changeRole, { id: admin.memberId, role: 'owner' });
    await admin.browser.ask(changeRole, { id: owner.memberId, role: 'member' });
  });

  test('a change of role counts at once, for sessions and for keys', async () => {
    const admin = await person('admin');
    const { createApiKey } = await admin.browser.ask(
      'mutation { createApiKey(input: { name: "script", purpose: personal }) { secret } }',
    );
    const roles = async () => [
      (await admin.browser.ask('{ viewer { role } }')).viewer.role,
      (await controlPlane.ask('{ viewer { role } }', {}, createApiKey.secret)).viewer.role,
    ];
    expect(await roles()).toEqual(['admin', 'admin']);
    await controlPlane.ask(changeRole, { id: admin.memberId, role: 'member' });
    await until('both are lowered', async () => (await roles()).every((role) => role === 'member'));
  });
});

describe('the last owner', () => {
  test('cannot leave, be lowered or be removed, not even by a system administrator', async () => {
    const owner = await newOrganization();
    const asSystemAdmin = controlPlane.call(
      'mutation($organizationId: ID!, $memberId: ID!) { adminUpdateOrganizationMemberRole(organizationId: $organizationId, memberId: $memberId, role: member) { role } }',
      owner,
    );
    const attempts = [
      owner.browser.call(leave),
      owner.browser.call(changeRole, { id: owner.memberId, role: 'admin' }),
      owner.browser.call(remove, { id: owner.memberId }),
      asSystemAdmin,
    ];
    expect((await Promise.all(attempts)).map(codeOf)).toEqual(Array(4).fill('last_owner'));
  });

  test('of two owners who leave at once, one stays', async () => {
    const owner = await newOrganization();
    const second = await newPerson(controlPlane, owner.browser, 'owner');
    const codes = (await Promise.all([owner.browser.call(leave), second.browser.call(leave)])).map(codeOf);
    expect(codes.toSorted()).toEqual(['last_owner', undefined]);
  });
});

test('a person who leaves or is removed sees the organization no more, and the own keys for it are worthless', async () => {
  const [leaver, removed] = [await person('admin'), await person('admin')];
  for (const [who, go] of [
    [leaver, () => leaver.browser.ask(leave)],
    [removed, () => controlPlane.ask(remove, { id: removed.memberId })],
  ] as const) {
    const { createApiKey } = await who.browser.ask(
      'mutation { createApiKey(input: { name: "script", purpose: personal }) { secret } }',
    );
    expect((await controlPlane.ask('{ viewer { role } }', {}, createApiKey.secret)).viewer.role).toBe('admin');
    await go();
    expect(
      await who.browser.ask('{ viewer { role organization { id } organizations { role } } members { id } }'),
    ).toEqual({ viewer: { role: null, organization: null, organizations: [] }, members: [] });
    expect(codeOf(await who.browser.call(leave))).toBe('Forbidden');
    await expect
      .poll(async () => (await controlPlane.call('{ viewer { role } }', {}, createApiKey.secret)).data.viewer)
      .toBeNull();
  }
});

test('the members of another organization do not exist', async () => {
  const [owner, stranger] = [await newOrganization(), await person()];
  expect((await owner.browser.ask('{ members { person { email } } }')).members).toEqual([
    { person: { email: owner.email } },
  ]);
  expect(codeOf(await owner.browser.call(remove, { id: stranger.memberId }))).toBe('Forbidden');
  const choose = 'mutation($id: ID!) { setActiveOrganization(where: { id: $id }) { id } }';
  expect(codeOf(await stranger.browser.call(choose, { id: owner.organizationId }))).toBe('Forbidden');
});

describe('what a person could let others in with', () => {
  const invite =
    'mutation($email: String!, $role: OrganizationRole!) { inviteMember(input: { email: $email, role: $role }) { token invitation { id } } }';
  const makeToken = 'mutation { createEnrolmentToken(input: {}) { token enrolmentToken { id } } }';
  const enrol = (token: string) =>
    controlPlane.call(
      'mutation($input: EnrolExecutorInput!) { enrolExecutor(input: $input) { executorName } }',
      { input: { token, name: `rogue-${crypto.randomUUID().slice(0, 8)}`, instanceId: crypto.randomUUID() } },
      null,
    );
  const preview = async (token: string) =>
    (await controlPlane.ask('query($token: String!) { invitation(where: { token: $token }) { role } }', { token }))
      .invitation;

  test.each([
    ['is removed', (id: string) => controlPlane.ask(remove, { id })],
    ['gets a lower role', (id: string) => controlPlane.ask(changeRole, { id, role: 'member' })],
  ])('is worthless once the person %s', async (_what, takeRights) => {
    const [leaving, staying] = [await person('owner'), await person('owner')];
    const offers = async ({ browser }: TestPerson) => ({
      invitation: (await browser.ask(invite, { email: `${crypto.randomUUID()}@example.com`, role: 'owner' }))
        .inviteMember.token,
      token: (await browser.ask(makeToken)).createEnrolmentToken.token,
    });
    const [theirs, others] = [await offers(leaving), await offers(staying)];
    await takeRights(leaving.memberId);
    expect([await preview(theirs.invitation), await preview(others.invitation)]).toEqual([null, { role: 'owner' }]);
    expect([codeOf(await enrol(theirs.token)), codeOf(await enrol(others.token))]).toEqual(['Forbidden', undefined]);
  });
});
