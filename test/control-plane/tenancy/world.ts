import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { readSecret } from '../../../src/control-plane/people/accounts/secret.ts';
import { openDatabase } from '../../../src/control-plane/platform/database/open.ts';
import { organization } from '../../../src/control-plane/tables/accounts.ts';
import { quiet, TestControlPlane } from '../../harness/control-plane.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { post } from '../../harness/graphql.ts';
import { People } from '../../harness/organization.ts';
import { startReplica } from '../../harness/replica.ts';
import { AcmeObjects } from './acme-objects.ts';
import { type Credential, newCredential } from './callers.ts';
import { type CallerName, callerNames } from './expectations.ts';

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** Two organizations and all callers: Acme, with an object of every kind, and strangers. */
export async function makeWorld() {
  const controlPlane = await TestControlPlane.start({ heartbeatSeconds: 300 });
  const { database, close } = await openDatabase(controlPlane.settings, quiet);
  const people = new People(database, readSecret(controlPlane.settings.dataDir).text);
  const homes = { acme: await people.organization('Acme'), strangers: await people.organization('Strangers') };
  const owner = await people.member('acme-owner', homes.acme, 'owner');
  const ownerKey = await people.personalKey(owner.userId, homes.acme);
  const executor = async (name: string) =>
    new TestExecutor(controlPlane, await people.executorKey(homes.acme, null), name);
  const [host, other] = [await executor('acme-host'), await executor('acme-other-host')];
  const acme = await AcmeObjects.make({ controlPlane, database, people, acmeId: homes.acme, ownerKey, host, other });
  // Trusts the address that a request names: one address would get too many refusals.
  const replica = await startReplica(controlPlane, { trustedProxies: ['127.0.0.0/8', '::1/128'] });
  const credentials = {} as Record<CallerName, Credential>;
  for (const caller of callerNames) credentials[caller] = await newCredential(people, homes, caller);
  return {
    ...{ acme, controlPlane, ownerKey },
    url: replica.url,
    /** The credential of a caller; of a new one of the same kind for calls that work only once. */
    credential: async (caller: CallerName, isFresh: boolean): Promise<Credential> => ({
      ...(isFresh ? await newCredential(people, homes, caller) : credentials[caller]),
      'x-forwarded-for': Array.from({ length: 8 }, () => randomBytes(2).toString('hex')).join(':'),
    }),
    call: (credential: Credential, query: string, variables: object) => post(replica.url, credential, query, variables),
    /** Deactivates Acme. Its unused keys take effect at once. */
    deactivate: async () => {
      await database.update(organization).set({ isActive: false }).where(eq(organization.id, homes.acme));
    },
    destroy: async () => {
      await replica.close();
      await close();
      await controlPlane.destroy();
    },
  };
}
