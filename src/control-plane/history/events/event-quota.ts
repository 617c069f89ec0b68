import { maxEventBytesPerDay, maxOrganizationEventBytesPerDay } from '../../../contract/limits.ts';
import { TokenBuckets } from '../../../timing/token-buckets.ts';
import { domainError } from '../../platform/input/errors.ts';

export interface Reporter {
  organizationId: string;
  executorName: string;
}

const bucketsOf = (bytesPerDay: number) =>
  new TokenBuckets({ burst: bytesPerDay / 1024, perSecond: bytesPerDay / 1024 / 86_400, maxOwners: 100_000 });

/** How much executors may store per day, per process: one that floods events must not fill the disk or block its organization's others. */
export class EventQuota {
  readonly #limits;

  constructor(bytesPerDay = { executor: maxEventBytesPerDay, organization: maxOrganizationEventBytesPerDay }) {
    // All executors of an organization have one allowance, too: names are free.
    this.#limits = [
      {
        buckets: bucketsOf(bytesPerDay.executor),
        bytesPerDay: bytesPerDay.executor,
        keyOf: (reporter: Reporter) => `${reporter.organizationId} ${reporter.executorName}`,
        nameOf: (reporter: Reporter) => reporter.executorName,
      },
      {
        buckets: bucketsOf(bytesPerDay.organization),
        bytesPerDay: bytesPerDay.organization,
        keyOf: (reporter: Reporter) => reporter.organizationId,
        nameOf: () => 'the organization',
      },
    ];
  }

  /** Throws `limit_reached` once all is spent: agents keep their events and send them later. */
  check(reporter: Reporter): void {
    for (const { buckets, bytesPerDay, keyOf, nameOf } of this.#limits) {
      const waitSeconds = buckets.secondsUntilFree(keyOf(reporter));
      if (waitSeconds > 0)
        throw domainError(
          'limit_reached',
          `${nameOf(reporter)} has stored ${bytesPerDay / 1024 ** 2} MiB of events within a day. The agent keeps its events and sends them later; try again in ${waitSeconds} s.`,
        );
    }
  }

  charge(reporter: Reporter, bytes: number): void {
    for (const { buckets, keyOf } of this.#limits) buckets.add(keyOf(reporter), -bytes / 1024);
  }
}
