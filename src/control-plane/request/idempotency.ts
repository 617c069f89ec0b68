import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { type Database, eq, lt, sql } from '../platform/database/database.ts';
import { domainError, invalidInput } from '../platform/input/errors.ts';
import type { ReplicaJob } from '../platform/jobs/run-on-one-replica.ts';
import { sealingOf } from '../platform/sealing.ts';
import { idempotentAnswer } from '../tables/idempotent-answers.ts';
import type { Done } from './audited-call.ts';
import type { RequestContext } from './context.ts';

/** Shorter keys could be guessed, and the key encrypts the answer. A UUID has 36 characters. */
const keyPattern = /^[\x21-\x7e]{16,255}$/;
const keptHours = 24;

interface Field {
  /** The alias, or the name: a request may contain a mutation several times. */
  responseName: string;
  mutation: string;
  args: unknown;
  /** Whether the mutation is of the caller's organization. */
  isOfOrganization: boolean;
}

interface StoredAnswer<Result> extends Done<Result> {
  content: string;
  cookies: string[];
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/**
 * A mutation that is carried out once, however often it is sent with its `Idempotency-Key`. The first answer is stored in
 * the mutation's own transaction, so it exists exactly if the change does. It may contain new secrets, so it is encrypted
 * with the key, of which the database has only a hash.
 */
export class IdempotentCall<Result> {
  readonly #id: string;
  readonly #content: string;
  readonly #key: string;
  readonly #cookies: string[];
  readonly #cookiesBefore: number;

  /** Throws `invalid_input` for a malformed key. */
  constructor(key: string, { caller, cookies }: Pick<RequestContext, 'caller' | 'cookies'>, field: Field) {
    if (!keyPattern.test(key))
      throw invalidInput([{ path: ['Idempotency-Key'], message: 'must be 16 to 255 characters, such as a UUID' }]);
    const { responseName, mutation, args, isOfOrganization } = field;
    const userId = caller?.purpose === 'personal' ? caller.userId : null;
    this.#id = digest([key, userId, isOfOrganization ? caller?.organizationId : null, responseName]);
    this.#content = digest([mutation, args]);
    this.#key = key;
    this.#cookies = cookies;
    this.#cookiesBefore = cookies.length;
  }

  /** Returns the first answer; undefined for a new key. Throws `idempotency_key_reused`. */
  async find(database: Database): Promise<Done<Result> | undefined> {
    const [row] = await database.select().from(idempotentAnswer).where(eq(idempotentAnswer.id, this.#id));
    if (row === undefined) return undefined;
    const sealed = Buffer.from(sealingOf(this.#key).unseal(row.sealed), 'base64');
    const { content, cookies, ...done }: StoredAnswer<Result> = deserialize(sealed);
    if (content !== this.#content)
      throw domainError(
        'idempotency_key_reused',
        'This Idempotency-Key was already used for another request. Use a new key for each request.',
      );
    this.#cookies.push(...cookies);
    return { ...done, isRepeated: true };
  }

  /** Returns the first answer, or reserves the key until the transaction ends. Waits for a concurrent request with the key. */
  async claim(transaction: Database): Promise<Done<Result> | undefined> {
    const { id } = idempotentAnswer;
    const claimed = await transaction
      .insert(idempotentAnswer)
      .values({ id: this.#id })
      .onConflictDoNothing()
      .returning({ id });
    return claimed.length > 0 ? undefined : this.find(transaction);
  }

  async store(transaction: Database, done: Done<Result>): Promise<void> {
    const cookies = this.#cookies.slice(this.#cookiesBefore);
    const answer: StoredAnswer<Result> = { ...done, content: this.#content, cookies };
    const sealed = sealingOf(this.#key).seal(serialize(answer).toString('base64'));
    await transaction.update(idempotentAnswer).set({ sealed }).where(eq(idempotentAnswer.id, this.#id));
  }
}

export const idempotencyJob = (database: Database): ReplicaJob => ({
  what: 'delete old idempotent answers',
  everySeconds: 3600,
  run: async () => {
    const old = sql`now() - make_interval(hours => ${keptHours})`;
    await database.delete(idempotentAnswer).where(lt(idempotentAnswer.createdAt, old));
  },
});
