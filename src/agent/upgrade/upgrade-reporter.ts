import type { Logger } from 'pino';
import type { UpgradabilityInput, UpgradeReportInput } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import { isEnd } from '../../upgrade/upgrade-files.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { FollowedRequest } from './decide.ts';
import type { UpgradeJournal } from './journal.ts';
import type { PrepareProgress } from './prepare-upgrade.ts';
import { type ReportedRequest, type UpgradeStep, upgradeEvent, upgradeEventId } from './upgrade-events.ts';

export interface UpgradeReporterOptions {
  journal: UpgradeJournal;
  /** Records an event. If the store is not writable, only logs that. */
  record(event: NewEvent, id: string): void;
  wakeHeartbeat(): void;
  clock: Clock;
  log: Logger;
}

export type UpgradeReporter = ReturnType<typeof upgradeReporter>;

/** Reports an upgrade: in each heartbeat, with one event per step, and in the status. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share one report, and each is short.
export function upgradeReporter({ journal, record, wakeHeartbeat, clock, log }: UpgradeReporterOptions) {
  let report: UpgradeReportInput | null = null;
  let currentWhy = 'waiting for the control plane';

  const say = (said: UpgradeReportInput | null): void => {
    const isNews = said?.state !== report?.state || (said?.reason != null && said.reason !== report?.reason);
    report = said;
    if (isNews) wakeHeartbeat();
  };

  /** Reports a step once. An event that cannot be stored is only logged: an upgrade does not depend on it. */
  const tell = (step: UpgradeStep, request: ReportedRequest, reason: string | null): void => {
    if (journal.hasReported(request.requestId, step)) return;
    const event = upgradeEvent(step, request, reason);
    log[step === 'rolled_back' || step === 'failed' ? 'error' : 'info'](event.message);
    record(event, upgradeEventId(step, request));
    journal.told(request.requestId, step);
  };

  return {
    get report(): UpgradeReportInput | null {
      return report;
    },
    tell,
    /** `request`: the one reported with each heartbeat. */
    status(seen: { lookedAt: string | null; upgradability: UpgradabilityInput }) {
      const { current, lastEnded: last = null } = journal;
      // The reported request may be older than the current one.
      const told = report && (report.requestId === current?.requestId ? current : journal.end(report.requestId));
      const request = report && { targetVersion: told?.targetVersion ?? null, ...report };
      return { ...seen, why: currentWhy, last, request };
    },
    rest(why: string): void {
      currentWhy = why;
      say(null);
    },
    /** The upgrade is stuck. The heartbeat's report stays unchanged. */
    stuck(why: string): void {
      currentWhy = why;
    },
    /** Reports a request and the watcher's steps. Returns whether the request ends with this, which happens once. */
    follow(request: FollowedRequest): boolean {
      const { requestId, fromVersion, targetVersion, state, reason } = request;
      currentWhy = isEnd(state) ? `the upgrade to ${targetVersion} has ended: ${state}` : 'an upgrade is in progress';
      say({ requestId, state, ...(reason === null ? {} : { reason }) });
      const isPast = journal.end(requestId) !== undefined && journal.current?.requestId !== requestId;
      if (isPast) return false;
      journal.begin(request);
      if (state !== 'fetching' && state !== 'rehearsing') tell(state, request, reason);
      if (!isEnd(state) || journal.end(requestId) !== undefined) return false;
      const at = new Date(clock.now()).toISOString();
      journal.finish({ requestId, fromVersion, targetVersion, state, reason, at });
      return true;
    },
    /** Starts the preparation of a request. Returns its progress reporter. */
    preparing(request: ReportedRequest): PrepareProgress {
      const { requestId, targetVersion } = request;
      journal.begin(request);
      currentWhy = `preparing the upgrade to ${targetVersion}`;
      let state: 'fetching' | 'rehearsing' = 'fetching';
      let progress = 0;
      return {
        step: (step) => {
          tell(step, request, null);
          if (step !== 'fetching' && step !== 'rehearsing') return;
          state = step;
          progress = 0;
          say({ requestId, state, progress });
          wakeHeartbeat();
        },
        show: (part, trouble) => {
          progress = part ?? progress;
          say({ requestId, state, progress, ...(trouble === null ? {} : { reason: trouble }) });
          if (trouble !== null) log.warn(`upgrade to ${targetVersion}: ${trouble}`);
        },
      };
    },
    /** Everything is prepared, and only the control plane’s confirmation is missing. */
    waitsForWord(requestId: string): void {
      const reason = 'waiting for the control plane’s confirmation';
      say({ requestId, state: 'rehearsing', progress: 1, reason });
    },
  };
}
