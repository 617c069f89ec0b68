import type { Snapshot } from '../audit/trail/action.ts';
import type { ObjectKey } from '../audit/trail/audit-trail.ts';
import type { Database } from '../database/database.ts';
import { tooManyRefusals } from '../input/errors.ts';
import { actorOf } from './actor.ts';
import type { RequestContext } from './context.ts';
import type { MutationSubject } from './outcome.ts';

/** What a mutation did. */
export interface Done<Result> {
  result: Result;
  subject: MutationSubject | null;
}

/** One call of a mutation, which the audit log tells of whether it succeeds or not. */
export class AuditedCall {
  readonly #context: RequestContext;
  readonly #action: string;
  readonly #target: MutationSubject | null;
  #before: Snapshot | undefined;

  /** `target` is what the arguments name, which need not exist. */
  constructor(context: RequestContext, action: string, target: MutationSubject | null) {
    this.#context = context;
    this.#action = action;
    this.#target = target;
  }

  /** Throws RateLimited for a credential of which too much was refused: each refusal is written down. */
  admit(): void {
    const { audit, caller } = this.#context;
    const waitSeconds = caller === null ? 0 : audit.admit(caller.credential.id);
    if (waitSeconds > 0) throw tooManyRefusals(waitSeconds);
  }

  /** Does the work in a transaction, and records it there. */
  async carryOut<Result>(transaction: Database, work: () => Promise<Done<Result>>): Promise<Done<Result>> {
    const { audit, caller } = this.#context;
    const target = this.#keyOf(this.#target);
    this.#before = target && (await audit.snapshot(transaction, target, { lock: true }));
    const done = await work();
    const subject = done.subject ?? this.#target;
    const key = this.#keyOf(subject);
    const after = key && (await audit.snapshot(transaction, key));
    await audit.record(transaction, {
      ...this.#entry(subject, after?.name),
      errorCode: null,
      before: this.#before,
      after,
    });
    if (caller !== null) audit.giveBack(caller.credential.id);
    return done;
  }

  /** Records that the call was refused. What nobody known asked for in no organization's name is left to the log. */
  async refuse(errorCode: string): Promise<void> {
    const { audit, database, caller } = this.#context;
    if (caller === null) return;
    await audit.recordRefusal(database, {
      ...this.#entry(this.#target),
      errorCode,
      before: undefined,
      after: undefined,
    });
  }

  #entry(subject: MutationSubject | null, name = this.#before?.name ?? null) {
    const { caller, client, requestId } = this.#context;
    return {
      organizationId: subject?.organizationId ?? caller?.organizationId ?? null,
      actor: actorOf(caller),
      action: this.#action,
      target: subject && { type: subject.type, id: subject.id, name: name ?? null },
      origin: { address: client.address, userAgent: client.userAgent, requestId },
    };
  }

  #keyOf(subject: MutationSubject | null): ObjectKey | undefined {
    const organizationId = subject?.organizationId ?? this.#context.caller?.organizationId ?? null;
    return subject === null || organizationId === null ? undefined : { ...subject, organizationId };
  }
}
