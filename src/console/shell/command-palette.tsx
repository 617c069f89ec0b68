import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { lazyPart } from '../parts/lazy-part.tsx';
import { NothingYet } from '../parts/pending-part.tsx';
import { onOpen, openPalette } from './open-events.ts';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette, NothingYet);

/** Finds pages, nodes and executors by name. Loaded when it is opened first; from then on it hears by itself that it shall open. */
export function CommandPalette() {
  const [isLoaded, setLoaded] = useState(false);
  useHotkeys([['mod+K', openPalette]], []);
  useEffect(() => onOpen('palette', () => setLoaded(true)), []);
  return isLoaded ? <Palette /> : null;
}
