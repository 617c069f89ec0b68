import { Anchor, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { AuditActorType } from '../../../contract/types.generated.ts';
import { pageSize, usePages } from '../../api/lists.ts';
import { SidePanel } from '../../display/dialogs.tsx';
import type { Column } from '../../display/lists/column.ts';
import { FilterChoice, FilterText, useAddressChange } from '../../display/lists/filters.tsx';
import { Empty, PagedList } from '../../display/lists/list.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { formatInstant, Time } from '../../display/time.tsx';
import { Tone } from '../../display/tone.tsx';
import { type AuditSearch, actorTypes, given, outcomes } from '../addresses.ts';
import { difference } from './difference.ts';
import { AuditListDocument, type AuditListQuery } from './operations.generated.ts';

const route = getRouteApi('/shell/audit');

const actorWords: Readonly<Record<AuditActorType, string>> = {
  user: 'person',
  apiKey: 'API key',
  systemAdmin: 'system administrator',
  commandLine: 'command line',
  anonymous: 'anonymous',
  unknown: 'unknown',
};

const actorWord = (type: AuditActorType): string => actorWords[type] ?? type;

export function AuditPage() {
  const search = route.useSearch();
  const [shown, setShown] = useState<AuditRow>();
  const columns = useMemo(() => auditColumns(setShown), []);
  const change = useAddressChange<AuditSearch>();
  const { action, target: targetName, actor: actorType, outcome } = search;
  const filter = given({ action, targetName, actorType, outcome });
  const pages = usePages(AuditListDocument, {
    variables: (cursor) => ({ filter: { ...filter, take: pageSize, cursor } }),
    pageOf: ({ auditActions }) => auditActions,
    // Any change may come from an audited action.
    shows: ['node', 'executor', 'notification', 'member', 'invitation', 'apiKey', 'organization', 'incident'],
  });
  return (
    <>
      <PageHeader title="Audit" about="Actions of people, API keys and the CLI, including refused ones." />
      <Group mb="sm" gap="xs">
        <FilterText label="Action" value={search.action} onChange={(action) => change({ action })} />
        <FilterText label="Target name" value={search.target} onChange={(target) => change({ target })} />
        <FilterChoice
          label="Actor"
          values={actorTypes}
          wordOf={actorWord}
          value={search.actor}
          onChange={(actor) => change({ actor })}
        />
        <FilterChoice
          label="Outcome"
          values={outcomes}
          value={search.outcome}
          onChange={(outcome) => change({ outcome })}
        />
      </Group>
      <PagedList
        pages={pages}
        label="Actions"
        columns={columns}
        rowHeight={40}
        empty={
          <Empty icon={IconClipboardList} title="No actions">
            No matching actions. Filters need an exact action or name.
          </Empty>
        }
      />
      <ActionDetails action={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

type AuditRow = NonNullable<AuditListQuery['auditActions']>['nodes'][number];

const auditColumns = (open: (action: AuditRow) => void): readonly Column<AuditRow>[] => [
  { id: 'at', label: 'Time', width: '110px', cell: ({ at }) => <Time at={at} /> },
  {
    id: 'actor',
    label: 'Actor',
    width: 2,
    isForWide: true,
    cell: ({ actor }) => <ForeignText>{actor.name}</ForeignText>,
  },
  {
    id: 'action',
    label: 'Action',
    leads: true,
    width: 2,
    cell: (action) => (
      <>
        <Anchor component="button" type="button" fz="sm" onClick={() => open(action)}>
          {action.action}
        </Anchor>
        <Text span variant="hint" hiddenFrom="md">
          {' by '}
          <ForeignText>{action.actor.name}</ForeignText>
        </Text>
      </>
    ),
  },
  {
    id: 'target',
    label: 'Target',
    width: 2,
    isForWide: true,
    cell: ({ target }) =>
      target == null ? '–' : <ForeignText>{`${target.type} ${target.name ?? target.id}`}</ForeignText>,
  },
  {
    id: 'outcome',
    label: 'Outcome',
    width: '110px',
    cell: ({ outcome }) => <Tone tone={outcome === 'succeeded' ? 'good' : 'warning'}>{outcome}</Tone>,
  },
  { id: 'address', label: 'Address', width: '130px', isForWide: true, cell: ({ address }) => address ?? '–' },
];

function ActionDetails({ action, onClose }: { action: AuditRow | undefined; onClose: () => void }) {
  return (
    <SidePanel title={action?.action ?? ''} isOpen={action !== undefined} onClose={onClose}>
      {action !== undefined && <Details action={action} />}
    </SidePanel>
  );
}

function Details({ action }: { action: AuditRow }) {
  const { at, actor, target, outcome, errorCode, address, userAgent, requestId, before, after } = action;
  const facts: [string, string | null | undefined][] = [
    ['Time', formatInstant(at)],
    ['Actor', `${actor.name} (${actorWord(actor.type)})`],
    ['Target', target == null ? null : `${target.type} ${target.name ?? target.id}`],
    ['Outcome', errorCode == null ? outcome : `${outcome}: ${errorCode}`],
    ['Address', address],
    ['Client', userAgent],
    ['Request ID', requestId],
  ];
  const changes = difference(before, after);
  return (
    <Stack gap="md">
      <Table variant="vertical" layout="fixed">
        <Table.Tbody>
          {facts.map(
            ([name, value]) =>
              value != null && (
                <Table.Tr key={name}>
                  <Table.Th scope="row" w={110}>
                    {name}
                  </Table.Th>
                  <Table.Td>
                    <ForeignText>{value}</ForeignText>
                  </Table.Td>
                </Table.Tr>
              ),
          )}
        </Table.Tbody>
      </Table>
      <Title order={2}>Changes</Title>
      {changes.length === 0 ? (
        <Text variant="hint">No recorded changes.</Text>
      ) : (
        <Table layout="fixed" aria-label="Changes">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={140}>Field</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ field, before: was, after: is }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">
                  <ForeignText>{field}</ForeignText>
                </Table.Th>
                <Table.Td>{was === null ? '–' : <ForeignText>{was}</ForeignText>}</Table.Td>
                <Table.Td>{is === null ? '–' : <ForeignText>{is}</ForeignText>}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
