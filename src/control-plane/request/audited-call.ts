import type { Permission } from '../../contract/types.generated.ts';
import type { Database } from '../platform/database/database.ts';
import { tooManyRefusals } from '../platform/input/errors.ts';
import type { AuditActor } from '../tables/audit.ts';
import type { Caller, PersonCaller } from './caller.ts';
import type { RequestContext } from './context.ts';
import type { MutationSubject, Refused } from './outcome.ts';
import type { Snapshot } from './trail/record-action.ts';

export interface Done<Result> {
  result: Result;
  subject: MutationSubject | null;
  /** The answer of an earlier request with the same `Idempotency-Key`. */
  isRepeated?: true;
}

/** All requests without a credential share one limit of refusals. */
const anonymous = 'anonymous';

const isTelling = (errorCode: string): boolean => errorCode !== 'invalid_input' && errorCode !== 'rate_limited';

interface Call {
  context: Pick<RequestContext, 'audit' | 'database' | 'caller' | 'client' | 'requestId'>;
  action: string;
  /** Named by the arguments; may not exist. */
  target: MutationSubject | null;
  /** Refused reports, which an agent repeats, are sampled. */
  isReport?: boolean;
}

/** Nothing was judged or done because of the database, which would have to record that. */
const isOfDatabase = (errorCode: string): boolean => errorCode === 'unavailable';

/** Records the outcome of a call in the audit log. */
export class AuditedCall {
  readonly #call: Call;
  /** The target before the call. */
  #before: Snapshot | undefined;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Throws `rate_limited` for a credential with too many refusals, because each one is recorded. */
  admit(): void {
    const { audit, caller } = this.#call.context;
    const waitSeconds = caller === null ? 0 : audit.refusals.take(caller.credential.id);
    if (waitSeconds > 0) throw tooManyRefusals(waitSeconds);
  }

  /** Carries out the call and records the change of its object in the same transaction. */
  async carryOut<Result>(transaction: Database, work: () => Promise<Done<Result>>): Promise<Done<Result>> {
    const { context, target } = this.#call;
    const { audit, caller } = context;
    this.#before = await this.#snapshot(transaction, target, true);
    const done = await work();
    const subject = done.subject ?? target;
    const after = await this.#snapshot(transaction, subject);
    const isActor = subject?.isActor === true;
    const entry = this.#entryOf(subject, after?.name ?? this.#before?.name ?? null);
    await audit.record(transaction, {
      ...entry,
      actor: isActor ? { ...entry.actor, type: 'user', name: after?.name ?? '', userId: subject.id } : entry.actor,
      errorCode: null,
      before: this.#before,
      after: isActor ? undefined : after,
    });
    if (caller !== null) audit.refusals.add(caller.credential.id, 1);
    return done;
  }

  /**
   * Records the refusal of a known caller or a public mutation. `find` returns an object that no argument names. A call that
   * the database did not serve is no refusal, and does not count against the caller.
   */
  async refuse(permission: Permission, errorCode: string, find: () => Promise<Refused | null>): Promise<void> {
    const { context, action, target } = this.#call;
    const { audit, caller, database } = context;
    if (isOfDatabase(errorCode)) {
      if (caller !== null) audit.refusals.add(caller.credential.id, 1);
      return;
    }
    if (caller === null && (permission !== 'anyone' || !isTelling(errorCode))) return;
    await audit.recordRefusal(database, action, async () => {
      const found = await find();
      const unrecorded = caller === null ? audit.anonymous.sample(found?.id ?? anonymous) : this.#sample(errorCode);
      if (unrecorded === undefined) return undefined;
      // A target that looks missing to the caller may belong to another organization.
      const name = errorCode === 'Forbidden' ? null : (found?.name ?? this.#before?.name ?? null);
      const entry = this.#entryOf(found ?? target, name);
      // The session that sent the request does not concern the organization of the account that was tried.
      const actor = found === null ? entry.actor : actorOf(null);
      return { ...entry, actor, errorCode, unrecorded, before: undefined, after: undefined };
    });
  }

  /** Records that a known caller's request was refused before the call started, within the caller's limit. */
  async refuseUnread(errorCode: string): Promise<void> {
    const { context, action } = this.#call;
    const { audit, caller, database } = context;
    if (caller === null || isOfDatabase(errorCode) || audit.refusals.take(caller.credential.id) > 0) return;
    const entry = { ...this.#entryOf(null, null), errorCode, before: undefined, after: undefined };
    await audit.recordRefusal(database, action, async () => entry);
  }

  async #snapshot(transaction: Database, subject: MutationSubject | null, locks = false) {
    if (subject === null) return undefined;
    const { type, id } = subject;
    const { audit } = this.#call.context;
    return audit.snapshot(transaction, { organizationId: this.#organizationOf(subject), type, id }, locks);
  }

  #entryOf(subject: MutationSubject | null, name: string | null) {
    const { context, action } = this.#call;
    const { caller, client, requestId } = context;
    return {
      organizationId: this.#organizationOf(subject),
      actor: actorOf(caller),
      action,
      target: subject && { type: subject.type, id: subject.id, name },
      origin: { address: client.address, userAgent: client.userAgent, requestId },
    };
  }

  #organizationOf(subject: MutationSubject | null): string | null {
    if (subject?.organizationId !== undefined) return subject.organizationId;
    return this.#call.context.caller?.organizationId ?? null;
  }

  /** Returns how many refusals like this one were skipped before it; undefined to skip this one too. */
  #sample(errorCode: string): number | undefined {
    const { context, action, isReport } = this.#call;
    const { audit, caller } = context;
    return caller === null || !isReport ? 0 : audit.agents.sample(`${caller.credential.id} ${action} ${errorCode}`);
  }
}

export function actorOf(caller: Caller | null): AuditActor {
  if (caller === null) return { type: 'anonymous', name: 'anonymous', userId: null, apiKeyId: null };
  const apiKeyId = caller.credential.type === 'api_key' ? caller.credential.id : null;
  if (caller.purpose === 'executor') return { type: 'api_key', name: 'a host', userId: null, apiKeyId };
  const { name, email, userId } = caller;
  return { type: typeOf(caller), name: name === email ? email : `${name} <${email}>`, userId, apiKeyId };
}

function typeOf({ credential, isSystemAdmin, role }: PersonCaller): AuditActor['type'] {
  if (isSystemAdmin && role !== 'owner' && role !== 'admin') return 'system_admin';
  return credential.type === 'api_key' ? 'api_key' : 'user';
}
