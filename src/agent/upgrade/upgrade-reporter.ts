import type { Logger } from 'pino';
import type { UpgradabilityInput, UpgradeReportInput } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { FollowedRequest } from './decide.ts';
import { type EndedRequest, isEnd, type UpgradeJournal } from './journal.ts';
import type { PrepareProgress } from './prepare-upgrade.ts';
import { type ToldRequest, type UpgradeStep, upgradeEvent, upgradeEventId } from './upgrade-events.ts';

export interface UpgradeReporterOptions {
  journal: UpgradeJournal;
  /** Records an event. Where the store cannot be written, it only logs that. */
  record(event: NewEvent, id: string): void;
  wakeHeartbeat(): void;
  clock: Clock;
  log: Logger;
}

/** Reports an upgrade: in each heartbeat, by one event for each step, and in the status. */
export class UpgradeReporter {
  readonly #options: UpgradeReporterOptions;
  readonly #journal: UpgradeJournal;
  #report: UpgradeReportInput | null = null;
  #why = 'the control plane has not answered yet';

  constructor(options: UpgradeReporterOptions) {
    this.#options = options;
    this.#journal = options.journal;
  }

  get report(): UpgradeReportInput | null {
    return this.#report;
  }

  status(seen: Pick<UpgradeStatus, 'lookedAt' | 'upgradability'>): UpgradeStatus {
    return {
      ...{ ...seen, why: this.#why, last: this.#journal.lastEnded ?? null },
      request:
        this.#report === null ? null : { targetVersion: this.#targetOf(this.#report.requestId), ...this.#report },
    };
  }

  /** What is told of may be an earlier request than the one that was begun last. */
  #targetOf(requestId: string): string | null {
    const { current } = this.#journal;
    const told = current?.requestId === requestId ? current : this.#journal.end(requestId);
    return told?.targetVersion ?? null;
  }

  rest(why: string): void {
    this.#why = why;
    this.#say(null);
  }

  /** The upgrade cannot go on. What a heartbeat says stays as it was. */
  stuck(why: string): void {
    this.#why = why;
  }

  /** Shows how far a request is, and tells the steps of the watcher. Returns whether the request ends with this, which it does once. */
  follow(request: FollowedRequest): boolean {
    const { requestId, targetVersion, state, reason } = request;
    this.#why = isEnd(state) ? `the upgrade to ${targetVersion} has ended: ${state}` : 'an upgrade is under way';
    this.#say({ requestId, state, ...(reason === null ? {} : { reason }) });
    const isPast = this.#journal.end(requestId) !== undefined && this.#journal.current?.requestId !== requestId;
    if (isPast) return false;
    this.#journal.begin(request);
    if (state !== 'fetching' && state !== 'rehearsing') this.tell(state, request, reason);
    return isEnd(state) && this.#finish(request, state, reason);
  }

  #finish(
    { requestId, fromVersion, targetVersion }: ToldRequest,
    state: EndedRequest['state'],
    reason: string | null,
  ): boolean {
    if (this.#journal.end(requestId) !== undefined) return false;
    const at = new Date(this.#options.clock.now()).toISOString();
    this.#journal.finish({ requestId, fromVersion, targetVersion, state, reason, at });
    return true;
  }

  /** A request is prepared from now on. Returns what says how far that is. */
  preparing(request: ToldRequest): PrepareProgress {
    const { requestId, targetVersion } = request;
    this.#journal.begin(request);
    this.#why = `the upgrade to ${targetVersion} is being prepared`;
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
      show: (percent, trouble) => {
        progress = percent ?? progress;
        this.#say({ requestId, state, progress, ...(trouble === null ? {} : { reason: trouble }) });
        if (trouble !== null) this.#options.log.warn(`upgrade to ${targetVersion}: ${trouble}`);
      },
    };
  }

  /** All is prepared, and only the control plane’s word is missing. */
  waitsForWord(requestId: string): void {
    const reason = 'waits for the control plane’s word to switch';
    this.#say({ requestId, state: 'rehearsing', progress: 100, reason });
  }

  /** Tells a step once. An event that cannot be stored is told by the log alone: an upgrade does not depend on it. */
  tell(step: UpgradeStep, request: ToldRequest, reason: string | null): void {
    const { record, log } = this.#options;
    if (this.#journal.hasTold(request.requestId, step)) return;
    const event = upgradeEvent(step, request, reason);
    log[step === 'rolled_back' || step === 'failed' ? 'error' : 'info'](event.message);
    record(event, upgradeEventId(step, request));
    this.#journal.told(request.requestId, step);
  }

  #say(report: UpgradeReportInput | null): void {
    const isNews =
      report?.state !== this.#report?.state || (report?.reason != null && report.reason !== this.#report?.reason);
    this.#report = report;
    if (isNews) this.#options.wakeHeartbeat();
  }
}

export interface UpgradeStatus {
  lookedAt: string | null;
  why: string;
  upgradability: UpgradabilityInput;
  /** The request that is told of with each heartbeat. */
  request: (UpgradeReportInput & { targetVersion: string | null }) | null;
  last: EndedRequest | null;
}
