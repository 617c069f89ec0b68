import type { Logger } from 'pino';
import { TokenBuckets } from '../../../timing/token-buckets.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AuditEntry, Snapshot } from './action.ts';
import { recordAction } from './record-action.ts';
import { agents, SampledRefusals, strangers } from './sampled-refusals.ts';

/** How the objects of one kind are shown in the audit log. */
export interface SnapshotReader {
  /** The objects belong to no organization, so that they are also shown where none is concerned. */
  isGlobal?: true;
  /** Keeps others from changing the object until the transaction ends, in the order in which everything locks. */
  lock?(transaction: Database, organizationId: string, id: string): Promise<unknown>;
  /** Returns undefined for what the organization does not have. */
  read(transaction: Database, organizationId: string, id: string): Promise<Snapshot | undefined>;
}

/** Names an object of an organization. */
interface ObjectKey {
  /** Null for what concerns none. */
  organizationId: string | null;
  type: string;
  id: string;
}

/** Refusals of one credential that are written down. The log never shrinks, so that one credential must not fill the disk with them. */
const refusals = { burst: 300, perSecond: 1, maxOwners: 10_000 };

/** Writes down who did what. */
export class AuditTrail {
  readonly #refusals = new TokenBuckets(refusals);
  readonly #strangers = new SampledRefusals(strangers);
  readonly #agents = new SampledRefusals(agents);
  readonly #readers: Readonly<Record<string, SnapshotReader | null>>;
  readonly #log: Logger;

  /** `readers` by the kind of object; null where there is nothing to show. */
  constructor(readers: Readonly<Record<string, SnapshotReader | null>>, log: Logger) {
    this.#readers = readers;
    this.#log = log;
  }

  /** Takes the place of one refusal of a credential; returns 0, or the whole seconds to wait when there is none left. */
  admit(credentialId: string): number {
    return this.#refusals.take(credentialId);
  }

  /** Gives the place back: what was asked for was not refused. */
  giveBack(credentialId: string): void {
    this.#refusals.add(credentialId, 1);
  }

  /**
   * Returns how many refusals of somebody without a credential were left out before this one, or undefined when this one is to be left out
   * as well. Each account that is tried has room of its own: a flood of unknown ones must not hide who tries a known one.
   */
  sampleStranger(accountId: string): number | undefined {
    return this.#strangers.sample(accountId);
  }

  /** The same for the refusals of an agent's reports that have one cause: it repeats them until somebody repairs it. */
  sampleAgent(credentialId: string, cause: string): number | undefined {
    return this.#agents.sample(`${credentialId} ${cause}`);
  }

  /** Returns an object as it is now; with `lock`, nobody else changes it until the transaction ends. */
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

  /**
   * Adds an action that was refused, after its transaction has ended; nothing when `describe` returns undefined. Only logs when it cannot:
   * the refusal itself must be answered.
   */
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
