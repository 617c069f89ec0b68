import { createApiKey } from '../../src/control-plane/accounts/api-keys.ts';
import { buildAuth } from '../../src/control-plane/accounts/better-auth.ts';
import { readSecret } from '../../src/control-plane/accounts/secret-file.ts';
import { openDatabase } from '../../src/control-plane/database/open.ts';
import { quiet, type TestControlPlane } from './control-plane.ts';

/** Makes a second organization with an owner and a member, straight in the database. No server may hold an embedded one. */
export async function makeOrganization(
  controlPlane: TestControlPlane,
  name: string,
): Promise<{ personalKey: string; executorKey: string; memberKey: string }> {
  const { settings } = controlPlane;
  const { database, close } = await openDatabase(settings, quiet);
  try {
    const secret = readSecret(settings.dataDir).text;
    const auth = buildAuth(database, secret);
    const person = async (email: string) =>
      (await auth.api.signUpEmail({ body: { email, name: email, password: crypto.randomUUID() } })).user.id;
    const [owner, member] = [await person('owner@strangers.example'), await person('member@strangers.example')];
    const made = await auth.api.createOrganization({ body: { name, slug: name.toLowerCase(), userId: owner } });
    if (made === null) throw new Error('no organization was made');
    await auth.api.addMember({ body: { organizationId: made.id, userId: member, role: 'member' } });
    const key = async (userId: string, purpose: 'executor' | 'personal') =>
      (await createApiKey(database, { userId, organizationId: made.id, purpose, name: purpose })).secret;
    return {
      personalKey: await key(owner, 'personal'),
      executorKey: await key(owner, 'executor'),
      memberKey: await key(member, 'personal'),
    };
  } finally {
    await close();
  }
}
