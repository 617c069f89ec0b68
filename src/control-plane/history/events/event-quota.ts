import { maxEventBytesPerDay, maxOrganizationEventBytesPerDay } from '../../../contract/limits.ts';
import { tokenBuckets } from '../../../timing/token-buckets.ts';
import { domainError } from '../../platform/input/errors.ts';

export interface Reporter {
  organizationId: string;
  executorName: string;
}

const limitOf = (bytesPerDay: number) => {
  const kibibytes = bytesPerDay / 1024;
  const buckets = tokenBuckets({ burst: kibibytes, perSecond: kibibytes / 86_400, maxOwners: 100_000 });
  return { buckets, bytesPerDay };
};

export type EventQuota = ReturnType<typeof eventQuota>;

/** Daily limit of stored events per executor, in this process: a flood must not fill the disk or block others. */
export function eventQuota(
  bytesPerDay = { executor: maxEventBytesPerDay, organization: maxOrganizationEventBytesPerDay },
) {
  const ofExecutor = limitOf(bytesPerDay.executor);
  /** The executors of an organization also share a limit, because names are free. */
  const ofOrganization = limitOf(bytesPerDay.organization);
  const limitsOf = ({ organizationId, executorName }: Reporter) => [
    { ...ofExecutor, key: `${organizationId} ${executorName}`, name: executorName },
    { ...ofOrganization, key: organizationId, name: 'the organization' },
  ];
  return {
    /** Throws `limit_reached` once the limit is used up: agents keep their events and send them later. */
    check: (reporter: Reporter) => {
      for (const { buckets, bytesPerDay, key, name } of limitsOf(reporter)) {
        const waitSeconds = buckets.secondsUntilFree(key);
        if (waitSeconds === 0) continue;
        throw domainError(
          'limit_reached',
          `${name} has stored ${bytesPerDay / 1024 ** 2} MiB of events within a day. The agent keeps its events and sends them later; try again in ${waitSeconds} s.`,
          { retryAfterSeconds: waitSeconds },
        );
      }
    },
    /** Charges stored events. The last report may exceed the limit. */
    charge: (reporter: Reporter, bytes: number) => {
      for (const { buckets, key } of limitsOf(reporter)) buckets.add(key, -bytes / 1024);
    },
  };
}
