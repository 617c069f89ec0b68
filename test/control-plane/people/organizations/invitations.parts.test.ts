import { expect, test } from 'vitest';
import { sql } from '../../../../src/control-plane/platform/database/database.ts';
import { Browser } from '../../../harness/browser.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { inviteInto, newOwner, newPerson } from '../../../harness/people.ts';
import { startReplica } from '../../../harness/replica.ts';
import { sharedControlPlane, sharedDatabase } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane({ publicUrl: 'http://satrap.example' });
const database = sharedDatabase(controlPlane);

const invite = (input: object) =>
  controlPlane.call(
    'mutation($input: InvitationCreateInput!) { inviteMember(data: $input) { token link invitation { id email role expiresAt } } }',
    { input },
  );
const invited = async (input: object) => (await invite(input)).data.inviteMember;
const signUp = (input: object, browser = new Browser(controlPlane)) =>
  browser.call('mutation($input: SignUpInput!) { signUp(data: $input) { person { id email } } }', { input });
const accept = (browser: Browser, token: string) =>
  browser.call('mutation($token: String!) { acceptInvitation(where: { token: $token }) { member { role } } }', {
    token,
  });
const preview = 'query($token: String!) { invitation(where: { token: $token }) { organizationName email role } }';
const previewOf = async (token: string) => (await controlPlane.ask(preview, { token }, null)).invitation;
const newEmail = () => `${crypto.randomUUID()}@example.com`;
const password = crypto.randomUUID();

test('a new person previews an invitation, signs up with it, and is a member', async () => {
  const email = newEmail();
  const { token, link, invitation } = await invited({ email: email.toUpperCase(), role: 'admin' });
  expect(link).toBe(`http://satrap.example/accept-invitation#token=${token}`);
  expect(invitation).toMatchObject({ email, role: 'admin' });
  expect(await previewOf(token)).toEqual({ organizationName: 'Example', email, role: 'admin' });
  expect((await signUp({ name: 'New', password, invitationToken: token })).data.signUp.person.email).toBe(email);
  const browser = new Browser(controlPlane);
  await browser.signIn(email, password);
  expect(
    (await browser.ask('{ viewer { organizations { role organization { name } } } }')).viewer.organizations,
  ).toEqual([{ role: 'admin', organization: { name: 'Example' } }]);
  expect(await previewOf(token)).toBeNull();
  expect(codeOf(await signUp({ name: 'Again', password, invitationToken: token }))).toBe('link_not_valid');
});

test('accepts only the own invitation, and acts there at once if in no other', async () => {
  const [guest, other] = [await newPerson(controlPlane, controlPlane), await newPerson(controlPlane, controlPlane)];
  const owner = await newOwner(controlPlane);
  await guest.browser.ask('mutation { leaveOrganization { member { id } } }');
  const token = await inviteInto(owner, guest);
  expect(codeOf(await signUp({ name: 'Guest', password, invitationToken: token }))).toBe('email_taken');
  expect(codeOf(await accept(other.browser, token))).toBe('wrong_account');
  expect((await guest.browser.ask('{ viewer { organization { id } } }')).viewer.organization).toBeNull();
  expect((await accept(guest.browser, token)).data.acceptInvitation.member.role).toBe('member');
  expect(codeOf(await accept(guest.browser, token))).toBe('link_not_valid');
  const { viewer, members } = await guest.browser.ask('{ viewer { organization { id } role } members { role } }');
  expect(viewer).toEqual({ organization: { id: owner.organizationId }, role: 'member' });
  expect(members).toHaveLength(2);
});

test('an invitation ends when revoked, expired, or replaced by another', async () => {
  const [revoked, late, replaced] = [newEmail(), newEmail(), newEmail()];
  const made = [
    await invited({ email: revoked }),
    await invited({ email: late, expiresInSeconds: 86_400 }),
    await invited({ email: replaced }),
  ];
  const emails = async () =>
    (await controlPlane.ask('{ invitations { email } }')).invitations.map((each: { email: string }) => each.email);
  expect(await emails()).toEqual(expect.arrayContaining([revoked, late, replaced]));
  const revoke = 'mutation($id: ID!) { revokeInvitation(where: { id: $id }) { invitation { email } } }';
  const { id } = made[0].invitation;
  await controlPlane.ask(revoke, { id });
  expect(codeOf(await controlPlane.call(revoke, { id }))).toBe('Forbidden');
  await database.execute(sql`UPDATE invitation SET expires_at = now() - interval '1 second' WHERE email = ${late}`);
  expect((await invite({ email: replaced })).errors).toBeUndefined();
  expect(await emails()).not.toContain(revoked);
  for (const { token } of made) {
    expect(await previewOf(token)).toBeNull();
    expect(codeOf(await signUp({ name: 'Late', password, invitationToken: token }))).toBe('link_not_valid');
  }
});

test('an invitation is for one address, 1 to 30 days, and no member', async () => {
  const issues = [{ path: ['data', 'email'], message: 'must be an email address' }];
  expect((await invite({ email: 'no address' })).errors?.[0]?.extensions?.issues).toEqual(issues);
  for (const expiresInSeconds of [86_399, 2_592_001])
    expect(codeOf(await invite({ email: newEmail(), expiresInSeconds }))).toBe('invalid_input');
  expect(codeOf(await invite({ email: controlPlane.made.email }))).toBe('already_member');
});

test('signing up takes an invitation by default, and a name and password that will do', async () => {
  expect(codeOf(await signUp({ email: newEmail(), name: 'Anyone', password }))).toBe('sign_up_closed');
  const { token: invitationToken } = await invited({ email: newEmail() });
  const faulty = await signUp({ name: ' ', password: 'short', invitationToken });
  expect(faulty.errors?.[0]?.extensions?.issues?.map(({ path }) => path)).toEqual([
    ['data', 'name'],
    ['data', 'password'],
  ]);
  const other = await signUp({ email: newEmail(), name: 'Other', password, invitationToken });
  // An invitation must not disclose other accounts.
  const taken = await signUp({ email: controlPlane.made.email, name: 'Other', password, invitationToken });
  expect([codeOf(taken), taken.errors?.[0]?.message]).toEqual(['wrong_account', other.errors?.[0]?.message]);
  expect((await signUp({ name: 'Good', password, invitationToken })).errors).toBeUndefined();
});

test('open sign-up is once for each address, with an own organization', async () => {
  const open = await startReplica(controlPlane, { signUp: 'open', publicUrl: undefined });
  const browser = new Browser(open);
  const email = newEmail();
  const input = { email, name: 'Anyone', password, organizationName: 'Anyone’s' };
  const answers = await Promise.all([signUp(input, browser), signUp(input, browser)]);
  expect(answers.map(codeOf).toSorted()).toEqual(['email_taken', undefined]);
  await browser.signIn(email, password);
  expect(await browser.ask('{ viewer { role person { isSystemAdmin } organization { name } } }')).toEqual({
    viewer: { role: 'owner', person: { isSystemAdmin: false }, organization: { name: 'Anyone’s' } },
  });
  const slugs = [];
  for (const name of ['An Other!', 'an-other', 'Ω'])
    slugs.push(
      (
        await browser.ask(
          'mutation($name: String!) { createOrganization(data: { name: $name }) { organization { slug } } }',
          { name },
        )
      ).createOrganization.organization.slug,
    );
  expect(slugs).toEqual(['an-other', expect.stringMatching(/^an-other-[0-9a-f]{8}$/), 'organization']);
  await open.close();
});

test('signing up is for nobody where the operator says so, not even with an invitation', async () => {
  const closed = await startReplica(controlPlane, { signUp: 'closed', publicUrl: undefined });
  const { token: invitationToken } = await invited({ email: newEmail() });
  expect(codeOf(await signUp({ name: 'New', password, invitationToken }, new Browser(closed)))).toBe('sign_up_closed');
  await closed.close();
});
