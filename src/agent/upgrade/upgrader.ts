import { join } from 'node:path';
import type { DesiredUpgrade, UpgradabilityInput, UpgradeReportInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Notify } from '../../timing/notify.ts';
import { isEnd, type UpgradeFiles, type UpgradeOrder, upgradeFiles } from '../../upgrade/upgrade-files.ts';
import { loop, type Pulse, type Service } from '../loops/watched-loops.ts';
import { decideUpgrade, type FollowedRequest, type UpgradeDecision } from './decide.ts';
import { helperKeeper } from './helper-keeper.ts';
import { UpgradeJournal } from './journal.ts';
import { outcomeAsKnown } from './lost-outcome.ts';
import type { PrepareOptions } from './prepare-upgrade.ts';
import { type InstallationPlaces, upgradabilityReader } from './upgradability.ts';
import { UpgradeFailed } from './upgrade-error.ts';
import type { ReportedRequest } from './upgrade-events.ts';
import { type UpgradeReporterOptions, upgradeReporter } from './upgrade-reporter.ts';
import { WantedUpgrade } from './wanted-upgrade.ts';

export interface UpgraderOptions
  extends InstallationPlaces,
    Omit<PrepareOptions, 'root' | 'dataDir' | 'upgradability' | 'files' | 'present'>,
    Omit<UpgradeReporterOptions, 'journal'> {
  /** How long the watcher may take to start an order that is no longer requested. Default: a minute. */
  withdrawAfterMs?: number;
  pulse: Pulse;
}

/** Interval of checks on the watcher, and after failures. */
const followEveryMs = 1000;
const retryEveryMs = 60_000;
/** It is woken by the control plane's answers. */
const restMs = 3_600_000;

/** Downloads, rehearses and orders the requested version. Its state is in files, so that it survives a kill. */
export class Upgrader implements Service {
  readonly name = 'upgrade';
  readonly #options: UpgraderOptions;
  readonly #files: UpgradeFiles;
  readonly upgradability: () => UpgradabilityInput;
  readonly #journal: UpgradeJournal;
  readonly #wanted: WantedUpgrade;
  readonly #changed: Notify;
  readonly #helper: ReturnType<typeof helperKeeper>;
  readonly #reporter: ReturnType<typeof upgradeReporter>;
  #unwantedSince: number | null = null;

  constructor(options: UpgraderOptions) {
    const { dataDir, container, clock, log } = options;
    this.#options = options;
    const files = upgradeFiles(dataDir);
    this.#files = files;
    this.upgradability = upgradabilityReader(options, clock, async () => (await container?.facts()) ?? null);
    this.#journal = new UpgradeJournal(files, log);
    this.#wanted = new WantedUpgrade(clock);
    this.#changed = new Notify(clock);
    this.#reporter = upgradeReporter({ ...options, journal: this.#journal });
    const ownContainer = () => (this.upgradability().packaging === 'image' ? container : undefined);
    this.#helper = helperKeeper({ container: ownContainer, files, log });
  }

  /** Reports the known state before the first heartbeat: a new version must report that it is being judged. */
  open(): void {
    try {
      this.#show(this.#decide());
    } catch (error) {
      this.#stuck('cannot read the state of the last upgrade', error);
    }
  }

  /** Takes the request from an answered heartbeat. */
  accept(wanted: DesiredUpgrade | null): void {
    this.#wanted.accept(wanted);
    this.#changed.notify();
  }

  report(): UpgradeReportInput | null {
    return this.#reporter.report;
  }

  status() {
    return this.#reporter.status({ lookedAt: this.#wanted.lookedAt, upgradability: this.upgradability() });
  }

  run(signal: AbortSignal): Promise<void> {
    const rest = (ms: number) => this.#changed.wait(ms, signal);
    return loop({ pulse: this.#options.pulse, signal, rest }, () => this.#turn(signal));
  }

  /** Returns the milliseconds until the next check. No failure of an upgrade ends the agent or this loop. */
  async #turn(signal: AbortSignal): Promise<number> {
    try {
      const decision = this.#decide();
      this.#show(decision);
      await this.#withdraw(decision);
      if (decision.kind !== 'withdraw') await this.#helper.ensureRunning();
      if (decision.kind === 'prepare') await this.#prepare(decision.wanted, signal);
      if (decision.kind === 'rest' && this.#wanted.current === null) await this.#drop();
      const isFollowing = decision.kind === 'follow' && !isEnd(decision.request.state);
      return isFollowing || decision.kind === 'withdraw' ? followEveryMs : restMs;
    } catch (error) {
      if (!signal.aborted) this.#stuck('the upgrade is stuck', error);
      return retryEveryMs;
    }
  }

  #stuck(what: string, error: unknown): void {
    this.#reporter.stuck(`${what}: ${errorMessage(error)}`);
    this.#options.log.error({ err: error }, what);
  }

  /** The watcher is about to start, unless its unit is broken: then the order is withdrawn. */
  async #withdraw(decision: UpgradeDecision): Promise<void> {
    const { clock, log, withdrawAfterMs = 60_000 } = this.#options;
    if (decision.kind !== 'withdraw') {
      this.#unwantedSince = null;
      return;
    }
    this.#unwantedSince ??= clock.elapsed();
    if (clock.elapsed() - this.#unwantedSince < withdrawAfterMs) return;
    await this.#helper.remove(decision.order);
    // It may have started before the removal.
    if (this.#decide().kind !== 'withdraw') return;
    this.#files.order.remove();
    log.warn('withdrew upgrade: request no longer active and switch not started');
  }

  #decide(): UpgradeDecision {
    const { version, clock, log } = this.#options;
    const files = this.#files;
    const wanted = this.#wanted.current;
    const order = files.order.read();
    const outcome = outcomeAsKnown({ files, order, journal: this.#journal, version, clock, log });
    return decideUpgrade({
      wanted,
      version,
      order,
      outcome,
      isOutcomeReported: outcome !== null && this.#journal.end(outcome.requestId) !== undefined,
      ended: wanted ? this.#journal.end(wanted.requestId) : undefined,
    });
  }

  #show(decision: UpgradeDecision): void {
    if (decision.kind === 'rest') this.#reporter.rest(decision.why);
    if (decision.kind === 'follow') this.#follow(decision.request);
  }

  #follow(request: FollowedRequest): void {
    if (!this.#reporter.follow(request)) return;
    this.#removeFetched().catch((error: unknown) => {
      // The next request removes the leftovers.
      this.#options.log.warn({ err: error }, 'cannot remove files of ended upgrade');
    });
  }

  async #prepare(wanted: DesiredUpgrade, signal: AbortSignal): Promise<void> {
    const { requestId, targetVersion } = wanted;
    const request: ReportedRequest = { requestId, targetVersion, fromVersion: this.#options.version };
    if (this.#journal.current?.requestId !== requestId) await this.#drop();
    const progress = this.#reporter.preparing(request);
    const work = this.#wanted.whileWanted(requestId, signal);
    // A download has its own timeouts, and so has the rehearsal.
    this.#options.pulse.away();
    try {
      // Rarely needed code is loaded on demand.
      const { prepareUpgrade } = await import('./prepare-upgrade.ts');
      // The running process is only `agent run`; a clone, which has no such file, is never upgraded.
      const present = { command: join(this.#options.root, 'bin/satrap'), args: [] };
      const options = { ...this.#options, files: this.#files, present, upgradability: this.upgradability() };
      await this.#order(await prepareUpgrade(wanted, options, progress, work.signal), work.signal);
    } catch (error) {
      // A cancelled request needs no report. The agent's shutdown only interrupts it; the next run continues.
      if (work.signal.aborted) return;
      const reason = errorMessage(error);
      if (!(error instanceof UpgradeFailed)) this.#options.log.error({ err: error }, 'upgrade failed');
      this.#follow({ ...request, state: 'failed', reason });
    } finally {
      work.end();
      this.#changed.notify();
    }
  }

  /** The point of no return. Only the control plane's confirmation after the rehearsal proves the request active. */
  async #order(order: UpgradeOrder, signal: AbortSignal): Promise<void> {
    const { requestId, fromVersion, toVersion: targetVersion } = order;
    this.#reporter.waitsForWord(requestId);
    await this.#wanted.confirmed(requestId, signal, this.#options.wakeHeartbeat);
    signal.throwIfAborted();
    this.#files.order.write(order);
    this.#reporter.tell('switching', { requestId, fromVersion, targetVersion }, null);
  }

  /** The current request was cancelled: its files are removed, and that is reported unless it ended otherwise. */
  async #drop(): Promise<void> {
    const { current } = this.#journal;
    if (current === null || this.#journal.end(current.requestId) !== undefined) return;
    if (this.#journal.hasReported(current.requestId, 'dropped')) return;
    await this.#removeFetched();
    this.#reporter.tell('dropped', current, null);
  }

  async #removeFetched(): Promise<void> {
    const { removeFetched } = await import('./prepare-upgrade.ts');
    removeFetched(this.#files);
  }
}
