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

/** Reports an upgrade: in each heartbeat, with one event per step, and in the status. */
export class UpgradeReporter {
  readonly #options: UpgradeReporterOptions;
  #report: UpgradeReportInput | null = null;
  #currentWhy = 'waiting for the control plane';

  constructor(options: UpgradeReporterOptions) {
    this.#options = options;
  }

  get report(): UpgradeReportInput | null {
    return this.#report;
  }

  /** `request`: the one reported with each heartbeat. */
  status(seen: { lookedAt: string | null; upgradability: UpgradabilityInput }) {
    const { journal } = this.#options;
    const { current, lastEnded: last = null } = journal;
    const report = this.#report;
    // The reported request may be older than the current one.
    const told = report && (report.requestId === current?.requestId ? current : journal.end(report.requestId));
    const request = report && { targetVersion: told?.targetVersion ?? null, ...report };
    return { ...seen, why: this.#currentWhy, last, request };
  }

  rest(why: string): void {
    this.#currentWhy = why;
    this.#show(null);
  }

  /** The upgrade is stuck. The heartbeat's report stays unchanged. */
  stuck(why: string): void {
    this.#currentWhy = why;
  }

  /** Reports a request and the watcher's steps. Returns whether the request ends with this, which happens once. */
  follow(request: FollowedRequest): boolean {
    const { journal, clock } = this.#options;
    const { requestId, fromVersion, targetVersion, state, reason } = request;
    this.#currentWhy = isEnd(state)
      ? `the upgrade to ${targetVersion} has ended: ${state}`
      : 'an upgrade is in progress';
    this.#show({ requestId, state, ...(reason === null ? {} : { reason }) });
    const isPast = journal.end(requestId) !== undefined && journal.current?.requestId !== requestId;
    if (isPast) return false;
    journal.begin(request);
    if (state !== 'fetching' && state !== 'rehearsing') this.tell(state, request, reason);
    if (!isEnd(state) || journal.end(requestId) !== undefined) return false;
    const at = new Date(clock.now()).toISOString();
    journal.finish({ requestId, fromVersion, targetVersion, state, reason, at });
    return true;
  }

  /** Starts the preparation of a request. Returns its progress reporter. */
  preparing(request: ReportedRequest): PrepareProgress {
    const { journal, wakeHeartbeat, log } = this.#options;
    const { requestId, targetVersion } = request;
    journal.begin(request);
    this.#currentWhy = `preparing the upgrade to ${targetVersion}`;
    let state: 'fetching' | 'rehearsing' = 'fetching';
    let progress = 0;
    return {
      step: (step) => {
        this.tell(step, request, null);
        if (step !== 'fetching' && step !== 'rehearsing') return;
        state = step;
        progress = 0;
        this.#show({ requestId, state, progress });
        wakeHeartbeat();
      },
      show: (part, trouble) => {
        progress = part ?? progress;
        this.#show({ requestId, state, progress, ...(trouble === null ? {} : { reason: trouble }) });
        if (trouble !== null) log.warn(`upgrade to ${targetVersion}: ${trouble}`);
      },
    };
  }

  /** Everything is prepared, and only the control plane’s confirmation is missing. */
  waitsForWord(requestId: string): void {
    const reason = 'waiting for the control plane’s confirmation';
    this.#show({ requestId, state: 'rehearsing', progress: 1, reason });
  }

  /** Reports a step once. An event that cannot be stored is only logged: an upgrade does not depend on it. */
  tell(step: UpgradeStep, request: ReportedRequest, reason: string | null): void {
    const { journal, record, log } = this.#options;
    if (journal.hasReported(request.requestId, step)) return;
    const event = upgradeEvent(step, request, reason);
    log[step === 'rolled_back' || step === 'failed' ? 'error' : 'info'](event.message);
    record(event, upgradeEventId(step, request));
    journal.told(request.requestId, step);
  }

  #show(report: UpgradeReportInput | null): void {
    const before = this.#report;
    const isNews = report?.state !== before?.state || (report?.reason != null && report.reason !== before?.reason);
    this.#report = report;
    if (isNews) this.#options.wakeHeartbeat();
  }
}
