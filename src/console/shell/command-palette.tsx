import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart } from '../parts/lazy-part.tsx';
import { onOpen, openPalette } from './open-events.ts';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette, null);

/** Finds pages, nodes and executors by name. Loaded when it is opened first; from then on it hears by itself that it shall open. */
export function CommandPalette() {
  const [isLoaded, setLoaded] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  useHotkeys([['mod+K', openPalette]], []);
  useEffect(
    () =>
      onOpen('palette', () => {
        // At once: the next key may come before React renders by itself.
        flushSync(() => {
          setLoaded(true);
          setOpen(true);
        });
      }),
    [],
  );
  // Keys typed before the field exists are collected.
  useEffect(() => {
    if (!isOpen) return;
    return collectTyping(
      (text) => setQuery((former) => former + text),
      () => setOpen(false),
    );
  }, [isOpen]);
  return isLoaded ? <Palette query={query} onQuery={setQuery} onClose={() => setOpen(false)} /> : null;
}

/** Calls `onText` with what is typed outside of a dialog until its field is there, and `onCancel` for Escape. Returns what ends that. */
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
