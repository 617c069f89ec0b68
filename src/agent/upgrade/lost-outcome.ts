import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import type { UpgradeFiles, UpgradeOrder, UpgradeOutcome } from '../../upgrade/upgrade-files.ts';
import { InvalidUpgradeFile } from '../../upgrade/upgrade-files.ts';
import type { UpgradeJournal } from './journal.ts';

export interface OutcomeSources {
  files: UpgradeFiles;
  order: UpgradeOrder | null;
  journal: Pick<UpgradeJournal, 'current' | 'end' | 'hasReported'>;
  version: string;
  clock: Pick<Clock, 'now'>;
  log: Pick<Logger, 'error'>;
}

/** Returns the outcome of the last upgrade; null before the first. A damaged one is kept aside and reconstructed. */
export function outcomeAsKnown(sources: OutcomeSources): UpgradeOutcome | null {
  const { order, log } = sources;
  const { outcome } = sources.files;
  try {
    return outcome.read();
  } catch (error) {
    if (!(error instanceof InvalidUpgradeFile)) throw error;
    const known = knownOutcome(sources, error.message);
    if (order !== null) return known;
    const kept = outcome.keepDamaged();
    if (known === null) outcome.remove();
    else outcome.write(known);
    log.error(`${error.message}; kept as ${kept}`);
    return known;
  }
}

function knownOutcome({ order, journal, version, clock }: OutcomeSources, why: string): UpgradeOutcome | null {
  const reason = `cannot read the upgrade’s state: ${why}`.slice(0, 4000);
  const common = { reason, lastWords: null, updatedAt: new Date(clock.now()).toISOString() };
  if (order !== null) {
    const { requestId, fromVersion, toVersion } = order;
    // The watcher may have started, so it must not be withdrawn.
    return { ...common, requestId, fromVersion, toVersion, state: 'switching' };
  }
  const { current } = journal;
  if (current === null || journal.end(current.requestId) !== undefined) return null;
  const { requestId, fromVersion, targetVersion: toVersion } = current;
  // Without an order there was no switch.
  if (!journal.hasReported(requestId, 'switching')) return null;
  // The watcher removes the order at the end: the version running then stays.
  return { ...common, requestId, fromVersion, toVersion, state: version === toVersion ? 'committed' : 'failed' };
}
