import { Group, Kbd, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { Dialog } from '../display/dialogs.tsx';
import { useRights } from '../session/viewer.ts';
import { destinationsFor } from './navigation.ts';
import { onOpen } from './open-events.ts';

export function Shortcuts() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  const rights = useRights();
  // Memoized: a new key listener would lose the first key of a sequence.
  const pages = useMemo(() => destinationsFor(rights), [rights]);
  useEffect(() => onOpen('shortcuts', open), [open]);
  useEffect(() => {
    const going = pages.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })] as const);
    return listenToKeys(new Map<string, () => void>([['?', open], ['/', focusSearch], ...going]));
  }, [pages, navigate, open]);
  const rows = [
    { keys: ['Ctrl', 'K'], does: 'Search and run commands' },
    { keys: ['?'], does: 'Show keyboard shortcuts' },
    { keys: ['/'], does: 'Focus the search field' },
    ...pages.map(({ key, label }) => ({ keys: ['g', key], does: label })),
  ];
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={close}>
      <Stack gap="xs">
        {rows.map(({ keys, does }) => (
          <Group key={does} justify="space-between">
            <Text fz="sm">{does}</Text>
            <Group gap={4}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Dialog>
  );
}

/** The longest pause between the two keys of a sequence. */
const sequenceMs = 1500;

const typesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Runs the action of a key, such as `?`, or of a sequence, such as `g n`, except in text fields. Returns a cleanup function. */
function listenToKeys(actions: ReadonlyMap<string, () => void>): () => void {
  let first: { key: string; at: number } | undefined;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typesText(event.target)) return;
    const isSoon = first !== undefined && event.timeStamp - first.at < sequenceMs;
    // An unrelated key may precede `g`, such as the one that closed a dialog.
    const second = isSoon ? actions.get(`${first?.key} ${event.key}`) : undefined;
    const action = second ?? actions.get(event.key);
    first = { key: event.key, at: event.timeStamp };
    if (action === undefined) return;
    event.preventDefault();
    first = undefined;
    action();
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

const focusSearch = (): void => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
