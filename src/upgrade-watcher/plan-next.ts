import { counted } from '../text/counted.ts';
import type { UpgradeOutcome } from '../upgrade/outcome.ts';
import type { SwitchJournal, SwitchPhase } from './journal.ts';

export type PhaseResult =
  | {
      ok: true;
      before?: SwitchJournal['before'];
      /** What people must know although all went well. */
      note?: string | null;
    }
  | { ok: false; reason: string; lastWords?: string | null };

export type SwitchEnd = Pick<UpgradeOutcome, 'reason' | 'lastWords'> & {
  state: 'committed' | 'rolled_back' | 'failed';
};

/** A watcher that is ended this often in one phase would be ended in it for ever. */
const maxRestarts = 3;

const nextForward: Readonly<Record<SwitchPhase, SwitchPhase | null>> = {
  unpack: 'stop',
  stop: 'store',
  store: 'pointer',
  pointer: 'start',
  start: 'judge',
  judge: 'commit',
  commit: null,
};

const nextBack: Partial<Record<SwitchPhase, SwitchPhase>> = { stop: 'store', store: 'pointer', pointer: 'start' };

export function planNext(journal: SwitchJournal, result: PhaseResult): SwitchJournal | SwitchEnd {
  return journal.direction === 'forward' ? planForward(journal, result) : planBack(journal, result);
}

function planForward(journal: SwitchJournal, result: PhaseResult): SwitchJournal | SwitchEnd {
  const { phase } = journal;
  if (!result.ok) {
    if (phase === 'unpack') return { state: 'failed', reason: result.reason, lastWords: null };
    // The new version does its work; what is left of former ones is removed by the next upgrade.
    if (phase === 'commit') return { state: 'committed', reason: result.reason, lastWords: null };
    return goBack(journal, result);
  }
  const next = nextForward[phase];
  if (next === null) return { state: 'committed', reason: result.note ?? null, lastWords: null };
  const before = result.before === undefined ? journal.before : result.before;
  // From here on the service manager may start it at any moment.
  const hasRun = journal.hasRun || phase === 'pointer';
  return { ...journal, phase: next, restarts: 0, hasRun, before };
}

const goBack = (
  journal: SwitchJournal,
  { reason, lastWords = null }: { reason: string; lastWords?: string | null },
): SwitchJournal => ({ ...journal, direction: 'back', phase: 'stop', restarts: 0, reason, lastWords });

/** On the way back nothing ends the way: whatever fails, the former version is started in the end. */
function planBack(journal: SwitchJournal, result: PhaseResult): SwitchJournal | SwitchEnd {
  const reason = result.ok ? journal.reason : [journal.reason, result.reason].filter(Boolean).join('; ');
  const next = nextBack[journal.phase];
  if (next !== undefined) return { ...journal, phase: next, restarts: 0, reason };
  return { state: journal.hasRun ? 'rolled_back' : 'failed', reason, lastWords: journal.lastWords };
}

/** Returns how to go on with what a watcher began that was ended, by a kill or with the whole host. */
export function planResume(journal: SwitchJournal): SwitchJournal {
  const restarts = journal.restarts + 1;
  if (journal.direction === 'back' || journal.phase === 'commit' || restarts <= maxRestarts)
    return { ...journal, restarts };
  return goBack(journal, {
    reason: `the watcher was ended ${counted(restarts, 'time')} during the step “${journal.phase}”`,
  });
}
