import { useEffect, useState } from 'react';

/** The time in milliseconds since 1970; what uses it is shown again every so many seconds. */
export function useNow(everySeconds = 10): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  return Math.max(now, Date.now() - everySeconds * 1000);
}
