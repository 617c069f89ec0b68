import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { onOpen, openPalette } from './open-events.ts';

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));

/** Finds pages, nodes and executors by name. Loaded when it is opened first; from then on it hears by itself that it shall open. */
export function CommandPalette() {
  const [isLoaded, setLoaded] = useState(false);
  useHotkeys([['mod+K', openPalette]], []);
  useEffect(() => onOpen('palette', () => setLoaded(true)), []);
  return isLoaded ? (
    <Suspense>
      <Palette />
    </Suspense>
  ) : null;
}
