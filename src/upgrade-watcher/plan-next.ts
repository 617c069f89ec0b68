import { counted } from '../text/counted.ts';
import type { EndState, UpgradeOutcome } from '../upgrade/upgrade-files.ts';
import { phaseAfter, type SwitchJournal } from './journal.ts';

export type PhaseResult =
  | {
      ok: true;
      before?: SwitchJournal['before'];
      /** A note for people although all went well. */
      note?: string | null;
    }
  | { ok: false; reason: string; lastWords?: string | null };

export type SwitchEnd = Pick<UpgradeOutcome, 'reason' | 'lastWords'> & { state: EndState };

/** A watcher killed this often in one phase would be killed in it forever. */
const maxRestarts = 3;

export const planNext = (journal: SwitchJournal, result: PhaseResult): SwitchJournal | SwitchEnd =>
  journal.direction === 'forward' ? planForward(journal, result) : planBack(journal, result);

function planForward(journal: SwitchJournal, result: PhaseResult): SwitchJournal | SwitchEnd {
  const { phase } = journal;
  if (!result.ok) {
    if (phase === 'unpack') return { state: 'failed', reason: result.reason, lastWords: null };
    // The new version works; leftovers of previous ones are removed by the next upgrade.
    if (phase === 'commit') return { state: 'committed', reason: result.reason, lastWords: null };
    return goBack(journal, result);
  }
  const next = phaseAfter(phase);
  if (next === undefined) return { state: 'committed', reason: result.note ?? null, lastWords: null };
  const before = result.before === undefined ? journal.before : result.before;
  // From here on the service manager may start it at any moment.
  const hasRun = journal.hasRun || phase === 'pointer';
  return { ...journal, phase: next, restarts: 0, hasRun, before };
}

const goBack = (
  journal: SwitchJournal,
  { reason, lastWords = null }: { reason: string; lastWords?: string | null },
): SwitchJournal => ({ ...journal, direction: 'back', phase: 'stop', restarts: 0, reason, lastWords });

/** Nothing stops a rollback: whatever fails, the previous version is started in the end. */
function planBack(journal: SwitchJournal, result: PhaseResult): SwitchJournal | SwitchEnd {
  const reason = result.ok ? journal.reason : [journal.reason, result.reason].filter(Boolean).join('; ');
  const next = phaseAfter(journal.phase);
  if (journal.phase !== 'start' && next !== undefined) return { ...journal, phase: next, restarts: 0, reason };
  return { state: journal.hasRun ? 'rolled_back' : 'failed', reason, lastWords: journal.lastWords };
}

/** Returns how to continue after a watcher was killed, alone or with the whole host. */
export function planResume(journal: SwitchJournal): SwitchJournal {
  const restarts = journal.restarts + 1;
  if (journal.direction === 'back' || journal.phase === 'commit' || restarts <= maxRestarts)
    return { ...journal, restarts };
  return goBack(journal, {
    reason: `the watcher was killed ${counted(restarts, 'time')} during step “${journal.phase}”`,
  });
}
