import { checkedAnswers } from '../daemon/checked-answers.ts';
import type { Daemon, DaemonCall } from '../daemon/daemon.ts';
import { DaemonFault } from '../daemon/daemon-fault.ts';
import { tipCall, tipOf, wholeText } from '../daemon/tip-call.ts';
import type { CallAnswer } from '../rpc/write-answer.ts';
import type { FairSlots, Release } from './fair-slots.ts';
import type { Flight } from './flight.ts';

/** Calls in one request to a daemon, which executes them one after another on one thread. */
export const maxTogether = 100;
/** A call that waits longer for a slot of a member fails. */
export const slotTimeoutMs = 30_000;
const answerTimeoutMs = 30_000;
const maxBytes = 8 * 1024 * 1024;
/** An answer up to this length is held in any case. */
const smallLength = 64 * 1024;

export interface SharedAnswer {
  answers: readonly CallAnswer[];
  /** The last block of the member's chain; null if it was not asked for. */
  tip: string | null;
  /** How long the member took. */
  memberMs: number;
}

/** The light reads of one request of a consumer. */
export interface Reads {
  calls: readonly DaemonCall[];
  /** Whether their answers depend on the chain. */
  isAtTip: boolean;
  /** Charges bytes of an answer. Returns false if a long answer must not be held. */
  charge(bytes: number): boolean;
}

export interface SharedRead {
  /** Throws DaemonFault. */
  answer: Promise<SharedAnswer>;
  /** Fails the answer with an error. */
  leave(error: Error): void;
}

interface Participant extends Reads {
  /** The one that makes its calls. */
  batch: Batch;
  resolve(answer: SharedAnswer): void;
  reject(error: Error): void;
}

interface Batch {
  participants: Set<Participant>;
  /** Ends what is done for it. */
  end(): void;
}

interface SharingMember {
  readonly daemon: Pick<Daemon, 'send'>;
  readonly slots: Pick<FairSlots, 'take'>;
  readonly flights: Set<Flight>;
}

/** Why a request fails although each of its calls may succeed alone. */
const mixed: ReadonlySet<DaemonFault['kind']> = new Set(['forbidden', 'invalid', 'no_memory']);

/**
 * Makes light reads. Those of one consumer that wait for a slot at the same time leave in one request, which costs a daemon,
 * and the gateway, little more than one of them.
 */
export class SharedReads {
  readonly #member: SharingMember;
  /** The batch that waits for a slot and takes more calls, by consumer. */
  readonly #open = new Map<string, Batch>();

  constructor(member: SharingMember) {
    this.#member = member;
  }

  read(consumerId: string, reads: Reads): SharedRead {
    const { promise, resolve, reject } = Promise.withResolvers<SharedAnswer>();
    const open = this.#open.get(consumerId);
    const batch = open !== undefined && callsOf(open) + reads.calls.length <= maxTogether ? open : newBatch();
    const participant: Participant = { ...reads, batch, resolve, reject };
    batch.participants.add(participant);
    if (batch !== open) {
      this.#open.set(consumerId, batch);
      this.#wait(consumerId, batch);
    }
    const leave = (error: Error) => {
      const { participants, end } = participant.batch;
      participants.delete(participant);
      reject(error);
      if (participants.size === 0) end();
    };
    return { answer: promise, leave };
  }

  /** Waits for a slot, and sends the batch then. */
  #wait(consumerId: string, batch: Batch): void {
    const close = () => {
      if (this.#open.get(consumerId) === batch) this.#open.delete(consumerId);
    };
    let late: NodeJS.Timeout | undefined;
    const giveUp = this.#member.slots.take(consumerId, 'light', (release) => {
      clearTimeout(late);
      close();
      this.#send(consumerId, batch, release);
    });
    if (giveUp === 'taken') return;
    const fail = (reason: string) => {
      close();
      for (const { reject } of batch.participants) reject(new DaemonFault('busy', reason));
    };
    if (giveUp === null) {
      fail('the gateway’s queue for it is full');
      return;
    }
    batch.end = () => {
      clearTimeout(late);
      giveUp();
      close();
    };
    late = setTimeout(() => {
      batch.end();
      fail('it has no free slot');
    }, slotTimeoutMs);
  }

  #send(consumerId: string, batch: Batch, release: Release): void {
    const { daemon, flights } = this.#member;
    const sharing = [...batch.participants];
    const calls = sharing.flatMap((each) => each.calls);
    const isAtTip = sharing.some((each) => each.isAtTip);
    const startedAt = performance.now();
    const sent = daemon.send(isAtTip ? [...calls, tipCall] : calls, {
      ...{ timeoutMs: 0, holdBytes: maxBytes },
      // Received for all, and charged to one until each has its own.
      charge: (bytes) => sharing[0]?.charge(bytes) ?? true,
    });
    const flight = { sent, isRepeatable: true };
    flights.add(flight);
    batch.end = () => sent.leave();
    const late = setTimeout(
      () => sent.leave(new DaemonFault('timeout', 'it does not answer in time')),
      answerTimeoutMs,
    );
    // The thread of the daemon is free then.
    void sent.executed.then(() => {
      clearTimeout(late);
      release();
    });
    const fail = (error: unknown) => this.#fail(consumerId, batch, error);
    sent.answer
      .then((answer) => {
        const answers = checkedAnswers(wholeText(answer), calls.length + Number(isAtTip));
        const tip = isAtTip ? tipOf(answers) : null;
        hand(sharing, { answers, tip, memberMs: performance.now() - startedAt });
      })
      .catch(fail)
      .finally(() => {
        clearTimeout(late);
        flights.delete(flight);
      });
  }

  /** Fails the calls of a batch, or makes each participant's again, alone. */
  #fail(consumerId: string, { participants }: Batch, error: unknown): void {
    const fault = error instanceof Error ? error : new Error(String(error));
    if (participants.size < 2 || !(fault instanceof DaemonFault && mixed.has(fault.kind))) {
      for (const { reject } of participants) reject(fault);
      return;
    }
    for (const participant of participants) {
      participant.batch = newBatch();
      participant.batch.participants.add(participant);
      this.#wait(consumerId, participant.batch);
    }
  }
}

const newBatch = (): Batch => ({ participants: new Set(), end: () => undefined });

const callsOf = ({ participants }: Batch): number => {
  let calls = 0;
  for (const participant of participants) calls += participant.calls.length;
  return calls;
};

/** Hands each participant its part of the answers. One that has left ignores it. */
function hand(sharing: readonly Participant[], { answers, ...about }: SharedAnswer): void {
  let start = 0;
  for (const [index, { calls, isAtTip, charge, resolve, reject }] of sharing.entries()) {
    const own = answers.slice(start, start + calls.length);
    start += calls.length;
    const length = own.reduce(
      (sum, answer) => sum + ('result' in answer ? answer.result.length : answer.error.length),
      0,
    );
    if (index > 0 && !charge(length) && length > smallLength)
      reject(new DaemonFault('no_memory', 'this consumer, or all, have too many answers that are not read'));
    else resolve({ ...about, answers: own, tip: isAtTip ? about.tip : null });
  }
}
