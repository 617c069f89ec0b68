import { join } from 'node:path';
import type { DesiredUpgrade, UpgradeReportInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Notify } from '../../timing/notify.ts';
import { isEnd, type UpgradeOrder, upgradeFiles } from '../../upgrade/upgrade-files.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';
import { decideUpgrade, type FollowedRequest, type UpgradeDecision } from './decide.ts';
import { helperKeeper } from './helper-keeper.ts';
import { upgradeJournal } from './journal.ts';
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

export type Upgrader = ReturnType<typeof upgrader>;

/** Downloads, rehearses and orders the requested version. Its state is in files, so that it survives a kill. */
export function upgrader(options: UpgraderOptions) {
  const { version, root, dataDir, container, pulse, clock, log, wakeHeartbeat, withdrawAfterMs = 60_000 } = options;
  const files = upgradeFiles(dataDir);
  const upgradability = upgradabilityReader(options, clock, async () => (await container?.facts()) ?? null);
  const journal = upgradeJournal(files, log);
  const wanted = new WantedUpgrade(clock);
  const changed = new Notify(clock);
  const reporter = upgradeReporter({ ...options, journal });
  const ownContainer = () => (upgradability().packaging === 'image' ? container : undefined);
  const helper = helperKeeper({ container: ownContainer, files, log });
  let unwantedSince: number | null = null;

  /** Returns the milliseconds until the next check. No failure of an upgrade ends the agent or this loop. */
  const turn = async (signal: AbortSignal): Promise<number> => {
    try {
      const decision = decide();
      show(decision);
      await withdraw(decision);
      if (decision.kind !== 'withdraw') await helper.ensureRunning();
      if (decision.kind === 'prepare') await prepare(decision.wanted, signal);
      if (decision.kind === 'rest' && wanted.current === null) await drop();
      const isFollowing = decision.kind === 'follow' && !isEnd(decision.request.state);
      return isFollowing || decision.kind === 'withdraw' ? followEveryMs : restMs;
    } catch (error) {
      if (!signal.aborted) stuck('the upgrade is stuck', error);
      return retryEveryMs;
    }
  };

  const stuck = (what: string, error: unknown): void => {
    reporter.stuck(`${what}: ${errorMessage(error)}`);
    log.error({ err: error }, what);
  };

  /** The watcher is about to start, unless its unit is broken: then the order is withdrawn. */
  const withdraw = async (decision: UpgradeDecision): Promise<void> => {
    if (decision.kind !== 'withdraw') {
      unwantedSince = null;
      return;
    }
    unwantedSince ??= clock.elapsed();
    if (clock.elapsed() - unwantedSince < withdrawAfterMs) return;
    await helper.remove(decision.order);
    // It may have started before the removal.
    if (decide().kind !== 'withdraw') return;
    files.order.remove();
    log.warn('withdrew upgrade: request no longer active and switch not started');
  };

  const decide = (): UpgradeDecision => {
    const { current } = wanted;
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
  };

  const show = (decision: UpgradeDecision): void => {
    if (decision.kind === 'rest') reporter.rest(decision.why);
    if (decision.kind === 'follow') follow(decision.request);
  };

  const follow = (request: FollowedRequest): void => {
    if (!reporter.follow(request)) return;
    removeFiles().catch((error: unknown) => {
      // The next request removes the leftovers.
      log.warn({ err: error }, 'cannot remove files of ended upgrade');
    });
  };

  const prepare = async (desired: DesiredUpgrade, signal: AbortSignal): Promise<void> => {
    const { requestId, targetVersion } = desired;
    const request: ReportedRequest = { requestId, targetVersion, fromVersion: version };
    if (journal.current?.requestId !== requestId) await drop();
    const progress = reporter.preparing(request);
    const work = wanted.whileWanted(requestId, signal);
    // A download has its own timeouts, and so has the rehearsal.
    pulse.away();
    try {
      // Rarely needed code is loaded on demand.
      const { prepareUpgrade } = await import('./prepare-upgrade.ts');
      // The running process is only `agent run`; a clone, which has no such file, is never upgraded.
      const present = { command: join(root, 'bin/satrap'), args: [] };
      const prepared = { ...options, files, present, upgradability: upgradability() };
      await placeOrder(await prepareUpgrade(desired, prepared, progress, work.signal), work.signal);
    } catch (error) {
      // A cancelled request needs no report. The agent's shutdown only interrupts it; the next run continues.
      if (work.signal.aborted) return;
      if (!(error instanceof UpgradeFailed)) log.error({ err: error }, 'upgrade failed');
      follow({ ...request, state: 'failed', reason: errorMessage(error) });
    } finally {
      work.end();
      changed.notify();
    }
  };

  /** The point of no return. Only the control plane's confirmation after the rehearsal proves the request active. */
  const placeOrder = async (order: UpgradeOrder, signal: AbortSignal): Promise<void> => {
    const { requestId, fromVersion, toVersion: targetVersion } = order;
    reporter.waitsForWord(requestId);
    await wanted.confirmed(requestId, signal, wakeHeartbeat);
    signal.throwIfAborted();
    files.order.write(order);
    reporter.tell('switching', { requestId, fromVersion, targetVersion }, null);
  };

  /** The current request was cancelled: its files are removed, and that is reported unless it ended otherwise. */
  const drop = async (): Promise<void> => {
    const { current } = journal;
    if (current === null || journal.end(current.requestId) !== undefined) return;
    if (journal.hasReported(current.requestId, 'dropped')) return;
    await removeFiles();
    reporter.tell('dropped', current, null);
  };

  const removeFiles = async (): Promise<void> => {
    const { removeFetched } = await import('./prepare-upgrade.ts');
    removeFetched(files);
  };

  return {
    name: 'upgrade',
    upgradability,
    report: (): UpgradeReportInput | null => reporter.report,
    status: () => reporter.status({ lookedAt: wanted.lookedAt, upgradability: upgradability() }),
    /** Reports the known state before the first heartbeat: a new version must report that it is being judged. */
    open(): void {
      try {
        show(decide());
      } catch (error) {
        stuck('cannot read the state of the last upgrade', error);
      }
    },
    /** Takes the request from an answered heartbeat. */
    accept(answered: DesiredUpgrade | null): void {
      wanted.accept(answered);
      changed.notify();
    },
    run: (signal: AbortSignal): Promise<void> =>
      loop({ pulse, signal, rest: (ms) => changed.wait(ms, signal) }, () => turn(signal)),
  };
}
