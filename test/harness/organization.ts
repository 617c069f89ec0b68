import { createApiKey } from '../../src/control-plane/people/accounts/api-keys.ts';
import { buildAuth } from '../../src/control-plane/people/accounts/better-auth.ts';
import { readSecret } from '../../src/control-plane/people/accounts/secret.ts';
import { openDatabase } from '../../src/control-plane/platform/database/open.ts';
import { quiet, type TestControlPlane } from './control-plane.ts';

/**
 * Creates another organization with an owner, an admin and a member, directly in the database. No server may hold an
 * embedded one.
 */
export async function makeOrganization(
  controlPlane: TestControlPlane,
  name: string,
): Promise<{ personalKey: string; executorKey: string; adminKey: string; memberKey: string }> {
  const { settings } = controlPlane;
  const { database, close } = await openDatabase(settings, quiet);
  try {
    const secret = readSecret(settings.dataDir).text;
    const auth = buildAuth(database, secret);
    const slug = name.toLowerCase();
    const person = async (role: string, email = `${role}@${slug}.example`) =>
      (await auth.api.signUpEmail({ body: { email, name: email, password: crypto.randomUUID() } })).user.id;
    const [owner, admin, member] = [await person('owner'), await person('admin'), await person('member')];
    const made = await auth.api.createOrganization({ body: { name, slug, userId: owner } });
    if (made === null) throw new Error('no organization was made');
    await auth.api.addMember({ body: { organizationId: made.id, userId: admin, role: 'admin' } });
    await auth.api.addMember({ body: { organizationId: made.id, userId: member, role: 'member' } });
    const key = async (userId: string, purpose: 'executor' | 'personal') =>
      (await createApiKey(database, { userId, organizationId: made.id, purpose, name: purpose })).secret;
    return {
      personalKey: await key(owner, 'personal'),
      executorKey: await key(owner, 'executor'),
      adminKey: await key(admin, 'personal'),
      memberKey: await key(member, 'personal'),
    };
  } finally {
    await close();
  }
}
