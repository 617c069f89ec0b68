import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart } from '../parts/lazy-part.tsx';
import { onOpen, openPalette } from './open-events.ts';

const Palette = lazyPart(() => import('./palette.tsx'), 'Palette', null);

/** Finds everything by name, and runs commands. Loads lazily on first open; the loaded palette then listens for the open event itself. */
export function CommandPalette() {
  const [isLoaded, setLoaded] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  useHotkeys([['mod+K', openPalette]], []);
  useEffect(
    () =>
      onOpen('palette', () => {
        // Synchronous: the next key may arrive before React renders.
        flushSync(() => {
          setLoaded(true);
          setOpen(true);
        });
      }),
    [],
  );
  // Buffers keys typed before the field exists.
  useEffect(() => {
    if (!isOpen) return;
    return collectTyping(
      (text) => setQuery((typed) => typed + text),
      () => setOpen(false),
    );
  }, [isOpen]);
  return isLoaded ? <Palette query={query} onQuery={setQuery} onClose={() => setOpen(false)} /> : null;
}

/** Calls `onText` with keys typed outside a dialog, and `onCancel` for Escape. Returns a cleanup function. */
function collectTyping(onText: (text: string) => void, onCancel: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onCancel();
    const isElsewhere = event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey;
    if (isElsewhere || (event.target instanceof Element && event.target.closest('[role="dialog"]') !== null)) return;
    event.preventDefault();
    event.stopPropagation();
    onText(event.key);
  };
  window.addEventListener('keydown', onKey, { capture: true });
  return () => window.removeEventListener('keydown', onKey, { capture: true });
}
