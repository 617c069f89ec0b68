import { expect, test } from 'vitest';
import { EventStream } from '../../../harness/event-stream.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { actIn, firstPerson, newPerson } from '../../../harness/people.ts';
import { startReplica } from '../../../harness/replica.ts';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const inhabited = sharedInhabited();

const organizationNamed = async (name: string): Promise<string> => {
  const { organizations } = await inhabited.controlPlane.ask('{ organizations { id name } }');
  return organizations.find((each: { name: string }) => each.name === name).id;
};
const setActive =
  'mutation($id: ID!, $isActive: Boolean!) { adminSetOrganizationActive(where: { id: $id }, isActive: $isActive) { isActive } }';
const setAdmin =
  'mutation($id: ID!, $is: Boolean!) { adminSetSystemAdmin(where: { id: $id }, isSystemAdmin: $is) { isSystemAdmin } }';

test('an inactive organization’s keys and sessions stop working within two seconds, and work again when it is active', async () => {
  const { controlPlane, host, stranger } = inhabited;
  const id = await organizationNamed('Strangers');
  const member = await newPerson(controlPlane, {
    ask: (query, variables) => controlPlane.ask(query, variables, stranger.personalKey),
  });
  const keys = [stranger.personalKey, stranger.memberKey, stranger.executorKey];
  // Through a replica other than the one that gets the request.
  const replica = await startReplica(controlPlane);
  const viewers = () =>
    Promise.all(keys.map(async (key) => (await replica.call('{ viewer { purpose } }', {}, key)).data.viewer));
  expect(await viewers()).not.toContain(null);
  await controlPlane.ask(setActive, { id, isActive: false });
  await until('none of them works', async () => (await viewers()).every((viewer) => viewer === null));
  const { viewer } = await member.browser.ask(
    '{ viewer { role organization { id } organizations { organization { isActive } } } }',
  );
  expect(viewer).toEqual({ role: null, organization: null, organizations: [{ organization: { isActive: false } }] });
  expect((await member.browser.ask('{ members { id } }')).members).toEqual([]);
  const choose = await member.browser.call('mutation($id: ID!) { setActiveOrganization(where: { id: $id }) { id } }', {
    id,
  });
  expect(codeOf(choose)).toBe('Forbidden');
  expect((await host.sync()).errors).toBeUndefined();
  await controlPlane.ask(setActive, { id, isActive: true });
  await until('all of them work', async () => (await viewers()).every((viewer) => viewer !== null));
  expect((await member.browser.ask('{ viewer { role } }')).viewer.role).toBe('member');
  await replica.close();
});

test('a system administrator works in any organization, also an inactive one, without being a member', async () => {
  const { controlPlane } = inhabited;
  const { browser } = await firstPerson(controlPlane);
  const id = await organizationNamed('Strangers');
  await controlPlane.ask(setActive, { id, isActive: false });
  await actIn({ browser }, id);
  const { viewer, members } = await browser.ask('{ viewer { role organization { name } } members { id role } }');
  expect(viewer).toEqual({ role: null, organization: { name: 'Strangers' } });
  const memberId = members.find((each: { role: string }) => each.role === 'member').id;
  const answer = await browser.ask(
    'mutation($id: ID!, $memberId: ID!) { adminUpdateOrganizationMemberRole(organizationId: $id, memberId: $memberId, role: admin) { role } }',
    { id, memberId },
  );
  expect(answer.adminUpdateOrganizationMemberRole.role).toBe('admin');
  const key = 'mutation($purpose: ApiKeyPurpose!) { createApiKey(input: { name: "x", purpose: $purpose }) { secret } }';
  expect(codeOf(await browser.call(key, { purpose: 'personal' }))).toBe('Forbidden');
  expect((await browser.call(key, { purpose: 'executor' })).errors).toBeUndefined();
  await controlPlane.ask(setActive, { id, isActive: true });
});

test('nobody else is let do what is for system administrators, and sees no organizations', async () => {
  const { controlPlane, stranger } = inhabited;
  const { id: userId } = await firstPerson(controlPlane);
  const id = await organizationNamed('Example');
  const key = stranger.personalKey;
  expect((await controlPlane.ask('{ organizations { id } }', {}, key)).organizations).toEqual([]);
  const attempts = [
    controlPlane.call(setActive, { id, isActive: false }, key),
    controlPlane.call(setAdmin, { id: userId, is: false }, key),
    controlPlane.call(
      'mutation($id: ID!) { adminUpdateOrganizationMemberRole(organizationId: $id, memberId: "x", role: owner) { role } }',
      { id },
      key,
    ),
    controlPlane.call('mutation { createOrganization(input: { name: "Mine" }) { id } }', {}, key),
  ];
  expect((await Promise.all(attempts)).map(codeOf)).toEqual(Array(4).fill('Forbidden'));
});

test('the last system administrator stays one', async () => {
  const { controlPlane } = inhabited;
  const first = await firstPerson(controlPlane);
  const second = await newPerson(controlPlane, controlPlane);
  expect(codeOf(await controlPlane.call(setAdmin, { id: first.id, is: false }))).toBe('last_owner');
  await controlPlane.ask(setAdmin, { id: second.id, is: true });
  await second.browser.ask(setAdmin, { id: first.id, is: false });
  expect(codeOf(await first.browser.call(setAdmin, { id: second.id, is: false }))).toBe('Forbidden');
  await second.browser.ask(setAdmin, { id: first.id, is: true });
  expect(codeOf(await controlPlane.call(setAdmin, { id: 'nobody', is: true }))).toBe('Forbidden');
});

test('the streams of a former system administrator end, in organizations that the person is no member of', async () => {
  const { controlPlane } = inhabited;
  const former = await newPerson(controlPlane, controlPlane);
  await controlPlane.ask(setAdmin, { id: former.id, is: true });
  await actIn(former, await organizationNamed('Strangers'));
  const { cookie } = former.browser;
  const stream = await EventStream.open(
    controlPlane.url,
    { cookie, origin: new URL(controlPlane.url).origin },
    'subscription { changes { type } }',
  );
  await controlPlane.ask(setAdmin, { id: former.id, is: false });
  await until('the stream ends', () => stream.ended);
  expect((await former.browser.ask('{ viewer { organization { name } } }')).viewer.organization).toBeNull();
});
