import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useApiQuery } from '../api/use-api.tsx';
import { useFocusReturn } from '../display/focus.ts';
import { useRights } from '../session/viewer.ts';
import { destinationsFor } from './navigation.ts';
import { onOpen } from './open-events.ts';
import { FindForPaletteDocument } from './operations.generated.ts';

interface PaletteProps {
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
}

/** The command palette. Opens on mount. */
export function Palette({ query, onQuery, onClose }: PaletteProps) {
  const rights = useRights();
  const navigate = useNavigate();
  const [[store, { open }]] = useState(createSpotlight);
  const { opened } = useSpotlight(store);
  useEffect(() => {
    open();
    return onOpen('palette', open);
  }, [open]);
  useFocusReturn(opened);
  const text = query.trim();
  const [searched] = useDebouncedValue(text, 150);
  const options = { shows: ['node', 'executor'], enabled: searched !== '', keepsPrevious: true } as const;
  const { data: found } = useApiQuery(FindForPaletteDocument, { text: searched }, options);
  const pages = destinationsFor(rights).filter(({ label, words = '' }) =>
    `${label} ${words}`.toLowerCase().includes(text.toLowerCase()),
  );
  const nodes = text === '' ? [] : (found?.nodes ?? []);
  // Preselected, so that Enter works immediately after typing.
  const first = pages[0]?.to ?? nodes[0]?.id;
  return (
    <Spotlight.Root
      store={store}
      attributes={{ content: { 'aria-label': 'Search pages and nodes' } }}
      styles={{ actionDescription: { color: 'inherit', opacity: 1 } }}
      returnFocus={false}
      query={query}
      onQueryChange={onQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search placeholder="Search pages and nodes" leftSection={<IconSearch size={18} aria-hidden />} />
      <Spotlight.ActionsList>
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label="Pages">
            {pages.map(({ label, to, icon: Icon }) => (
              <Spotlight.Action
                key={to}
                data-selected={to === first || undefined}
                label={label}
                leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
                onClick={() => void navigate({ to })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {nodes.length > 0 && (
          <Spotlight.ActionsGroup label="Nodes">
            {nodes.map(({ id, name, network, status }) => (
              <Spotlight.Action
                key={id}
                data-selected={id === first || undefined}
                label={name}
                description={`${network}, ${status.phase}`}
                onClick={() => void navigate({ to: '/nodes/$nodeId', params: { nodeId: id } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {pages.length === 0 && nodes.length === 0 && <Spotlight.Empty>No pages or nodes match.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
