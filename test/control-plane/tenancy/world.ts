import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { readSecret } from '../../../src/control-plane/people/accounts/secret.ts';
import type { Database } from '../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../src/control-plane/platform/database/open.ts';
import { organization } from '../../../src/control-plane/tables/accounts.ts';
import { type GraphqlAnswer, quiet, TestControlPlane } from '../../harness/control-plane.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { type Replica, startReplica } from '../../harness/replica.ts';
import { AcmeObjects } from './acme-objects.ts';
import { type Credential, type Homes, newCredential } from './callers.ts';
import { type CallerName, callerNames } from './expectations.ts';
import { People } from './people.ts';

interface Parts {
  controlPlane: TestControlPlane;
  database: Database;
  people: People;
  homes: Homes;
  credentials: Record<CallerName, Credential>;
  acme: AcmeObjects;
  replica: Replica;
  close: () => Promise<void>;
}

/** Two organizations and all callers: Acme, with an object of every kind, and strangers. */
export class World {
  readonly acme: AcmeObjects;
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.acme = parts.acme;
  }

  get url(): string {
    return this.#parts.replica.url;
  }

  static async make(): Promise<World> {
    const controlPlane = await TestControlPlane.start({ heartbeatSeconds: 300 });
    const { database, close } = await openDatabase(controlPlane.settings, quiet);
    const people = new People(database, readSecret(controlPlane.settings.dataDir).text);
    const homes = { acme: await people.organization('Acme'), strangers: await people.organization('Strangers') };
    const [executorKey, otherExecutorKey] = [
      await people.executorKey(homes.acme, null),
      await people.executorKey(homes.acme, null),
    ];
    const ownerKey = await people.personalKey(await people.member('acme-owner', homes.acme, 'owner'), homes.acme);
    const host = new TestExecutor(controlPlane, executorKey, 'acme-host');
    const other = new TestExecutor(controlPlane, otherExecutorKey, 'acme-other-host');
    const made = { executorKey, controlPlane, database, people, acmeId: homes.acme, ownerKey, host, other };
    const acme = await AcmeObjects.make(made);
    // Trusts the address that a request names: one address would get too many refusals.
    const replica = await startReplica(controlPlane, { trustedProxies: ['127.0.0.0/8', '::1/128'] });
    const credentials = {} as Record<CallerName, Credential>;
    for (const caller of callerNames) credentials[caller] = await newCredential(people, homes, caller);
    return new World({ controlPlane, database, people, homes, credentials, acme, replica, close });
  }

  /** The credential of a caller; of a new one of the same kind for calls that work only once. */
  async credential(caller: CallerName, isFresh: boolean): Promise<Credential> {
    const { people, homes, credentials } = this.#parts;
    const address = Array.from({ length: 8 }, () => randomBytes(2).toString('hex')).join(':');
    return {
      ...(isFresh ? await newCredential(people, homes, caller) : credentials[caller]),
      'x-forwarded-for': address,
    };
  }

  /** Makes a request as somebody. */
  async call(credential: Credential, query: string, variables: object): Promise<GraphqlAnswer> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credential },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, ...((await response.json()) as object) } as GraphqlAnswer;
  }

  /** Deactivates Acme. Its unused keys take effect at once. */
  async deactivate(): Promise<void> {
    await this.#parts.database
      .update(organization)
      .set({ isActive: false })
      .where(eq(organization.id, this.acme.ids.organization));
    this.acme.isActive = false;
  }

  async destroy(): Promise<void> {
    await this.#parts.replica.close();
    await this.#parts.close();
    await this.#parts.controlPlane.destroy();
  }
}
