import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type Rate, TokenBuckets } from '../../../timing/token-buckets.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AuditEntry, Snapshot } from './action.ts';
import { recordAction } from './record-action.ts';

export interface SnapshotReader {
  /** The objects belong to no organization, so that they are also shown where none is concerned. */
  isGlobal?: true;
  /** Keeps others from changing the object until the transaction ends, in the order in which everything locks. */
  lock?(transaction: Database, organizationId: string, id: string): Promise<unknown>;
  /** Returns undefined for what the organization does not have. */
  read(transaction: Database, organizationId: string, id: string): Promise<Snapshot | undefined>;
}

interface ObjectKey {
  organizationId: string | null;
  type: string;
  id: string;
}

/** Refusals of one credential that are written down. The log never shrinks, so that one credential must not fill the disk with them. */
const refusals = { burst: 300, perSecond: 1, maxOwners: 10_000 };

export class AuditTrail {
  readonly #refusals = new TokenBuckets(refusals);
  readonly #strangers = new SampledRefusals(strangers);
  readonly #agents = new SampledRefusals(agents);
  readonly #readers: Readonly<Record<string, SnapshotReader | null>>;
  readonly #log: Logger;

  constructor(readers: Readonly<Record<string, SnapshotReader | null>>, log: Logger) {
    this.#readers = readers;
    this.#log = log;
  }

  admit(credentialId: string): number {
    return this.#refusals.take(credentialId);
  }

  giveBack(credentialId: string): void {
    this.#refusals.add(credentialId, 1);
  }

  /**
   * Returns how many anonymous refusals were skipped before this one, undefined to skip this one too. Sampled per account tried, so that a
   * flood of unknown accounts does not hide attempts on a known one.
   */
  sampleStranger(accountId: string): number | undefined {
    return this.#strangers.sample(accountId);
  }

  /** The same for the refusals of an agent's reports that have one cause: it repeats them until somebody repairs it. */
  sampleAgent(credentialId: string, cause: string): number | undefined {
    return this.#agents.sample(`${credentialId} ${cause}`);
  }

  async snapshot(
    transaction: Database,
    { organizationId, type, id }: ObjectKey,
    { lock = false }: { lock?: boolean } = {},
  ): Promise<Snapshot | undefined> {
    const reader = this.#readers[type];
    if (!reader || (organizationId === null && !reader.isGlobal)) return undefined;
    if (lock) await reader.lock?.(transaction, organizationId ?? '', id);
    return reader.read(transaction, organizationId ?? '', id);
  }

  /** Adds an action in the transaction of its change. Make it the last statement. */
  record(transaction: Database, entry: AuditEntry): Promise<void> {
    return recordAction(transaction, entry);
  }

  /** Records a refusal after its transaction has ended, unless `describe` returns undefined. Only logs a failure: the caller needs an answer. */
  async recordRefusal(
    database: Database,
    action: string,
    describe: () => Promise<AuditEntry | undefined>,
  ): Promise<void> {
    try {
      const entry = await describe();
      if (entry !== undefined) await recordAction(database, entry);
    } catch (error) {
      this.#log.warn({ err: error, action }, 'could not record an action that was refused');
    }
  }
}

/** The log never shrinks, and anyone who has no credential must not make it grow: the first 20 refusals, then one each ten minutes. */
export const strangers: Rate = { burst: 20, perSecond: 1 / 600, maxOwners: 10_000 };
/** An agent with the wrong key is refused with each heartbeat, for the same reason: the first of them, then one each hour. */
export const agents: Rate = { burst: 1, perSecond: 1 / 3600, maxOwners: 10_000 };

export class SampledRefusals {
  readonly #buckets: TokenBuckets;
  readonly #leftOut: LRUCache<string, number>;

  /** `now` returns milliseconds that never step. */
  constructor(rate: Rate, now?: () => number) {
    this.#buckets = new TokenBuckets(rate, now);
    this.#leftOut = new LRUCache({ max: rate.maxOwners });
  }

  /** Returns how many were left out since the last one that was written down, or undefined when this one is to be left out too. */
  sample(kind: string): number | undefined {
    const leftOut = this.#leftOut.get(kind) ?? 0;
    if (this.#buckets.take(kind) > 0) {
      this.#leftOut.set(kind, leftOut + 1);
      return undefined;
    }
    this.#leftOut.delete(kind);
    return leftOut;
  }
}
