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
export function idempotentCall<Result>(
  key: string,
  { caller, cookies }: Pick<RequestContext, 'caller' | 'cookies'>,
  { responseName, mutation, args, isOfOrganization }: Field,
) {
  if (!keyPattern.test(key))
    throw invalidInput([{ path: ['Idempotency-Key'], message: 'must be 16 to 255 characters, such as a UUID' }]);
  const userId = caller?.purpose === 'personal' ? caller.userId : null;
  const id = digest([key, userId, isOfOrganization ? caller?.organizationId : null, responseName]);
  const content = digest([mutation, args]);
  const sealing = sealingOf(key);
  const cookiesBefore = cookies.length;

  /** Returns the first answer; undefined for a new key. Throws `idempotency_key_reused`. */
  const find = async (database: Database): Promise<Done<Result> | undefined> => {
    const [row] = await database.select().from(idempotentAnswer).where(eq(idempotentAnswer.id, id));
    if (row === undefined) return undefined;
    const first: StoredAnswer<Result> = deserialize(Buffer.from(sealing.unseal(row.sealed), 'base64'));
    if (first.content !== content)
      throw domainError(
        'idempotency_key_reused',
        'This Idempotency-Key was already used for another request. Use a new key for each request.',
      );
    cookies.push(...first.cookies);
    return { result: first.result, subject: first.subject, isRepeated: true };
  };

  return {
    find,
    /** Returns the first answer, or reserves the key until the transaction ends. Waits for a concurrent request with the key. */
    async claim(transaction: Database): Promise<Done<Result> | undefined> {
      const claimed = await transaction.insert(idempotentAnswer).values({ id }).onConflictDoNothing().returning();
      return claimed.length > 0 ? undefined : find(transaction);
    },
    async store(transaction: Database, done: Done<Result>): Promise<void> {
      const answer: StoredAnswer<Result> = { ...done, content, cookies: cookies.slice(cookiesBefore) };
      const sealed = sealing.seal(serialize(answer).toString('base64'));
      await transaction.update(idempotentAnswer).set({ sealed }).where(eq(idempotentAnswer.id, id));
    },
  };
}

export const idempotencyJob = (database: Database): ReplicaJob => ({
  what: 'delete old idempotent answers',
  everySeconds: 3600,
  run: async () => {
    const old = sql`now() - make_interval(hours => ${keptHours})`;
    await database.delete(idempotentAnswer).where(lt(idempotentAnswer.createdAt, old));
  },
});
