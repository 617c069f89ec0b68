import { describe, expect, test } from 'vitest';
import { Browser } from '../../../harness/browser.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { firstPerson, inviteInto, newOwner, newPerson, type TestPerson } from '../../../harness/people.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const controlPlane = sharedControlPlane({ publicUrl: 'http://satrap.example/' });

const person = (role: 'owner' | 'admin' | 'member' = 'member') => newPerson(controlPlane, controlPlane, role);
const change = 'mutation($input: PasswordChangeInput!) { changePassword(data: $input) { person { id } } }';
const makeLink = 'mutation($id: ID!) { createPasswordResetLink(where: { id: $id }) { token link expiresAt } }';
const reset = (token: string, newPassword: string = crypto.randomUUID()) =>
  new Browser(controlPlane).call(
    'mutation($input: PasswordResetInput!) { resetPassword(data: $input) { person { email } } }',
    {
      input: { token, newPassword },
    },
  );

type Member = Awaited<ReturnType<typeof person>>;
async function joinAnother(person: TestPerson): Promise<void> {
  const token = await inviteInto(await newOwner(controlPlane), person);
  await person.browser.ask(
    'mutation($token: String!) { acceptInvitation(where: { token: $token }) { member { id } } }',
    {
      token,
    },
  );
}

describe('a change of the password', () => {
  test('ends the other sessions, and only the new password signs in', async () => {
    const { browser, email, password } = await person();
    const other = new Browser(controlPlane);
    await other.signIn(email, password);
    const newPassword = crypto.randomUUID();
    await browser.ask(change, { input: { currentPassword: password, newPassword } });
    expect(await browser.who()).toBe(email);
    expect(await other.who()).toBeNull();
    expect(codeOf(await other.signIn(email, password))).toBe('wrong_credentials');
    expect((await other.signIn(email, newPassword)).errors).toBeUndefined();
  });

  test('ends the person’s own API keys where that is asked for, and no others', async () => {
    const { browser, password } = await person('admin');
    const { own, ofHost } = await browser.ask(
      'mutation { own: createApiKey(data: { name: "own", purpose: personal }) { secret } ofHost: createApiKey(data: { name: "of a host", purpose: executor }) { secret } }',
    );
    const isValid = async ({ secret }: { secret: string }) =>
      (await controlPlane.call('{ viewer { role } }', {}, secret)).data.viewer !== null;
    expect([await isValid(own), await isValid(ofHost)]).toEqual([true, true]);
    const newPassword = crypto.randomUUID();
    await browser.ask(change, { input: { currentPassword: password, newPassword } });
    expect(await isValid(own)).toBe(true);
    const revoking = { currentPassword: newPassword, newPassword: crypto.randomUUID(), revokePersonalKeys: true };
    await browser.ask(change, { input: revoking });
    await until('the key is refused', async () => !(await isValid(own)));
    expect([await isValid(ofHost), await isValid({ secret: controlPlane.personalKey })]).toEqual([true, true]);
  });

  test('takes the present password, a good new one, and a session', async () => {
    const { browser, password } = await person();
    const newPassword = crypto.randomUUID();
    const wrong = await browser.call(change, { input: { currentPassword: 'wrong', newPassword } });
    expect([codeOf(wrong), wrong.errors?.[0]?.message]).toEqual(['wrong_credentials', 'the current password is wrong']);
    const short = await browser.call(change, { input: { currentPassword: password, newPassword: 'short' } });
    expect(short.errors?.[0]?.extensions?.issues).toEqual([
      { path: ['data', 'newPassword'], message: expect.stringContaining('at least 12 characters') },
    ]);
    const input = { currentPassword: await controlPlane.ownerPassword(), newPassword };
    expect(codeOf(await controlPlane.call(change, { input }))).toBe('session_required');
  });
});

describe('a link for a new password', () => {
  test('works once, ends all sessions, and is replaced by a later one', async () => {
    const { id, email, browser } = await person();
    const { createPasswordResetLink: first } = await controlPlane.ask(makeLink, { id });
    const { createPasswordResetLink: second } = await controlPlane.ask(makeLink, { id });
    expect(second.link).toBe(`http://satrap.example/set-password#token=${second.token}`);
    const holder = async (token: string) =>
      (
        await controlPlane.call(
          'query($token: String!) { passwordReset(where: { token: $token }) { email } }',
          { token },
          null,
        )
      ).data.passwordReset;
    expect(await holder(first.token)).toBeNull();
    expect(await holder(second.token)).toEqual({ email });
    expect(codeOf(await reset(first.token))).toBe('link_not_valid');
    const newPassword = crypto.randomUUID();
    expect(codeOf(await reset(second.token, 'short'))).toBe('invalid_input');
    expect((await reset(second.token, newPassword)).data.resetPassword.person).toEqual({ email });
    expect(await browser.who()).toBeNull();
    expect(codeOf(await reset(second.token))).toBe('link_not_valid');
    expect((await browser.signIn(email, newPassword)).errors).toBeUndefined();
  });

  test('is created by an administrator for a member of a lower role alone', async () => {
    const first = await firstPerson(controlPlane);
    const [owner, member] = [await person('owner'), await person()];
    const [admin, otherAdmin] = [await person('admin'), await person('admin')];
    const codes = async (pairs: [TestPerson, { id: string }][]) =>
      Promise.all(pairs.map(async ([{ browser }, { id }]) => codeOf(await browser.call(makeLink, { id }))));
    const allowed = await codes([
      [admin, member],
      [owner, admin],
      [first, owner],
    ]);
    expect(allowed).toEqual([undefined, undefined, undefined]);
    // Then also of another organization, whose owners trust the person.
    await joinAnother(member);
    const refused = await codes([
      [owner, member],
      [admin, otherAdmin],
      [admin, owner],
      [owner, first],
      [member, member],
      [admin, { id: 'nobody' }],
    ]);
    expect(refused).toEqual(Array(6).fill('Forbidden'));
  });

  test('is worthless once the person joins another, may do more, or has a new password', async () => {
    const raise = 'mutation($id: ID!) { updateMemberRole(where: { id: $id }, role: admin) { member { role } } }';
    const promote =
      'mutation($id: ID!) { adminSetSystemAdmin(where: { id: $id }, isSystemAdmin: true) { person { id } } }';
    for (const become of [
      joinAnother,
      ({ memberId }: Member) => controlPlane.ask(raise, { id: memberId }),
      ({ id }: Member) => controlPlane.ask(promote, { id }),
      ({ browser, password }: Member) =>
        browser.ask(change, { input: { currentPassword: password, newPassword: crypto.randomUUID() } }),
    ]) {
      const member = await person();
      const { token } = (await controlPlane.ask(makeLink, { id: member.id })).createPasswordResetLink;
      await become(member);
      expect(codeOf(await reset(token))).toBe('link_not_valid');
    }
  });
});
