import type { ImageOrder, UpgradeOrder, UpgradeOutcome } from '../upgrade/upgrade-files.ts';
import { newSwitch, type SwitchJournal } from './journal.ts';

export interface LostSwitch {
  order: UpgradeOrder | null;
  /** The last report: of this switch, or of an earlier one if this one has none yet. */
  outcome: UpgradeOutcome | null;
  reason: string;
}

/** The targets of a host's links, which only root can change. */
export interface Pointers {
  current: string | null;
  /** The version at the start of a switch, until the new one is accepted. */
  watcher: string | null;
  former: string | null;
}

/**
 * Recovers a switch whose journal is lost: rolls back to the watcher's version, which is safe in each step. If that is
 * the new one, the switch was accepted, and its commit continues. Null if no link has a version.
 */
export function recoverOnHost(lost: LostSwitch, pointers: Pointers, unknownId: string): SwitchJournal | null {
  const { current, watcher, former } = pointers;
  const good = watcher ?? current;
  if (good === null) return null;
  const outcome = outcomeOf(lost);
  const { requestId, toVersion: to } = lost.order ?? outcome ?? { requestId: unknownId, toVersion: current ?? good };
  const isNamed = requestId !== unknownId && outcome?.state !== 'failed' && outcome?.state !== 'rolled_back';
  if (isNamed && former !== null && to === good && current === good)
    return kept(newSwitch({ requestId, from: former, to, archive: null }));
  return back(newSwitch({ requestId, from: good, to, archive: null }), lost, current !== good);
}

/** The same in a container. `isCommitted`: the last step of a switch has removed its previous container. */
export function recoverInContainer(
  lost: LostSwitch,
  { requestId, fromVersion: from, toVersion: to, image }: ImageOrder,
  isCommitted: boolean,
): SwitchJournal {
  const begun = newSwitch({ requestId, from, to, archive: null, image });
  return isCommitted ? kept(begun) : back(begun, lost, false);
}

const kept = (begun: SwitchJournal): SwitchJournal => ({ ...begun, phase: 'commit', hasRun: true });

function back(begun: SwitchJournal, lost: LostSwitch, hasRun: boolean): SwitchJournal {
  const outcome = outcomeOf(lost);
  return {
    ...begun,
    direction: 'back',
    phase: 'stop',
    hasRun: hasRun || outcome?.state === 'judging' || outcome?.state === 'rolled_back',
    // It may already have been rolling back.
    reason: [outcome?.reason, lost.reason].filter(Boolean).join('; '),
    lastWords: outcome?.lastWords ?? null,
  };
}

const outcomeOf = ({ order, outcome }: LostSwitch): UpgradeOutcome | null =>
  order === null || outcome?.requestId === order.requestId ? outcome : null;
