import { join } from 'node:path';
import type { DesiredUpgrade, UpgradeReportInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Notify } from '../../timing/notify.ts';
import { isEnd, type UpgradeFiles, type UpgradeOrder, upgradeFiles } from '../../upgrade/upgrade-files.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';
import { decideUpgrade, type FollowedRequest, type UpgradeDecision } from './decide.ts';
import { type HelperKeeper, helperKeeper } from './helper-keeper.ts';
import { type UpgradeJournal, upgradeJournal } from './journal.ts';
import { outcomeAsKnown } from './lost-outcome.ts';
import type { PrepareOptions } from './prepare-upgrade.ts';
import { type InstallationPlaces, type UpgradabilityReader, upgradabilityReader } from './upgradability.ts';
import { UpgradeFailed } from './upgrade-error.ts';
import type { ReportedRequest } from './upgrade-events.ts';
import { UpgradeReporter, type UpgradeReporterOptions } from './upgrade-reporter.ts';
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
export class Upgrader {
  readonly name = 'upgrade';
  readonly #options: UpgraderOptions;
  readonly #files: UpgradeFiles;
  readonly #readUpgradability: UpgradabilityReader;
  readonly #journal: UpgradeJournal;
  readonly #reporter: UpgradeReporter;
  readonly #helper: HelperKeeper;
  readonly #wanted: WantedUpgrade;
  /** Wakes the loop. */
  readonly #changed: Notify;
  /** Since when the ordered upgrade is no longer requested, by the monotonic clock; null while it is. */
  #unwantedSince: number | null = null;

  constructor(options: UpgraderOptions) {
    const { dataDir, container, clock, log } = options;
    const files = upgradeFiles(dataDir);
    const upgradability = upgradabilityReader(options, clock, async () => (await container?.facts()) ?? null);
    const journal = upgradeJournal(files, log);
    const ownContainer = () => (upgradability().packaging === 'image' ? container : undefined);
    this.#options = options;
    this.#files = files;
    this.#readUpgradability = upgradability;
    this.#journal = journal;
    this.#reporter = new UpgradeReporter({ ...options, journal });
    this.#helper = helperKeeper({ container: ownContainer, files, log });
    this.#wanted = new WantedUpgrade(clock);
    this.#changed = new Notify(clock);
  }

  upgradability(): ReturnType<UpgradabilityReader> {
    return this.#readUpgradability();
  }

  report(): UpgradeReportInput | null {
    return this.#reporter.report;
  }

  status() {
    return this.#reporter.status({ lookedAt: this.#wanted.lookedAt, upgradability: this.upgradability() });
  }

  /** Reports the known state before the first heartbeat: a new version must report that it is being judged. */
  open(): void {
    try {
      this.#show(this.#decide());
    } catch (error) {
      this.#reportStuck('cannot read the state of the last upgrade', error);
    }
  }

  /** Takes the request from an answered heartbeat. */
  accept(answered: DesiredUpgrade | null): void {
    this.#wanted.accept(answered);
    this.#changed.notify();
  }

  run(signal: AbortSignal): Promise<void> {
    const { pulse } = this.#options;
    return loop({ pulse, signal, rest: (ms) => this.#changed.wait(ms, signal) }, () => this.#turn(signal));
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
      if (!signal.aborted) this.#reportStuck('the upgrade is stuck', error);
      return retryEveryMs;
    }
  }

  #decide(): UpgradeDecision {
    const { version, clock, log } = this.#options;
    const { current } = this.#wanted;
    const files = this.#files;
    const journal = this.#journal;
    const order = files.order.read();
    const outcome = outcomeAsKnown({ files, order, journal, version, clock, log });
    return decideUpgrade({
      wanted: current,
      version,
      order,
      outcome,
      isOutcomeReported: outcome !== null && journal.end(outcome.requestId) !== undefined,
      ended: current ? journal.end(current.requestId) : undefined,
    });
  }

  #show(decision: UpgradeDecision): void {
    if (decision.kind === 'rest') this.#reporter.rest(decision.why);
    if (decision.kind === 'follow') this.#follow(decision.request);
  }

  #reportStuck(what: string, error: unknown): void {
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

  #follow(request: FollowedRequest): void {
    if (!this.#reporter.follow(request)) return;
    this.#removeFiles().catch((error: unknown) => {
      // The next request removes the leftovers.
      this.#options.log.warn({ err: error }, 'cannot remove files of ended upgrade');
    });
  }

  /** Downloads and rehearses a version, and orders the switch to it. */
  async #prepare(desired: DesiredUpgrade, signal: AbortSignal): Promise<void> {
    const { version, root, pulse, log } = this.#options;
    const { requestId, targetVersion } = desired;
    const request: ReportedRequest = { requestId, targetVersion, fromVersion: version };
    if (this.#journal.current?.requestId !== requestId) await this.#drop();
    const progress = this.#reporter.preparing(request);
    const work = this.#wanted.whileWanted(requestId, signal);
    // A download has its own timeouts, and so has the rehearsal.
    pulse.away();
    try {
      // Rarely needed code is loaded on demand.
      const { prepareUpgrade } = await import('./prepare-upgrade.ts');
      // The running process is only `agent run`; a clone, which has no such file, is never upgraded.
      const present = { command: join(root, 'bin/satrap'), args: [] };
      const prepared = { ...this.#options, files: this.#files, present, upgradability: this.upgradability() };
      await this.#placeOrder(await prepareUpgrade(desired, prepared, progress, work.signal), work.signal);
    } catch (error) {
      // A cancelled request needs no report. The agent's shutdown only interrupts it; the next run continues.
      if (work.signal.aborted) return;
      if (!(error instanceof UpgradeFailed)) log.error({ err: error }, 'upgrade failed');
      this.#follow({ ...request, state: 'failed', reason: errorMessage(error) });
    } finally {
      work.end();
      this.#changed.notify();
    }
  }

  /** The point of no return. Only the control plane's confirmation after the rehearsal proves the request active. */
  async #placeOrder(order: UpgradeOrder, signal: AbortSignal): Promise<void> {
    const { requestId, fromVersion, toVersion: targetVersion } = order;
    this.#reporter.waitsForWord(requestId);
    await this.#wanted.confirmed(requestId, signal, this.#options.wakeHeartbeat);
    signal.throwIfAborted();
    this.#files.order.write(order);
    this.#reporter.tell('switching', { requestId, fromVersion, targetVersion }, null);
  }

  /** The current request was cancelled: its files are removed, and that is reported unless it ended otherwise. */
  async #drop(): Promise<void> {
    const journal = this.#journal;
    const { current } = journal;
    if (current === null || journal.end(current.requestId) !== undefined) return;
    if (journal.hasReported(current.requestId, 'dropped')) return;
    await this.#removeFiles();
    this.#reporter.tell('dropped', current, null);
  }

  async #removeFiles(): Promise<void> {
    const { removeFetched } = await import('./prepare-upgrade.ts');
    removeFetched(this.#files);
  }
}
