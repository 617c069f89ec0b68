import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';

const offSeconds = 120;
/** Below this, the clock counts as correct; between the two thresholds, the state is kept. */
const rightSeconds = 60;
/** An older measurement says nothing about a clock that may have been set since. */
const maxAgeMs = 10 * 60_000;

/** Judges the host's clock by the dates of the control plane's answers. */
export function hostClockWatch({ clock, log }: { clock: Pick<Clock, 'elapsed'>; log: Logger }) {
  let fault: string | null = null;
  let notedAt = Number.NEGATIVE_INFINITY;
  return {
    /** The clock's problem, without changing figures; null without a known problem. */
    get fault(): string | null {
      return clock.elapsed() - notedAt > maxAgeMs ? null : fault;
    },
    note(answer: DatedAnswer): void {
      const ahead = secondsAhead(answer);
      if (ahead === null) return;
      notedAt = clock.elapsed();
      const before = fault;
      fault = faultAfter(before, ahead);
      if (before === null && fault !== null) log.warn(`${fault}; set it and enable time synchronization`);
      if (before !== null && fault === null) log.info('the host’s clock is in sync with the control plane again');
    },
  };
}

export function faultAfter(before: string | null, ahead: number): string | null {
  const off = Math.abs(ahead);
  if (off < rightSeconds || (off < offSeconds && before === null)) return null;
  const side = ahead > 0 ? 'ahead of' : 'behind';
  return off < offSeconds
    ? before
    : `the host’s clock is at least ${offSeconds / 60} minutes ${side} the control plane`;
}

/** Times are in milliseconds since the epoch, by this host's clock. */
export interface DatedAnswer {
  date: string | undefined;
  sentAt: number;
  receivedAt: number;
}

/** Returns the least seconds by which this host's clock is ahead (negative: behind); null without a date. */
export function secondsAhead({ date, sentAt, receivedAt }: DatedAnswer): number | null {
  const dated = Date.parse(date ?? '');
  if (Number.isNaN(dated) || receivedAt < sentAt) return null;
  if (sentAt > dated + 1000) return (sentAt - dated - 1000) / 1000;
  return receivedAt < dated ? (receivedAt - dated) / 1000 : 0;
}
