import { ActionIcon, Button, Kbd } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { openPalette } from './open-events.ts';

/** Opens the command palette. */
export function SearchButton() {
  return (
    <>
      <Button
        variant="default"
        size="xs"
        visibleFrom="sm"
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        onClick={openPalette}
      >
        Search
      </Button>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" onClick={openPalette} aria-label="Search">
        <IconSearch size={20} stroke={1.6} />
      </ActionIcon>
    </>
  );
}
