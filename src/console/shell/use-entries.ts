import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApiQuery } from '../api/use-api.tsx';
import { actionWords, lifecycleActions, lifecycleQuestion } from '../pages/node/lifecycle-actions.ts';
import { useRights } from '../session/viewer.ts';
import { schemes, useSignOut } from './header.tsx';
import { destinationsFor } from './navigation.ts';
import { openShortcuts } from './open-events.ts';
import {
  FindForPaletteDocument,
  type FindForPaletteQuery,
  type FindForPaletteQueryVariables,
} from './operations.generated.ts';
import { type Entry, type EntryGroup, nameIn } from './palette-entries.ts';

type FoundNode = NonNullable<FindForPaletteQuery['nodes']>[number];

/** A command that asks before it acts. */
export type Asked = 'host' | ReturnType<typeof lifecycleQuestion>;

interface Entries {
  groups: readonly EntryGroup[];
  /** What the control plane knows: it follows once it answers. */
  search: ReturnType<typeof useApiQuery<FindForPaletteQuery, FindForPaletteQueryVariables>>;
}

/** What entries do. */
interface Acts {
  open(to: string, search?: object): void;
  /** Asks before it acts. */
  ask(asked: Asked): void;
}

/** Returns everything that can be found. */
export function useEntries(query: string, ask: (asked: Asked) => void): Entries {
  const rights = useRights();
  const navigate = useNavigate();
  const [text] = useDebouncedValue(nameIn(query), 150);
  const options = { shows: ['node', 'executor', 'incident', 'member'], keepsPrevious: true } as const;
  const search = useApiQuery(FindForPaletteDocument, { text }, { ...options, enabled: text !== '' });
  const documentation = useDocumentation(text !== '');
  const general = useGeneralCommands();
  const acts: Acts = { open: (to, search = {}) => void navigate({ to, search } as never), ask };
  const found = foundEntries(text === '' ? undefined : search.data, acts);
  const nodes = (text === '' ? undefined : search.data)?.nodes ?? [];
  const commands = [
    ...(rights.mayChange ? additions(acts) : []),
    ...nodes.flatMap((node) => nodeCommands(node, rights.mayChange, acts)),
    ...general,
  ];
  const groups = [
    { name: 'Pages', entries: pageEntries(rights, acts) },
    { name: 'Nodes', entries: found.nodes },
    { name: 'Hosts', entries: found.hosts },
    { name: 'Open incidents', entries: found.incidents },
    { name: 'Commands', entries: commands },
    { name: 'People', entries: found.people },
    { name: 'Documentation', entries: documentation },
  ];
  return { groups, search };
}

const pageEntries = (rights: ReturnType<typeof useRights>, { open }: Acts): Entry[] => [
  ...destinationsFor(rights).map(({ label, to, icon, words = '' }) => ({ label, icon, words, run: () => open(to) })),
  { label: 'Profile', words: 'password sessions two-factor keys', run: () => open('/profile') },
];

/** What the control plane found. */
function foundEntries(found: FindForPaletteQuery | undefined, { open }: Acts) {
  const { nodes, executors, notificationIncidents, members } = found ?? {};
  const place = (label: string, note: string, to: string): Entry => ({ label, note, run: () => open(to) });
  return {
    nodes: (nodes ?? []).map(({ id, name, network, health }) =>
      place(name, `${network}, ${health.summary}`, `/nodes/${id}`),
    ),
    hosts: (executors ?? []).map(({ id, name, status }) => place(name, status, `/executors/${id}`)),
    incidents: (notificationIncidents?.nodes ?? []).map(({ id, severity, subjectName, message }) =>
      place(subjectName, `${severity}: ${message}`, `/incidents/${id}`),
    ),
    people: (members ?? []).map(({ person: { name, email } }) => place(name, email, '/members')),
  };
}

const additions = ({ open, ask }: Acts): Entry[] => [
  { label: 'Deploy node', words: 'create new add', icon: IconPlus, run: () => open('/nodes/new') },
  { label: 'Add host', words: 'executor token join', icon: IconPlus, run: () => ask('host') },
];

function nodeCommands(node: FoundNode, mayChange: boolean, { open, ask }: Acts): Entry[] {
  const view = (label: string, tab: string): Entry => ({
    label: `${label} of ${node.name}`,
    note: '',
    run: () => open(`/nodes/${node.id}`, { tab }),
  });
  return [
    view('View logs', 'logs'),
    view('View monitoring', 'monitoring'),
    view('Edit configuration', 'configuration'),
    ...(mayChange ? lifecycleActions(node) : []).map((action) => ({
      label: `${actionWords[action].verb} ${node.name}`,
      run: () => ask(lifecycleQuestion(node, action)),
    })),
  ];
}

/** Commands that need no object: the theme, the shortcuts and the session. */
function useGeneralCommands(): Entry[] {
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return [
    ...schemes.map(({ value, label, icon }) => ({
      label: `${label} theme`,
      words: 'colors mode',
      icon,
      run: () => setColorScheme(value),
    })),
    { label: 'Keyboard shortcuts', run: openShortcuts },
    { label: 'Sign out', words: 'log out', run: () => void signOut() },
  ];
}

/** The pages of the documentation, which are loaded once somebody searches. */
function useDocumentation(enabled: boolean): Entry[] {
  const documents = useQuery({
    queryKey: ['documents'],
    queryFn: async () => (await import('virtual:documents')).default,
    enabled,
    staleTime: 'static',
  });
  return (enabled ? (documents.data ?? []) : []).map(([label, note, address]) => ({
    label,
    note,
    run: () => void window.open(new URL(`docs/${address}`, document.baseURI), '_blank', 'noopener'),
  }));
}
