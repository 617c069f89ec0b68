import { asUser, type FileOwner } from '../storage/as-user.ts';
import { errorMessage } from '../text/error-message.ts';
import type { Clock } from '../timing/clock.ts';
import { InvalidUpgradeFile } from '../upgrade/json-file.ts';
import { readOrder, removeOrder, type UpgradeOrder } from '../upgrade/order.ts';
import { readOutcome, type UpgradeOutcome, writeOutcome } from '../upgrade/outcome.ts';
import type { UpgradeFiles } from '../upgrade/upgrade-files.ts';
import type { acceptOrder } from './accept-order.ts';
import type { SwitchJournal } from './journal.ts';
import type { LostSwitch } from './lost-journal.ts';
import type { Phases } from './phases.ts';
import { type PhaseResult, planNext, planResume } from './plan-next.ts';
import type { WatcherFiles } from './watcher-files.ts';

export interface WatchOptions {
  /** Begins the switch that is ordered, or says why it begins none. `endedRequest`: the request that ended last. */
  accept(order: UpgradeOrder, endedRequest: string | null): ReturnType<typeof acceptOrder>;
  /** Returns how a switch goes on whose journal cannot be read; null where nothing tells that. */
  recover(lost: LostSwitch): Promise<SwitchJournal | null>;
  /** Shared with the agent, whose user may have written anything there. */
  shared: UpgradeFiles;
  user: FileOwner;
  own: WatcherFiles;
  phases: Pick<Phases, 'run'>;
  clock: Clock;
  say(line: string): void;
}

type Told = Pick<SwitchJournal, 'requestId' | 'from' | 'to'>;

/** Goes on with the switch that was begun, or begins the one that is ordered, and carries it to its end. Does nothing without either. */
export async function watch(options: WatchOptions, signal: AbortSignal): Promise<void> {
  const { own, say, phases } = options;
  let journal = await begin(options);
  while (journal !== null) {
    const { from, to, direction, phase }: SwitchJournal = journal;
    own.writeJournal(journal);
    say(`${direction === 'back' ? `back from ${to} to ${from}` : `from ${from} to ${to}`}: ${phase}`);
    tell(options, journal, { state: stateOf(journal), reason: journal.reason, lastWords: null });
    const result: PhaseResult = await phases.run(journal, signal);
    // Ended from outside: anyone who starts the watcher again goes on from here.
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
    begun = options.own.readJournal();
  } catch (error) {
    if (!(error instanceof InvalidUpgradeFile)) throw error;
    return recovered(options, error);
  }
  return begun === null ? beginOrdered(options) : planResume(begun);
}

/** Without its journal, nobody knows how far the switch was. */
async function recovered(
  { own, user, shared, recover, say }: WatchOptions,
  error: InvalidUpgradeFile,
): Promise<SwitchJournal> {
  const asAgent = <T>(read: () => T): T | null => readableOrNull(() => asUser(user, read), say);
  const lost = { order: asAgent(() => readOrder(shared)), outcome: asAgent(() => readOutcome(shared)) };
  const journal = await recover({ ...lost, reason: `the journal of the watcher cannot be read: ${error.message}` });
  if (journal === null) throw error;
  say(`${error.message}; it is kept as ${own.keepDamagedJournal()}`);
  return journal;
}

function beginOrdered(options: WatchOptions): SwitchJournal | null {
  const { own, say } = options;
  const order = orderOf(options);
  if (order === null) return null;
  const { requestId, fromVersion: from, toVersion: to } = order;
  const accepted = options.accept(
    order,
    readableOrNull(() => own.endedRequest, say),
  );
  if (!('refusal' in accepted)) return accepted;
  say(`the order is refused: ${accepted.refusal ?? 'it was carried out before'}`);
  if (accepted.refusal === null) forget(options);
  else end(options, { requestId, from, to }, { state: 'failed', reason: accepted.refusal, lastWords: null });
  return null;
}

function orderOf(options: WatchOptions): UpgradeOrder | null {
  const { user, shared, say } = options;
  try {
    return asUser(user, () => readOrder(shared));
  } catch (error) {
    if (!(error instanceof InvalidUpgradeFile)) throw error;
    say(error.message);
    forget(options);
    return null;
  }
}

/** The order goes first: a journal without an order is gone on with, an order without a journal would be begun. */
function end(options: WatchOptions, told: Told, outcome: Pick<UpgradeOutcome, 'state' | 'reason' | 'lastWords'>): void {
  tell(options, told, outcome);
  options.own.end(told.requestId);
  forget(options);
  options.own.removeJournal();
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

const forget = ({ user, shared }: WatchOptions): void => asUser(user, () => removeOrder(shared));

/** What cannot be told, as on a full disk, changes nothing of what is done. */
function tell(
  { user, shared, clock, say }: WatchOptions,
  { requestId, from, to }: Told,
  outcome: Pick<UpgradeOutcome, 'state' | 'reason' | 'lastWords'>,
): void {
  const short = (text: string | null) => text?.slice(0, 4000) ?? null;
  try {
    asUser(user, () =>
      writeOutcome(shared, {
        ...{ requestId, fromVersion: from, toVersion: to, state: outcome.state },
        reason: short(outcome.reason),
        lastWords: short(outcome.lastWords),
        updatedAt: new Date(clock.now()).toISOString(),
      }),
    );
  } catch (error) {
    say(`the agent cannot be told: ${errorMessage(error)}`);
  }
}
