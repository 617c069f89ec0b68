import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { invitation } from '../../../../src/control-plane/tables/accounts.ts';
import { Browser } from '../../../harness/browser.ts';
import { quiet, TestControlPlane } from '../../../harness/control-plane.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { actIn, firstPerson, foundOrganization, inviteInto, newPerson } from '../../../harness/people.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane({ publicUrl: 'http://satrap.example' });

const invite = (input: object) =>
  controlPlane.call(
    'mutation($input: InvitationCreateInput!) { inviteMember(input: $input) { token link invitation { id email role expiresAt } } }',
    { input },
  );
const invited = async (input: object) => (await invite(input)).data.inviteMember;
const signUp = (input: object) =>
  new Browser(controlPlane).call('mutation($input: SignUpInput!) { signUp(input: $input) { id email } }', { input });
const accept = (browser: Browser, token: string) =>
  browser.call('mutation($token: String!) { acceptInvitation(token: $token) { role } }', { token });
const preview = 'query($token: String!) { invitation(where: { token: $token }) { organizationName email role } }';
const newEmail = () => `${crypto.randomUUID()}@example.com`;
const password = crypto.randomUUID();

test('a new person looks at an invitation, signs up with it, and is a member as invited', async () => {
  const email = newEmail();
  const { token, link, ...rest } = await invited({ email: email.toUpperCase(), role: 'admin' });
  expect(link).toBe(`http://satrap.example/accept-invitation#token=${token}`);
  expect(rest.invitation).toMatchObject({ email, role: 'admin' });
  const browser = new Browser(controlPlane);
  expect((await browser.ask(preview, { token })).invitation).toEqual({
    organizationName: 'Example',
    email,
    role: 'admin',
  });
  expect((await signUp({ name: 'New', password, invitationToken: token })).data.signUp.email).toBe(email);
  await browser.signIn(email, password);
  expect((await browser.ask('{ viewer { organizations { role organization { name } } } }')).viewer).toEqual({
    organizations: [{ role: 'admin', organization: { name: 'Example' } }],
  });
  expect((await browser.ask(preview, { token })).invitation).toBeNull();
  expect(codeOf(await signUp({ name: 'Again', password, invitationToken: token }))).toBe('link_not_valid');
});

test('who belongs to no organization acts in the one that is joined, at once', async () => {
  const guest = await newPerson(controlPlane, controlPlane);
  await guest.browser.ask('mutation { leaveOrganization { id } }');
  const { token } = await invited({ email: guest.email });
  expect((await guest.browser.ask('{ viewer { organization { name } } }')).viewer.organization).toBeNull();
  await accept(guest.browser, token);
  expect((await guest.browser.ask('{ viewer { organization { name } } }')).viewer.organization.name).toBe('Example');
});

test('a person with an account accepts the own invitation, and nobody else’s', async () => {
  const [guest, other] = [await newPerson(controlPlane, controlPlane), await newPerson(controlPlane, controlPlane)];
  const first = await firstPerson(controlPlane);
  const organizationId = await foundOrganization(first, 'Second');
  const token = await inviteInto(first, guest);
  expect(codeOf(await signUp({ name: 'Guest', password, invitationToken: token }))).toBe('email_taken');
  expect(codeOf(await accept(other.browser, token))).toBe('wrong_account');
  expect((await accept(guest.browser, token)).data.acceptInvitation.role).toBe('member');
  expect(codeOf(await accept(guest.browser, token))).toBe('link_not_valid');
  await actIn(guest, organizationId);
  const { viewer, members } = await guest.browser.ask('{ viewer { organization { name } role } members { role } }');
  expect(viewer).toEqual({ organization: { name: 'Second' }, role: 'member' });
  expect(members).toHaveLength(2);
});

describe('an invitation ends', () => {
  const isWorthless = async (token: string) => {
    expect((await new Browser(controlPlane).ask(preview, { token })).invitation).toBeNull();
    expect(codeOf(await signUp({ name: 'Late', password, invitationToken: token }))).toBe('link_not_valid');
  };

  test('when it is revoked', async () => {
    const email = newEmail();
    const { token, invitation: made } = await invited({ email });
    const emails = async () =>
      (await controlPlane.ask('{ invitations { email } }')).invitations.map((each: { email: string }) => each.email);
    expect(await emails()).toContain(email);
    const revoke = 'mutation($id: ID!) { revokeInvitation(where: { id: $id }) { email } }';
    await controlPlane.ask(revoke, { id: made.id });
    expect(await emails()).not.toContain(email);
    await isWorthless(token);
    expect(codeOf(await controlPlane.call(revoke, { id: made.id }))).toBe('Forbidden');
  });

  test('when its time is over', async () => {
    const { token, invitation: made } = await invited({ email: newEmail(), expiresInDays: 1 });
    const { database, close } = await openDatabase(controlPlane.settings, quiet);
    await database
      .update(invitation)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(invitation.id, made.id));
    await close();
    await isWorthless(token);
  });

  test('when the same person is invited again', async () => {
    const email = newEmail();
    const { token } = await invited({ email });
    expect((await invite({ email })).errors).toBeUndefined();
    await isWorthless(token);
  });
});

test('an invitation is for an address, for 1 to 30 days, and for nobody who is a member', async () => {
  const bad = await invite({ email: 'no address' });
  expect(bad.errors?.[0]?.extensions?.issues).toEqual([
    { path: ['input', 'email'], message: 'must be an e-mail address' },
  ]);
  for (const expiresInDays of [0, 31]) {
    expect(codeOf(await invite({ email: newEmail(), expiresInDays }))).toBe('invalid_input');
  }
  expect(codeOf(await invite({ email: controlPlane.made.email }))).toBe('already_member');
});

describe('signing up', () => {
  test('takes an invitation by default, and a name and password that will do', async () => {
    expect(codeOf(await signUp({ email: newEmail(), name: 'Anyone', password }))).toBe('sign_up_closed');
    const { token } = await invited({ email: newEmail() });
    const faulty = await signUp({ name: ' ', password: 'short', invitationToken: token });
    expect(faulty.errors?.[0]?.extensions?.issues?.map(({ path }) => path)).toEqual([
      ['input', 'name'],
      ['input', 'password'],
    ]);
    const other = await signUp({ email: newEmail(), name: 'Other', password, invitationToken: token });
    expect(codeOf(other)).toBe('wrong_account');
    // An invitation must not disclose other accounts.
    const { email } = await newPerson(controlPlane, controlPlane);
    const taken = await signUp({ email, name: 'Other', password, invitationToken: token });
    expect(codeOf(taken)).toBe('wrong_account');
    expect(taken.errors?.[0]?.message).toBe(other.errors?.[0]?.message);
    expect((await signUp({ name: 'Good', password, invitationToken: token })).errors).toBeUndefined();
  });

  test('is for everybody where the operator says so, once for each address, with an own organization', async () => {
    const open = await TestControlPlane.start({ signUp: 'open' });
    try {
      const browser = new Browser(open);
      const email = newEmail();
      const attempt = 'mutation($input: SignUpInput!) { signUp(input: $input) { id } }';
      const input = { email, name: 'Anyone', password, organizationName: 'Anyone’s' };
      const answers = await Promise.all([browser.call(attempt, { input }), browser.call(attempt, { input })]);
      expect(answers.map(codeOf).toSorted()).toEqual(['email_taken', undefined]);
      await browser.signIn(email, password);
      expect(await browser.ask('{ viewer { role person { isSystemAdmin } organization { name } } }')).toEqual({
        viewer: { role: 'owner', person: { isSystemAdmin: false }, organization: { name: 'Anyone’s' } },
      });
      await browser.ask('mutation { createOrganization(input: { name: "Another" }) { id } }');
    } finally {
      await open.destroy();
    }
  });

  test('is for nobody where the operator says so, not even with an invitation', async () => {
    const closed = await TestControlPlane.start({ signUp: 'closed' });
    try {
      const { inviteMember } = await closed.ask(
        'mutation { inviteMember(input: { email: "new@example.com" }) { token } }',
      );
      const attempt = await new Browser(closed).call(
        'mutation($input: SignUpInput!) { signUp(input: $input) { id } }',
        { input: { name: 'New', password, invitationToken: inviteMember.token } },
      );
      expect(codeOf(attempt)).toBe('sign_up_closed');
    } finally {
      await closed.destroy();
    }
  });
});
