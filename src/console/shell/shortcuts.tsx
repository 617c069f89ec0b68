import { Group, Kbd, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { Dialog } from '../display/dialogs/dialog.tsx';
import { useRights } from '../session/viewer.ts';
import { listenToKeys } from './listen-to-keys.ts';
import { destinationsFor } from './navigation.ts';
import { onOpen } from './open-events.ts';

/** The keys that work on every page, and the list of them. */
export function Shortcuts() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  const { mayChange, isOwner, isSystemAdmin } = useRights();
  // The same ones for as long as the rights are: keys that are listened to anew forget the first of two.
  const pages = useMemo(
    () => destinationsFor({ mayChange, isOwner, isSystemAdmin }),
    [mayChange, isOwner, isSystemAdmin],
  );
  useEffect(() => onOpen('shortcuts', open), [open]);
  useEffect(() => {
    const going = pages.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })] as const);
    return listenToKeys(new Map<string, () => void>([['?', open], ...going]));
  }, [pages, navigate, open]);
  const rows = [
    { keys: ['Ctrl', 'K'], does: 'Find a page or a node' },
    { keys: ['?'], does: 'This list' },
    { keys: ['/'], does: 'Go to the search field of the page' },
    ...pages.map(({ key, label }) => ({ keys: ['g', key], does: label })),
  ];
  return (
    <Dialog title="Shortcuts" isOpen={isOpen} onClose={close}>
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
