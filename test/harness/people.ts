import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import type { Client } from 'pg';
import { readSecret } from '../../src/control-plane/people/accounts/secret.ts';
import { withConnection } from '../../src/control-plane/platform/database/connect.ts';
import { Browser } from './browser.ts';
import type { TestControlPlane } from './control-plane.ts';

export interface TestPerson {
  id: string;
  email: string;
  password: string;
  browser: Browser;
}
type Member = TestPerson & { memberId: string };

/** The password of all new people: each hash takes a tenth of a second of CPU time. */
const password = randomUUID();
let passwordHash: Promise<string> | undefined;

/** The person of `init`, an owner of the organization and a system administrator. */
export async function firstPerson(controlPlane: TestControlPlane): Promise<TestPerson> {
  const { email, organizationId } = controlPlane.made;
  // Ends the earlier sessions.
  const ownPassword = await controlPlane.ownerPassword();
  return onDatabase(controlPlane, async (client) => {
    const { rows } = await client.query('SELECT id FROM "user" WHERE email = $1', [email]);
    const [{ id }] = rows;
    return { id, email, password: ownPassword, browser: await signedIn(controlPlane, client, { id, organizationId }) };
  });
}

/** A person with a role in the organization of a colleague, stored as sign-up and sign-in do it. */
export async function newPerson(
  controlPlane: TestControlPlane,
  colleague: { ask: Browser['ask'] },
  role: 'owner' | 'admin' | 'member' = 'member',
): Promise<Member> {
  const { viewer } = await colleague.ask('{ viewer { organization { id } } }');
  return joinedPerson(controlPlane, viewer.organization.id, role);
}

export async function newOwner(controlPlane: TestControlPlane): Promise<Member & { organizationId: string }> {
  const organizationId = randomUUID();
  await onDatabase(controlPlane, (client) =>
    client.query('INSERT INTO organization (id, name, slug) VALUES ($1, $1, $1)', [organizationId]),
  );
  return { ...(await joinedPerson(controlPlane, organizationId, 'owner')), organizationId };
}

async function joinedPerson(controlPlane: TestControlPlane, organizationId: string, role: string): Promise<Member> {
  const [id, memberId] = [randomUUID(), randomUUID()];
  const email = `${id}@example.com`;
  passwordHash ??= hashPassword(password);
  const hash = await passwordHash;
  return onDatabase(controlPlane, async (client) => {
    await client.query('INSERT INTO "user" (id, name, email) VALUES ($1, $2, $3)', [id, role, email]);
    await client.query(
      "INSERT INTO account (id, account_id, provider_id, user_id, password) VALUES ($1, $1, 'credential', $1, $2)",
      [id, hash],
    );
    const values = [memberId, organizationId, id, role];
    await client.query('INSERT INTO member (id, organization_id, user_id, role) VALUES ($1, $2, $3, $4)', values);
    return { id, email, password, browser: await signedIn(controlPlane, client, { id, organizationId }), memberId };
  });
}

async function signedIn(
  controlPlane: TestControlPlane,
  client: Client,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<Browser> {
  const token = randomBytes(24).toString('base64url');
  await client.query(
    `INSERT INTO session (id, token, user_id, active_organization_id, expires_at) VALUES ($1, $1, $2, $3, now() + interval '1 day')`,
    [token, id, organizationId],
  );
  const secret = readSecret(controlPlane.settings.dataDir).text;
  const browser = new Browser(controlPlane);
  browser.keep(sessionCookie(token, secret));
  return browser;
}

export function sessionCookie(token: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return `satrap.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

const onDatabase = <T>({ settings }: TestControlPlane, work: (client: Client) => Promise<T>): Promise<T> =>
  withConnection(settings.databaseUrl ?? '', work);

export const actIn = ({ browser }: Pick<TestPerson, 'browser'>, id: string): Promise<unknown> =>
  browser.ask('mutation($id: ID!) { setActiveOrganization(where: { id: $id }) { organization { id } } }', { id });

/** Invites a person with an account to the inviter's active organization. Returns the token. */
export async function inviteInto(inviter: Pick<TestPerson, 'browser'>, { email }: TestPerson): Promise<string> {
  const { inviteMember } = await inviter.browser.ask(
    'mutation($email: String!) { inviteMember(data: { email: $email }) { token } }',
    { email },
  );
  return inviteMember.token;
}
