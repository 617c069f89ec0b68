import { asUser, type FileOwner } from '../storage/as-user.ts';
import { errorMessage } from '../text/error-message.ts';
import type { Clock } from '../timing/clock.ts';
import type { UpgradeFiles, UpgradeOrder, UpgradeOutcome } from '../upgrade/upgrade-files.ts';
import { InvalidUpgradeFile } from '../upgrade/upgrade-files.ts';
import type { acceptOrder } from './accept-order.ts';
import type { SwitchJournal } from './journal.ts';
import type { LostSwitch } from './lost-journal.ts';
import type { PhaseRunner } from './phases.ts';
import { type PhaseResult, planNext, planResume } from './plan-next.ts';
import type { WatcherFiles } from './watcher-files.ts';

export interface WatchOptions {
  /** Returns the switch of an order, or why it is refused. */
  accept(order: UpgradeOrder): ReturnType<typeof acceptOrder>;
  /** Recovers a switch whose journal is damaged; null if its state is unknown. */
  recover(lost: LostSwitch): Promise<SwitchJournal | null>;
  /** Shared with the agent, whose user may have written anything there. */
  shared: UpgradeFiles;
  user: FileOwner;
  own: WatcherFiles;
  phases: Pick<PhaseRunner, 'run'>;
  clock: Clock;
  say(line: string): void;
}

type Told = Pick<SwitchJournal, 'requestId' | 'from' | 'to'>;
type Progress = Pick<UpgradeOutcome, 'state' | 'reason' | 'lastWords'>;

/** Continues a switch, or starts the ordered one, and completes it. Does nothing without either. */
export async function watch(options: WatchOptions, signal: AbortSignal): Promise<void> {
  const { own, say, phases } = options;
  let journal = await begin(options);
  while (journal !== null) {
    const { from, to, direction, phase }: SwitchJournal = journal;
    own.journal.write(journal);
    say(`${direction === 'back' ? `rolling back from ${to} to ${from}` : `switching from ${from} to ${to}`}: ${phase}`);
    tell(options, journal, { state: stateOf(journal), reason: journal.reason, lastWords: null });
    const result: PhaseResult = await phases.run(journal, signal);
    // Ended from outside: the next watcher continues from here.
    if (signal.aborted) return;
    if (!result.ok) say(result.reason);
    const next = planNext(journal, result);
    if ('state' in next) {
      say(`${next.state}${next.reason === null ? '' : `: ${next.reason}`}`);
      end(options, journal, next);
      return;
    }
    journal = next;
  }
}

const stateOf = ({ direction, phase }: SwitchJournal): UpgradeOutcome['state'] =>
  direction === 'forward' && (phase === 'judge' || phase === 'commit') ? 'judging' : 'switching';

async function begin(options: WatchOptions): Promise<SwitchJournal | null> {
  let begun: SwitchJournal | null;
  try {
    begun = options.own.journal.read();
  } catch (error) {
    if (!(error instanceof InvalidUpgradeFile)) throw error;
    return recovered(options, error);
  }
  return begun === null ? beginOrdered(options) : planResume(begun);
}

/** Without its journal, the state of a switch is unknown. */
async function recovered({ own, user, shared, recover, say }: WatchOptions, error: InvalidUpgradeFile) {
  const asAgent = <T>(read: () => T): T | null => readableOrNull(() => asUser(user, read), say);
  const lost = { order: asAgent(() => shared.order.read()), outcome: asAgent(() => shared.outcome.read()) };
  const journal = await recover({ ...lost, reason: `cannot read the watcher’s journal: ${error.message}` });
  if (journal === null) throw error;
  say(`${error.message}; kept as ${own.journal.keepDamaged()}`);
  return journal;
}

function beginOrdered(options: WatchOptions): SwitchJournal | null {
  const { own, shared, user, say } = options;
  const onInvalid = (line: string) => {
    say(line);
    forget(options);
  };
  const order = readableOrNull(() => asUser(user, () => shared.order.read()), onInvalid);
  if (order === null) return null;
  const { requestId, fromVersion: from, toVersion: to } = order;
  if (requestId === readableOrNull(() => own.ended.read(), say)?.requestId) {
    onInvalid('refused order: already carried out');
    return null;
  }
  const accepted = options.accept(order);
  if (!('refusal' in accepted)) return accepted;
  say(`refused order: ${accepted.refusal}`);
  end(options, { requestId, from, to }, { state: 'failed', reason: accepted.refusal, lastWords: null });
  return null;
}

/** The order first: a journal without an order is continued, an order without a journal would be started. */
function end(options: WatchOptions, told: Told, outcome: Progress): void {
  tell(options, told, outcome);
  options.own.ended.write({ requestId: told.requestId });
  forget(options);
  options.own.journal.remove();
}

function readableOrNull<T>(read: () => T | null, say: WatchOptions['say']): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidUpgradeFile)) throw error;
    say(error.message);
    return null;
  }
}

const forget = ({ user, shared }: WatchOptions): void => asUser(user, () => shared.order.remove());

/** A failed report, as on a full disk, does not affect the switch. */
function tell({ user, shared, clock, say }: WatchOptions, { requestId, from, to }: Told, outcome: Progress): void {
  const short = (text: string | null) => text?.slice(0, 4000) ?? null;
  try {
    asUser(user, () =>
      shared.outcome.write({
        requestId,
        fromVersion: from,
        toVersion: to,
        state: outcome.state,
        reason: short(outcome.reason),
        lastWords: short(outcome.lastWords),
        updatedAt: new Date(clock.now()).toISOString(),
      }),
    );
  } catch (error) {
    say(`cannot report to the agent: ${errorMessage(error)}`);
  }
}
