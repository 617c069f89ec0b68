import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/control-plane/platform/database/database.ts';
import type { TestControlPlane } from '../../harness/control-plane.ts';
import type { TestExecutor } from '../../harness/executor.ts';
import type { People } from './people.ts';

/** What the objects are made with. */
export interface Made {
  controlPlane: TestControlPlane;
  database: Database;
  people: People;
  executorKey: string;
  acmeId: string;
  ownerKey: string;
  host: TestExecutor;
  other: TestExecutor;
}

/** The people of Acme, and the credentials that admit others. */
export class AcmePeople {
  /** While it is not, nothing new can be created. */
  isActive = true;
  protected readonly made: Made;
  #enrolmentToken = { id: '', token: '' };
  #invitation = { id: '', token: '' };

  constructor(made: Made) {
    this.made = made;
  }

  /** A person of Acme with this role, for one call. */
  async person(role: 'member' | 'admin' | 'owner'): Promise<{ userId: string; memberId: string }> {
    const { people, acmeId } = this.made;
    const userId = await people.person('acme-spare');
    return { userId, memberId: await people.membership(userId, acmeId, role) };
  }

  /** A session of a person of Acme, for one call. */
  async session(): Promise<string> {
    const { userId } = await this.person('member');
    return (await this.made.people.session(userId, this.made.acmeId)).id;
  }

  /** An open invitation to Acme. */
  async invitation(): Promise<{ id: string; token: string }> {
    if (!this.isActive) return this.#invitation;
    const { inviteMember } = await this.ask(
      'mutation($email: String!) { inviteMember(input: { email: $email }) { token invitation { id } } }',
      { email: `acme-${randomUUID()}@example.com` },
    );
    this.#invitation = { id: inviteMember.invitation.id, token: inviteMember.token };
    return this.#invitation;
  }

  /** An enrolment token that was not used. */
  async enrolmentToken(): Promise<{ id: string; token: string }> {
    if (!this.isActive) return this.#enrolmentToken;
    const { createEnrolmentToken } = await this.ask(
      'mutation { createEnrolmentToken(input: { executorName: "acme-new-host" }) { token enrolmentToken { id } } }',
      {},
    );
    this.#enrolmentToken = { id: createEnrolmentToken.enrolmentToken.id, token: createEnrolmentToken.token };
    return this.#enrolmentToken;
  }

  protected ask(query: string, variables: object) {
    return this.made.controlPlane.ask(query, variables, this.made.ownerKey);
  }
}
