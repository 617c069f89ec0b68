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
  readonly #journal: UpgradeJournal;
  report: UpgradeReportInput | null = null;
  #why = 'waiting for the control plane';

  constructor(options: UpgradeReporterOptions) {
    this.#options = options;
    this.#journal = options.journal;
  }

  /** `request`: the one reported with each heartbeat. */
  status(seen: { lookedAt: string | null; upgradability: UpgradabilityInput }) {
    const { report } = this;
    const { current, lastEnded: last = null } = this.#journal;
    // The reported request may be older than the current one.
    const told = report && (report.requestId === current?.requestId ? current : this.#journal.end(report.requestId));
    const request = report && { targetVersion: told?.targetVersion ?? null, ...report };
    return { ...seen, why: this.#why, last, request };
  }

  rest(why: string): void {
    this.#why = why;
    this.#say(null);
  }

  /** The upgrade is stuck. The heartbeat's report stays unchanged. */
  stuck(why: string): void {
    this.#why = why;
  }

  /** Reports a request and the watcher's steps. Returns whether the request ends with this, which happens once. */
  follow(request: FollowedRequest): boolean {
    const { requestId, fromVersion, targetVersion, state, reason } = request;
    this.#why = isEnd(state) ? `the upgrade to ${targetVersion} has ended: ${state}` : 'an upgrade is in progress';
    this.#say({ requestId, state, ...(reason === null ? {} : { reason }) });
    const isPast = this.#journal.end(requestId) !== undefined && this.#journal.current?.requestId !== requestId;
    if (isPast) return false;
    this.#journal.begin(request);
    if (state !== 'fetching' && state !== 'rehearsing') this.tell(state, request, reason);
    if (!isEnd(state) || this.#journal.end(requestId) !== undefined) return false;
    const at = new Date(this.#options.clock.now()).toISOString();
    this.#journal.finish({ requestId, fromVersion, targetVersion, state, reason, at });
    return true;
  }

  /** Starts the preparation of a request. Returns its progress reporter. */
  preparing(request: ReportedRequest): PrepareProgress {
    const { requestId, targetVersion } = request;
    this.#journal.begin(request);
    this.#why = `preparing the upgrade to ${targetVersion}`;
    let state: 'fetching' | 'rehearsing' = 'fetching';
    let progress = 0;
    return {
      step: (step) => {
        this.tell(step, request, null);
        if (step !== 'fetching' && step !== 'rehearsing') return;
        state = step;
        progress = 0;
        this.#say({ requestId, state, progress });
        this.#options.wakeHeartbeat();
      },
      show: (part, trouble) => {
        progress = part ?? progress;
        this.#say({ requestId, state, progress, ...(trouble === null ? {} : { reason: trouble }) });
        if (trouble !== null) this.#options.log.warn(`upgrade to ${targetVersion}: ${trouble}`);
      },
    };
  }

  /** Everything is prepared, and only the control plane’s confirmation is missing. */
  waitsForWord(requestId: string): void {
    const reason = 'waiting for the control plane’s confirmation';
    this.#say({ requestId, state: 'rehearsing', progress: 1, reason });
  }

  /** Reports a step once. An event that cannot be stored is only logged: an upgrade does not depend on it. */
  tell(step: UpgradeStep, request: ReportedRequest, reason: string | null): void {
    const { record, log } = this.#options;
    if (this.#journal.hasReported(request.requestId, step)) return;
    const event = upgradeEvent(step, request, reason);
    log[step === 'rolled_back' || step === 'failed' ? 'error' : 'info'](event.message);
    record(event, upgradeEventId(step, request));
    this.#journal.told(request.requestId, step);
  }

  #say(report: UpgradeReportInput | null): void {
    const isNews =
      report?.state !== this.report?.state || (report?.reason != null && report.reason !== this.report?.reason);
    this.report = report;
    if (isNews) this.#options.wakeHeartbeat();
  }
}
