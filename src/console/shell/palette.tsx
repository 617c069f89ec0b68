import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { RequestNodeLifecycleActionDocument } from '../../client/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { useApiQuery } from '../api/use-api.tsx';
import { Failure } from '../display/answers.tsx';
import { Confirm, Dialog } from '../display/dialogs.tsx';
import { useFocusReturn } from '../display/focus.ts';
import { AddHost } from '../pages/executors/add-host.tsx';
import { actionWords, lifecycleActions, lifecycleDone, lifecycleQuestion } from '../pages/node/lifecycle-actions.ts';
import { useRights } from '../session/viewer.ts';
import { schemes, useSignOut } from './header.tsx';
import { destinationsFor } from './navigation.ts';
import { onOpen, openShortcuts } from './open-events.ts';
import {
  FindForPaletteDocument,
  type FindForPaletteQuery,
  type FindForPaletteQueryVariables,
} from './operations.generated.ts';
import { type Entry, type EntryGroup, matching, nameIn } from './palette-entries.ts';

interface PaletteProps {
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
}

type FoundNode = NonNullable<FindForPaletteQuery['nodes']>[number];

/** A command that asks before it acts. */
type Asked = 'host' | ReturnType<typeof lifecycleQuestion>;

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
              {entries.map((entry) => {
                const { label, note, icon: Icon } = entry;
                return (
                  <Spotlight.Action
                    key={`${label} ${note}`}
                    data-selected={entry === first || undefined}
                    className="foreign"
                    label={printable(label)}
                    description={note && printable(note)}
                    leftSection={Icon && <Icon size={18} stroke={1.6} aria-hidden />}
                    onClick={entry.run}
                  />
                );
              })}
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

interface Entries {
  groups: readonly EntryGroup[];
  /** What the control plane knows: it follows once it answers. */
  search: ReturnType<typeof useApiQuery<FindForPaletteQuery, FindForPaletteQueryVariables>>;
}

/** Returns everything that can be found. */
function useEntries(query: string, ask: (asked: Asked) => void): Entries {
  const rights = useRights();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const [text] = useDebouncedValue(nameIn(query), 150);
  const options = { shows: ['node', 'executor', 'incident', 'member'], keepsPrevious: true } as const;
  const search = useApiQuery(FindForPaletteDocument, { text }, { ...options, enabled: text !== '' });
  const documents = useQuery({
    queryKey: ['documents'],
    queryFn: async () => (await import('virtual:documents')).default,
    enabled: text !== '',
    staleTime: 'static',
  });
  const found = text === '' ? undefined : search.data;
  const open = (to: string, search: object = {}) => void navigate({ to, search } as never);
  const place = (label: string, note: string, to: string, search?: object): Entry => ({
    label,
    note,
    run: () => open(to, search),
  });
  const pages = [
    ...destinationsFor(rights).map(({ label, to, icon, words = '' }) => ({ label, icon, words, run: () => open(to) })),
    { label: 'Profile', words: 'password sessions two-factor keys', run: () => open('/profile') },
  ];
  const changes = [
    { label: 'Deploy node', words: 'create new add', icon: IconPlus, run: () => open('/nodes/new') },
    { label: 'Add host', words: 'executor token join', icon: IconPlus, run: () => ask('host') },
  ];
  const nodes = found?.nodes ?? [];
  const ofNode = (node: FoundNode): Entry[] => [
    place(`View logs of ${node.name}`, '', `/nodes/${node.id}`, { tab: 'logs' }),
    place(`View monitoring of ${node.name}`, '', `/nodes/${node.id}`, { tab: 'monitoring' }),
    place(`Edit configuration of ${node.name}`, '', `/nodes/${node.id}`, { tab: 'configuration' }),
    ...(rights.mayChange ? lifecycleActions(node) : []).map((action) => ({
      label: `${actionWords[action].verb} ${node.name}`,
      run: () => ask(lifecycleQuestion(node, action)),
    })),
  ];
  const { executors, notificationIncidents, members } = found ?? {};
  const groups = [
    { name: 'Pages', entries: pages },
    {
      name: 'Nodes',
      entries: nodes.map(({ id, name, network, health }) =>
        place(name, `${network}, ${health.summary}`, `/nodes/${id}`),
      ),
    },
    {
      name: 'Hosts',
      entries: (executors ?? []).map(({ id, name, status }) => place(name, status, `/executors/${id}`)),
    },
    {
      name: 'Open incidents',
      entries: (notificationIncidents?.nodes ?? []).map(({ id, severity, subjectName, message }) =>
        place(subjectName, `${severity}: ${message}`, `/incidents/${id}`),
      ),
    },
    {
      name: 'Commands',
      entries: [
        ...(rights.mayChange ? changes : []),
        ...nodes.flatMap(ofNode),
        ...schemes.map(({ value, label, icon }) => ({
          label: `${label} theme`,
          words: 'colors mode',
          icon,
          run: () => setColorScheme(value),
        })),
        { label: 'Keyboard shortcuts', run: openShortcuts },
        { label: 'Sign out', words: 'log out', run: () => void signOut() },
      ],
    },
    { name: 'People', entries: (members ?? []).map(({ person: { name, email } }) => place(name, email, '/members')) },
    {
      name: 'Documentation',
      entries: (text === '' ? [] : (documents.data ?? [])).map(([label, note, address]) => ({
        label,
        note,
        run: () => void window.open(new URL(`docs/${address}`, document.baseURI), '_blank', 'noopener'),
      })),
    },
  ];
  return { groups, search };
}
