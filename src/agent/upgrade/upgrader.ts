import type { DesiredUpgrade, UpgradabilityInput, UpgradeReportInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Notify } from '../../timing/notify.ts';
import { readOrder, removeOrder, type UpgradeOrder, writeOrder } from '../../upgrade/order.ts';
import type { Service } from '../loops/service.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';
import { decideUpgrade, type FollowedRequest, type UpgradeDecision } from './decide.ts';
import { HelperKeeper } from './helper-keeper.ts';
import { isEnd, openUpgradeJournal, type UpgradeJournal } from './journal.ts';
import { outcomeAsKnown } from './lost-outcome.ts';
import type { OwnContainer } from './own-container.ts';
import type { PrepareOptions, PrepareProgress } from './prepare-upgrade.ts';
import type { Upgradability } from './upgradability.ts';
import { UpgradeFailed } from './upgrade-error.ts';
import type { ToldRequest } from './upgrade-events.ts';
import { UpgradeReporter, type UpgradeReporterOptions, type UpgradeStatus } from './upgrade-reporter.ts';
import { WantedUpgrade } from './wanted-upgrade.ts';

export interface UpgraderOptions
  extends Omit<PrepareOptions, 'upgradability'>,
    Omit<UpgradeReporterOptions, 'journal' | 'wakeHeartbeat'> {
  upgradability: Upgradability;
  /** Used where the agent runs in a container. */
  container?: OwnContainer;
  /** How long the watcher may take to begin with an order that nobody asks for any more. Default: a minute. */
  withdrawAfterMs?: number;
  pulse: Pulse;
  wakeHeartbeat(): void;
}

/** How often it is looked how far the watcher is, and after what went wrong. */
const followEveryMs = 1000;
const retryEveryMs = 60_000;
/** It is woken by the control plane's answers. */
const restMs = 3_600_000;

/** Fetches, rehearses and orders the version that the control plane requests. Its state is in files, so that it survives a kill. */
export class Upgrader implements Service {
  readonly name = 'upgrade';
  readonly #options: UpgraderOptions;
  readonly #journal: UpgradeJournal;
  readonly #wanted: WantedUpgrade;
  readonly #changed: Notify;
  readonly #helper: HelperKeeper;
  readonly #reporter: UpgradeReporter;
  #unwantedSince: number | null = null;

  constructor(options: UpgraderOptions) {
    this.#options = options;
    this.#journal = openUpgradeJournal(options.files, options.log);
    this.#wanted = new WantedUpgrade(options.clock);
    this.#changed = new Notify(options.clock);
    const { container, files, record, wakeHeartbeat, clock, log } = options;
    this.#reporter = new UpgradeReporter({ journal: this.#journal, record, wakeHeartbeat, clock, log });
    const isInContainer = () => this.upgradability().packaging === 'image';
    this.#helper = new HelperKeeper({ container, files, log, isInContainer });
  }

  /** Says what is known before the first heartbeat: that of a new version must say that it is judged. */
  open(): void {
    try {
      this.#show(this.#decide());
    } catch (error) {
      this.#reporter.stuck(`the state of the last upgrade cannot be read: ${errorMessage(error)}`);
      this.#options.log.error({ err: error }, 'the state of the last upgrade cannot be read');
    }
  }

  /** The control plane answered a heartbeat, and asks for this. */
  accept(wanted: DesiredUpgrade | null): void {
    this.#wanted.accept(wanted);
    this.#changed.notify();
  }

  upgradability(): UpgradabilityInput {
    return this.#options.upgradability.read();
  }

  report(): UpgradeReportInput | null {
    return this.#reporter.report;
  }

  status(): UpgradeStatus {
    return this.#reporter.status({ lookedAt: this.#wanted.lookedAt, upgradability: this.upgradability() });
  }

  run(signal: AbortSignal): Promise<void> {
    const rest = (ms: number) => this.#changed.wait(ms, signal);
    return loop({ pulse: this.#options.pulse, signal, rest }, () => this.#turn(signal));
  }

  /** Returns after how many milliseconds to look again. Whatever goes wrong with an upgrade ends neither the agent nor this loop. */
  async #turn(signal: AbortSignal): Promise<number> {
    try {
      const decision = this.#decide();
      this.#show(decision);
      await this.#withdraw(decision);
      if (decision.kind !== 'withdraw') await this.#helper.tend();
      if (decision.kind === 'prepare') await this.#prepare(decision.wanted, signal);
      if (decision.kind === 'rest' && this.#wanted.current === null) await this.#drop();
      const isFollowing = decision.kind === 'follow' && !isEnd(decision.request.state);
      return isFollowing || decision.kind === 'withdraw' ? followEveryMs : restMs;
    } catch (error) {
      if (signal.aborted) return retryEveryMs;
      this.#reporter.stuck(`no upgrade can go on: ${errorMessage(error)}`);
      this.#options.log.error({ err: error }, 'the upgrade cannot go on');
      return retryEveryMs;
    }
  }

  /** The watcher is about to begin, unless its unit is broken: then the order must not wait for anyone who fixes it. */
  async #withdraw(decision: UpgradeDecision): Promise<void> {
    const { clock, files, log, withdrawAfterMs = 60_000 } = this.#options;
    if (decision.kind !== 'withdraw') {
      this.#unwantedSince = null;
      return;
    }
    this.#unwantedSince ??= clock.elapsed();
    if (clock.elapsed() - this.#unwantedSince < withdrawAfterMs) return;
    await this.#helper.remove(decision.order);
    // It may have begun before it was removed.
    if (this.#decide().kind !== 'withdraw') return;
    removeOrder(files);
    log.warn('nobody asks any more for the upgrade that was ordered, and the watcher has not begun: it is withdrawn');
  }

  #decide(): UpgradeDecision {
    const { files, version, clock, log } = this.#options;
    const wanted = this.#wanted.current;
    const order = readOrder(files);
    const outcome = outcomeAsKnown({ files, order, journal: this.#journal, version, clock, log });
    return decideUpgrade({
      ...{ wanted, version, order, outcome },
      isOutcomeTold: outcome !== null && this.#journal.end(outcome.requestId) !== undefined,
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
      // The next request removes what another one left.
      this.#options.log.warn({ err: error }, 'what was fetched of an upgrade that has ended cannot be removed');
    });
  }

  async #prepare(wanted: DesiredUpgrade, signal: AbortSignal): Promise<void> {
    const { requestId, targetVersion } = wanted;
    const request: ToldRequest = { requestId, targetVersion, fromVersion: this.#options.version };
    if (this.#journal.current?.requestId !== requestId) await this.#drop();
    const progress = this.#reporter.preparing(request);
    const work = this.#wanted.whileWanted(requestId, signal);
    // A download has its own limits, and so has the new version that rehearses.
    this.#options.pulse.away();
    try {
      const options = { ...this.#options, upgradability: this.upgradability() };
      await this.#order(await prepareAsPackaged(wanted, options, progress, work.signal), work.signal);
    } catch (error) {
      // Who no longer wants it needs no answer. An end of the agent interrupts it; the next one goes on.
      if (work.signal.aborted) return;
      const reason = errorMessage(error);
      if (!(error instanceof UpgradeFailed)) this.#options.log.error({ err: error }, 'an upgrade failed');
      this.#follow({ ...request, state: 'failed', reason });
    } finally {
      work.end();
      this.#changed.notify();
    }
  }

  /** The point of no return. The control plane must want it still, by an answer after the rehearsal: a clock does not tell that. */
  async #order(order: UpgradeOrder, signal: AbortSignal): Promise<void> {
    const { files, wakeHeartbeat } = this.#options;
    const { requestId, fromVersion, toVersion: targetVersion } = order;
    this.#reporter.waitsForWord(requestId);
    await this.#wanted.confirmed(requestId, signal, wakeHeartbeat);
    signal.throwIfAborted();
    writeOrder(files, order);
    this.#reporter.tell('switching', { requestId, fromVersion, targetVersion }, null);
  }

  /** What was begun last is not asked for any more: what was prepared of it is removed, and told where it did not end otherwise. */
  async #drop(): Promise<void> {
    const { current } = this.#journal;
    if (current === null || this.#journal.end(current.requestId) !== undefined) return;
    if (this.#journal.hasTold(current.requestId, 'dropped')) return;
    await this.#removeFetched();
    this.#reporter.tell('dropped', current, null);
  }

  async #removeFetched(): Promise<void> {
    const { removeFetched } = await import('./prepare-upgrade.ts');
    removeFetched(this.#options.files);
  }
}

/** Prepares a switch in the way that this agent was installed in: a container's by image, a service's by archive. Throws UpgradeFailed. */
export async function prepareAsPackaged(
  wanted: DesiredUpgrade,
  options: PrepareOptions & { container?: OwnContainer },
  progress: PrepareProgress,
  signal: AbortSignal,
): Promise<UpgradeOrder> {
  const { container } = options;
  // What is needed once in months is loaded then.
  if (container !== undefined && options.upgradability.packaging === 'image') {
    const { prepareImage } = await import('./prepare-image.ts');
    return prepareImage(wanted, { ...options, container }, progress, signal);
  }
  const { prepareUpgrade } = await import('./prepare-upgrade.ts');
  return prepareUpgrade(wanted, options, progress, signal);
}
