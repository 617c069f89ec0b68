import { useEffect, useState } from 'react';

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
