import { useEffect, useState } from 'react';
import { formatAge, formatDuration } from './format.ts';

/** Returns the time in milliseconds since 1970 and re-renders every `everySeconds`. */
export function useNow(everySeconds = 10): number {
  const [, setNow] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  // Read at each render: new data would otherwise be in the future of the last tick.
  return Date.now();
}

interface TimeProps {
  at: string;
  everySeconds?: number;
  /** Whether the instant cannot be in the future; a future value is clock skew and is clamped to now. */
  isPast?: boolean;
}

/** An instant as relative time, with the exact time on hover. */
export function Time({ at, everySeconds = 10, isPast = false }: TimeProps) {
  const clock = useNow(everySeconds);
  const now = isPast ? Math.max(clock, Date.parse(at)) : clock;
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {formatAge(at, now)}
    </time>
  );
}

/** The time since an instant, with the instant on hover. */
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

/** A label with a relative time, such as "last used 3 min ago". */
export const Dated = ({ label, at, none }: DatedProps) =>
  at === null ? (
    none
  ) : (
    <>
      {label} <Time at={at} />
    </>
  );
