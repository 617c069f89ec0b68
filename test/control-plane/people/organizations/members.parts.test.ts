import { describe, expect, test } from 'vitest';
import { EventStream } from '../../../harness/event-stream.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { actIn, firstPerson, newOwner, newPerson, type TestPerson } from '../../../harness/people.ts';
import { startReplica } from '../../../harness/replica.ts';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const { controlPlane, host, stranger } = sharedInhabited();

const person = (role: 'owner' | 'admin' | 'member' = 'member') => newPerson(controlPlane, controlPlane, role);
const changeRole =
  'mutation($id: ID!, $role: OrganizationRole!) { updateMemberRole(where: { id: $id }, role: $role) { member { role } } }';
const changeRoleIn = (role: string) =>
  `mutation($organizationId: ID!, $memberId: ID!) { adminUpdateOrganizationMemberRole(where: { organizationId: $organizationId, memberId: $memberId }, role: ${role}) { member { role } } }`;
const remove = 'mutation($id: ID!) { removeMember(where: { id: $id }) { member { person { id } } } }';
const leave = 'mutation { leaveOrganization { member { id } } }';
const choose = 'mutation($id: ID!) { setActiveOrganization(where: { id: $id }) { organization { id } } }';
const setActive =
  'mutation($id: ID!, $isActive: Boolean!) { adminSetOrganizationActive(where: { id: $id }, isActive: $isActive) { organization { isActive } } }';
const setAdmin =
  'mutation($id: ID!, $is: Boolean!) { adminSetSystemAdmin(where: { id: $id }, isSystemAdmin: $is) { person { isSystemAdmin } } }';
const roleWith = async (key: string) => (await controlPlane.call('{ viewer { role } }', {}, key)).data.viewer?.role;
const ownKey = async ({ browser }: TestPerson): Promise<string> =>
  (await browser.ask('mutation { createApiKey(data: { name: "script", purpose: personal }) { secret } }')).createApiKey
    .secret;

describe('roles', () => {
  test('an admin changes members and admins, and no owner', async () => {
    const [admin, member, owner] = [await person('admin'), await person(), await person('owner')];
    await admin.browser.ask(changeRole, { id: member.memberId, role: 'admin' });
    const attempts = [
      admin.browser.call(changeRole, { id: member.memberId, role: 'owner' }),
      admin.browser.call(changeRole, { id: owner.memberId, role: 'member' }),
      admin.browser.call(remove, { id: owner.memberId }),
      admin.browser.call('mutation { inviteMember(data: { email: "x@example.com", role: owner }) { token } }'),
      member.browser.call(changeRole, { id: member.memberId, role: 'owner' }),
    ];
    expect((await Promise.all(attempts)).map(codeOf)).toEqual(Array(5).fill('Forbidden'));
    await owner.browser.ask(changeRole, { id: admin.memberId, role: 'owner' });
    await admin.browser.ask(changeRole, { id: owner.memberId, role: 'member' });
  });

  test('a change of role counts at once, for sessions and for keys', async () => {
    const admin = await person('admin');
    const key = await ownKey(admin);
    const roles = async () => [(await admin.browser.ask('{ viewer { role } }')).viewer.role, await roleWith(key)];
    expect(await roles()).toEqual(['admin', 'admin']);
    await controlPlane.ask(changeRole, { id: admin.memberId, role: 'member' });
    await until('both are lowered', async () => (await roles()).every((role) => role === 'member'));
  });
});

describe('the last owner', () => {
  test('cannot leave, be lowered or be removed, not even by a system administrator', async () => {
    const owner = await newOwner(controlPlane);
    const { organizationId, memberId } = owner;
    const attempts = [
      owner.browser.call(leave),
      owner.browser.call(changeRole, { id: memberId, role: 'admin' }),
      owner.browser.call(remove, { id: memberId }),
      controlPlane.call(changeRoleIn('member'), { organizationId, memberId }),
    ];
    expect((await Promise.all(attempts)).map(codeOf)).toEqual(Array(4).fill('last_owner'));
  });

  test('of two owners who leave at once, one stays', async () => {
    const owner = await newOwner(controlPlane);
    const second = await newPerson(controlPlane, owner.browser, 'owner');
    const codes = (await Promise.all([owner.browser.call(leave), second.browser.call(leave)])).map(codeOf);
    expect(codes.toSorted()).toEqual(['last_owner', undefined]);
  });
});

test('a person who leaves or is removed sees nothing more, keys included', async () => {
  const [leaver, removed] = [await person('admin'), await person('admin')];
  for (const [who, go] of [
    [leaver, () => leaver.browser.ask(leave)],
    [removed, () => controlPlane.ask(remove, { id: removed.memberId })],
  ] as const) {
    const key = await ownKey(who);
    expect(await roleWith(key)).toBe('admin');
    await go();
    const seen = await who.browser.ask('{ viewer { role organization { id } organizations { role } } members { id } }');
    expect(seen).toEqual({ viewer: { role: null, organization: null, organizations: [] }, members: [] });
    expect(codeOf(await who.browser.call(leave))).toBe('Forbidden');
    const { organizationId } = controlPlane.made;
    expect(codeOf(await who.browser.call(choose, { id: organizationId }))).toBe('Forbidden');
    await expect.poll(() => roleWith(key)).toBeUndefined();
  }
});

test('what lets others in is worthless once its person has a lower role', async () => {
  const invite =
    'mutation($email: String!) { inviteMember(data: { email: $email, role: owner }) { token } createEnrolmentToken(data: {}) { token } }';
  const enrol = (token: string) =>
    controlPlane.call(
      'mutation($input: EnrolExecutorInput!) { enrolExecutor(data: $input) { executorName } }',
      { input: { token, name: `rogue-${crypto.randomUUID().slice(0, 8)}`, instanceId: crypto.randomUUID() } },
      null,
    );
  const preview = 'query($token: String!) { invitation(where: { token: $token }) { role } }';
  const offers = ({ browser }: TestPerson) => browser.ask(invite, { email: `${crypto.randomUUID()}@example.com` });
  for (const takeRights of [
    (id: string) => controlPlane.ask(remove, { id }),
    (id: string) => controlPlane.ask(changeRole, { id, role: 'member' }),
  ]) {
    const [leaving, staying] = [await person('owner'), await person('owner')];
    const made = [await offers(leaving), await offers(staying)];
    await takeRights(leaving.memberId);
    const previews = made.map(({ inviteMember }) => controlPlane.ask(preview, inviteMember));
    expect(await Promise.all(previews)).toEqual([{ invitation: null }, { invitation: { role: 'owner' } }]);
    const enrolments = made.map(({ createEnrolmentToken }) => enrol(createEnrolmentToken.token));
    expect((await Promise.all(enrolments)).map(codeOf)).toEqual(['Forbidden', undefined]);
  }
});

describe('system administrators', () => {
  const asStranger = { ask: (query: string, of = {}) => controlPlane.ask(query, of, stranger.personalKey) };
  const idOfStrangers = async (): Promise<string> =>
    (await asStranger.ask('{ viewer { organization { id } } }')).viewer.organization.id;

  test('an inactive organization’s credentials stop on every replica until active', async () => {
    const id = await idOfStrangers();
    const member = await newPerson(controlPlane, asStranger);
    const keys = [stranger.personalKey, stranger.memberKey, stranger.executorKey];
    // Through a replica other than the one that gets the request.
    const replica = await startReplica(controlPlane);
    const viewers = () =>
      Promise.all(keys.map(async (key) => (await replica.call('{ viewer { purpose } }', {}, key)).data.viewer));
    expect(await viewers()).not.toContain(null);
    await controlPlane.ask(setActive, { id, isActive: false });
    await until('none of them works', async () => (await viewers()).every((viewer) => viewer === null));
    const seen = '{ viewer { role organization { id } organizations { organization { isActive } } } members { id } }';
    const organizations = [{ organization: { isActive: false } }];
    expect(await member.browser.ask(seen)).toEqual({
      viewer: { role: null, organization: null, organizations },
      members: [],
    });
    expect(codeOf(await member.browser.call(choose, { id }))).toBe('Forbidden');
    expect((await host.sync()).errors).toBeUndefined();
    await controlPlane.ask(setActive, { id, isActive: true });
    await until('all of them work', async () => (await viewers()).every((viewer) => viewer !== null));
    expect((await member.browser.ask('{ viewer { role } }')).viewer.role).toBe('member');
    await replica.close();
  });

  test('work in any organization, also an inactive one, without being a member', async () => {
    const { browser } = await firstPerson(controlPlane);
    const id = await idOfStrangers();
    await controlPlane.ask(setActive, { id, isActive: false });
    await actIn({ browser }, id);
    const { viewer, members } = await browser.ask('{ viewer { role organization { name } } members { id role } }');
    expect(viewer).toEqual({ role: null, organization: { name: 'Strangers' } });
    const memberId = members.find((each: { role: string }) => each.role === 'member').id;
    await browser.ask(changeRoleIn('admin'), { organizationId: id, memberId });
    const key =
      'mutation($purpose: ApiKeyPurpose!) { createApiKey(data: { name: "x", purpose: $purpose }) { secret } }';
    expect(codeOf(await browser.call(key, { purpose: 'personal' }))).toBe('Forbidden');
    expect((await browser.call(key, { purpose: 'executor' })).errors).toBeUndefined();
    await controlPlane.ask(setActive, { id, isActive: true });
  });

  test('the last one stays one', async () => {
    const [first, second] = [await firstPerson(controlPlane), await newPerson(controlPlane, controlPlane)];
    expect(codeOf(await controlPlane.call(setAdmin, { id: first.id, is: false }))).toBe('last_owner');
    await controlPlane.ask(setAdmin, { id: second.id, is: true });
    await second.browser.ask(setAdmin, { id: first.id, is: false });
    expect(codeOf(await first.browser.call(setAdmin, { id: second.id, is: false }))).toBe('Forbidden');
    await second.browser.ask(setAdmin, { id: first.id, is: true });
    expect(codeOf(await controlPlane.call(setAdmin, { id: 'nobody', is: true }))).toBe('Forbidden');
    await controlPlane.ask(setAdmin, { id: second.id, is: false });
  });

  test('a former one’s streams end in organizations without membership', async () => {
    const former = await newPerson(controlPlane, controlPlane);
    await controlPlane.ask(setAdmin, { id: former.id, is: true });
    await actIn(former, await idOfStrangers());
    const headers = { cookie: former.browser.cookie, origin: new URL(controlPlane.url).origin };
    const stream = await EventStream.open(controlPlane.url, headers, 'subscription { changes { type } }');
    await controlPlane.ask(setAdmin, { id: former.id, is: false });
    await until('the stream ends', () => stream.ended);
    expect((await former.browser.ask('{ viewer { organization { name } } }')).viewer.organization).toBeNull();
  });
});
