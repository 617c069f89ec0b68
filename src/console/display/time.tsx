import { useEffect, useState } from 'react';
import { formatAge, formatDuration } from './format.ts';

/** The time in milliseconds since 1970; what uses it is shown again every so many seconds. */
export function useNow(everySeconds = 10): number {
  const [, setNow] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  // Read at each render: what just arrived would otherwise lie in the future of the last tick.
  return Date.now();
}

interface TimeProps {
  at: string;
  everySeconds?: number;
  /** Whether the instant cannot lie ahead, although a clock that is ahead of this one may say so. */
  isPast?: boolean;
}

/** How long ago an instant is; the exact one on hover. */
export function Time({ at, everySeconds = 10, isPast = false }: TimeProps) {
  const clock = useNow(everySeconds);
  const now = isPast ? Math.max(clock, Date.parse(at)) : clock;
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {formatAge(at, now)}
    </time>
  );
}

/** How long something has lasted; since when on hover. */
export function Lasting({ since }: { since: string }) {
  const now = useNow(1);
  return (
    <time dateTime={since} title={formatInstant(since)}>
      {formatDuration((now - Date.parse(since)) / 1000)}
    </time>
  );
}

export const formatInstant = (at: string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' });

interface DatedProps {
  label: string;
  at: string | null;
  none: string;
}

/** A fact with its time, such as «last used 3 min ago». */
export const Dated = ({ label, at, none }: DatedProps) =>
  at === null ? (
    none
  ) : (
    <>
      {label} <Time at={at} />
    </>
  );
