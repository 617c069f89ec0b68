import type { CallerName } from './expectations.ts';
import type { People } from './people.ts';

/** The headers that authenticate the caller. */
export type Credential = Record<string, string>;

/** The ids of the two organizations. */
interface Homes {
  acme: string;
  strangers: string;
}

/** Creates the credentials of all callers. */
export class Callers {
  readonly #people: People;
  readonly #homes: Homes;

  constructor(people: People, homes: Homes) {
    this.#people = people;
    this.#homes = homes;
  }

  /** Returns the credential of a new person or of a new key. */
  async newCredential(caller: CallerName): Promise<Credential> {
    const { acme, strangers } = this.#homes;
    const make: Record<CallerName, () => Promise<Credential>> = {
      nobody: async () => ({}),
      strangerOwner: () => this.#key('stranger', strangers, 'owner'),
      strangerExecutor: () => this.#executorKey(strangers, null),
      member: () => this.#session('acme-member', acme, 'member'),
      memberKey: () => this.#key('acme-member', acme, 'member'),
      admin: () => this.#session('acme-admin', acme, 'admin'),
      adminKey: () => this.#key('acme-admin', acme, 'admin'),
      owner: () => this.#session('acme-owner', acme, 'owner'),
      ownerKey: () => this.#key('acme-owner', acme, 'owner'),
      executorKey: () => this.#executorKey(acme, 'acme-host'),
      otherExecutorKey: () => this.#executorKey(acme, 'acme-other-host'),
      systemAdmin: () => this.#systemAdmin(acme),
      systemAdminElsewhere: () => this.#systemAdmin(null),
      inactiveOwner: () => this.#session('acme-owner', acme, 'owner'),
      inactiveOwnerKey: () => this.#key('acme-owner', acme, 'owner'),
      inactiveExecutorKey: () => this.#executorKey(acme, 'acme-host'),
    };
    return make[caller]();
  }

  async #session(name: string, organizationId: string, role: string): Promise<Credential> {
    return this.#cookie(await this.#people.member(name, organizationId, role), organizationId);
  }

  async #systemAdmin(organizationId: string | null): Promise<Credential> {
    return this.#cookie(await this.#people.systemAdmin('operator'), organizationId);
  }

  /** As a browser sends it from one of our pages. */
  async #cookie(userId: string, organizationId: string | null): Promise<Credential> {
    const { cookie } = await this.#people.session(userId, organizationId);
    return { cookie, 'sec-fetch-site': 'same-origin' };
  }

  async #key(name: string, organizationId: string, role: string): Promise<Credential> {
    const userId = await this.#people.member(name, organizationId, role);
    return bearer(await this.#people.personalKey(userId, organizationId));
  }

  async #executorKey(organizationId: string, executorName: string | null): Promise<Credential> {
    return bearer(await this.#people.executorKey(organizationId, executorName));
  }
}

const bearer = (key: string): Credential => ({ authorization: `Bearer ${key}` });
