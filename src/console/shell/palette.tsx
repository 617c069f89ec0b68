import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { RequestNodeLifecycleActionDocument } from '../../client/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { Failure } from '../display/answers.tsx';
import { Confirm, Dialog } from '../display/dialogs.tsx';
import { useFocusReturn } from '../display/focus.ts';
import { formatAge } from '../display/format.ts';
import { instants, useNow } from '../display/text.tsx';
import { AddHost } from '../pages/executors/add-host.tsx';
import { lifecycleDone } from '../pages/node/lifecycle-actions.ts';
import { onOpen } from './open-events.ts';
import { type Entry, matching } from './palette-entries.ts';
import { type Asked, useEntries } from './use-entries.ts';

/** Returns an untrusted message with its timestamps as relative times, where only a text is possible. */
const withAges = (message: string, nowMs: number): string =>
  printable(message)
    .split(instants)
    .map((part, index) => (index % 2 === 1 && !Number.isNaN(Date.parse(part)) ? formatAge(part, nowMs) : part))
    .join('');

interface PaletteProps {
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
}

const hint = 'Search pages, nodes, hosts, people, docs and commands';

/** The command palette. Opens on mount. */
export function Palette({ query, onQuery, onClose }: PaletteProps) {
  const [[store, { open }]] = useState(createSpotlight);
  const { opened } = useSpotlight(store);
  const [asked, ask] = useState<Asked>();
  useEffect(() => {
    open();
    return onOpen('palette', open);
  }, [open]);
  useFocusReturn(opened);
  const { groups, search } = useEntries(query, ask);
  const shown = matching(groups, query);
  // Preselected, so that Enter works immediately after typing.
  const first = shown[0]?.entries[0];
  return (
    <>
      <Spotlight.Root
        store={store}
        attributes={{ content: { 'aria-label': hint } }}
        classNames={{ actionDescription: 'message' }}
        styles={{ actionDescription: { color: 'inherit', opacity: 1, contain: 'inline-size' } }}
        returnFocus={false}
        query={query}
        onQueryChange={onQuery}
        onSpotlightClose={onClose}
        shortcut={null}
        scrollable
        maxHeight={420}
      >
        <Spotlight.Search placeholder={hint} leftSection={<IconSearch size={18} aria-hidden />} />
        <Spotlight.ActionsList>
          {shown.map(({ name, entries }) => (
            <Spotlight.ActionsGroup key={name} label={name}>
              {entries.map((entry) => (
                <EntryAction key={`${entry.label} ${entry.note}`} entry={entry} isSelected={entry === first} />
              ))}
            </Spotlight.ActionsGroup>
          ))}
          {search.error !== null && <Failure error={search.error} retry={search.refetch} />}
          {first === undefined && search.error === null && (
            <Spotlight.Empty>{search.isFetching ? 'Searching…' : `No results for “${query.trim()}”.`}</Spotlight.Empty>
          )}
        </Spotlight.ActionsList>
      </Spotlight.Root>
      <Dialog title="Add host" isOpen={asked === 'host'} onClose={() => ask(undefined)}>
        <AddHost />
      </Dialog>
      <Confirm
        question={asked === 'host' ? undefined : asked}
        operation={RequestNodeLifecycleActionDocument}
        done={lifecycleDone}
        onClose={() => ask(undefined)}
      />
    </>
  );
}

const EntryAction = ({ entry, isSelected }: { entry: Entry; isSelected: boolean }) => {
  const { label, note, icon: Icon, run } = entry;
  const now = useNow(60);
  return (
    <Spotlight.Action
      data-selected={isSelected || undefined}
      className="foreign"
      label={printable(label)}
      description={note && withAges(note, now)}
      leftSection={Icon && <Icon size={18} stroke={1.6} aria-hidden />}
      onClick={run}
    />
  );
};
