import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { ServerClock } from './server-clock.ts';

/** Returns the control plane's clock, and renders again when it differs from the browser's by another amount. */
export function useClock(): ServerClock {
  const { clock } = useRouter().options.context.api;
  useSyncExternalStore(clock.subscribe, () => clock.aheadMs);
  return clock;
}
