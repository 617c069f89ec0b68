import { formatAge, formatDuration } from './duration.ts';
import { useNow } from './use-now.ts';

/** How long ago an instant is; the exact one on hover. */
export function Time({ at, everySeconds = 10 }: { at: string; everySeconds?: number }) {
  const now = useNow(everySeconds);
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

/** An instant in the reader's own time and words. */
export const formatInstant = (at: string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' });
