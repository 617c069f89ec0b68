import { Browser } from './browser.ts';
import type { TestControlPlane } from './control-plane.ts';

/** A person with an account, and their signed-in browser. */
export interface TestPerson {
  id: string;
  email: string;
  password: string;
  browser: Browser;
}

/** The person of `init`, an owner of the organization and a system administrator. */
export async function firstPerson(controlPlane: TestControlPlane): Promise<TestPerson> {
  const { email } = controlPlane.made;
  const password = await controlPlane.ownerPassword();
  const browser = new Browser(controlPlane);
  const { data } = await browser.signIn(email, password);
  return { id: data.signIn.person.id, email, password, browser };
}

/** Invites somebody to the organization of the inviting person, who signs up and in. */
export async function newPerson(
  controlPlane: TestControlPlane,
  inviter: { ask: Browser['ask'] },
  role: 'owner' | 'admin' | 'member' = 'member',
): Promise<TestPerson & { memberId: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const password = crypto.randomUUID();
  const { inviteMember } = await inviter.ask(
    'mutation($input: InvitationCreateInput!) { inviteMember(input: $input) { token } }',
    { input: { email, role } },
  );
  const browser = new Browser(controlPlane);
  const { signUp } = await browser.ask('mutation($input: SignUpInput!) { signUp(input: $input) { id } }', {
    input: { name: role, password, invitationToken: inviteMember.token },
  });
  await browser.signIn(email, password);
  const { members } = await browser.ask('{ members { id person { id } } }');
  const memberId = members.find((member: { person: { id: string } }) => member.person.id === signUp.id).id;
  return { id: signUp.id, email, password, browser, memberId };
}

/** Creates an organization owned by a person, who acts there from now on. Returns its id. */
export async function foundOrganization({ browser }: Pick<TestPerson, 'browser'>, name: string): Promise<string> {
  const { createOrganization } = await browser.ask(
    'mutation($name: String!) { createOrganization(input: { name: $name }) { id } }',
    { name },
  );
  await actIn({ browser }, createOrganization.id);
  return createOrganization.id;
}

export const actIn = ({ browser }: Pick<TestPerson, 'browser'>, id: string): Promise<unknown> =>
  browser.ask('mutation($id: ID!) { setActiveOrganization(where: { id: $id }) { id } }', { id });

/** Invites a person with an account to the inviter's active organization. Returns the token. */
export async function inviteInto(inviter: Pick<TestPerson, 'browser'>, { email }: TestPerson): Promise<string> {
  const { inviteMember } = await inviter.browser.ask(
    'mutation($email: String!) { inviteMember(input: { email: $email }) { token } }',
    { email },
  );
  return inviteMember.token;
}
