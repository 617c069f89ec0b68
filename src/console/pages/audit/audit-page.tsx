import { Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { AuditActorType } from '../../../contract/types.generated.ts';
import { pageSize, usePages } from '../../api/use-api.tsx';
import { SidePanel } from '../../display/dialogs.tsx';
import { Facts } from '../../display/facts.tsx';
import { type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { ChoiceFilter, TextFilter } from '../../display/lists/filters.tsx';
import { Empty, PagedList } from '../../display/lists/list.tsx';
import { toneColumn } from '../../display/lists/rows.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText, formatInstant, TextButton, Time } from '../../display/text.tsx';
import { actorTypes, given, outcomes } from '../addresses.ts';
import { actionWords, fieldWords } from './action-words.ts';
import { difference } from './difference.ts';
import { AuditListDocument, type AuditListQuery } from './operations.generated.ts';

const actorWords: Readonly<Partial<Record<AuditActorType, string>>> = {
  user: 'person',
  api_key: 'API key',
  system_admin: 'system administrator',
  command_line: 'command line',
};

/** Any change may come from an audited action. */
const all = [
  'node',
  'executor',
  'notification',
  'member',
  'invitation',
  'api_key',
  'organization',
  'incident',
] as const;

const actorWord = (type: AuditActorType): string => actorWords[type] ?? type;

export function AuditPage() {
  const { action, target: targetName, actor: actorType, outcome } = useSearch({ from: '/shell/audit' });
  const [shown, setShown] = useState<AuditRow>();
  const columns = useMemo(() => auditColumns(setShown), []);
  const filter = given({ action, targetName, actorType: actorType && [actorType], outcome: outcome && [outcome] });
  const variables = (cursor: string | null) => ({ filter: { ...filter, take: pageSize, cursor } });
  const pages = usePages(AuditListDocument, variables, all);
  return (
    <>
      <PageHeader title="Audit" about="Actions of people, API keys and the CLI, including refused ones." />
      <Group mb="sm" gap="xs">
        <TextFilter label="Action" field="action" />
        <TextFilter label="Target name" field="target" />
        <ChoiceFilter label="Actor" field="actor" values={actorTypes} wordOf={actorWord} />
        <ChoiceFilter label="Outcome" field="outcome" values={outcomes} />
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
      <SidePanel
        title={shown === undefined ? '' : actionWords(shown)}
        isOpen={shown !== undefined}
        onClose={() => setShown(undefined)}
      >
        {shown !== undefined && <ActionDetails action={shown} />}
      </SidePanel>
    </>
  );
}

type AuditRow = NonNullable<AuditListQuery['auditActions']>['nodes'][number];

const auditColumns = (open: (action: AuditRow) => void): readonly Column<AuditRow>[] => [
  { label: 'Time', width: '110px', cell: ({ at }) => <Time at={at} /> },
  wideColumn('Actor', 2, ({ actor }) => <ForeignText>{actor.name}</ForeignText>),
  leadColumn('Action', 2, (action) => (
    <>
      <TextButton onClick={() => open(action)}>{actionWords(action)}</TextButton>
      <Text span variant="hint" hiddenFrom="md">
        {' by '}
        <ForeignText>{action.actor.name}</ForeignText>
      </Text>
    </>
  )),
  wideColumn('Target', 2, (action) => <ForeignText>{targetOf(action) ?? '–'}</ForeignText>),
  toneColumn('Outcome', '110px', { succeeded: 'good', refused: 'warning' }, ({ outcome }) => outcome),
  wideColumn('Address', '130px', ({ address }) => address ?? '–'),
];

const targetOf = ({ target }: AuditRow) =>
  target && `${target.type === 'executor' ? 'host' : target.type} ${target.name ?? target.id}`;

export function ActionDetails({ action }: { action: AuditRow }) {
  const { at, actor, action: name, outcome, errorCode, address, userAgent, requestId, before, after } = action;
  const changes = difference(before, after);
  return (
    <Stack gap="md">
      <Facts
        facts={{
          Time: formatInstant(at),
          Actor: `${actor.name} (${actorWord(actor.type)})`,
          Target: targetOf(action),
          Outcome: errorCode == null ? outcome : `${outcome}: ${errorCode}`,
          Address: address,
          Client: userAgent,
          'API action': name,
          'Request ID': requestId,
        }}
      />
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
                  <ForeignText>{fieldWords(field)}</ForeignText>
                </Table.Th>
                <Table.Td>
                  <ForeignText>{was ?? '–'}</ForeignText>
                </Table.Td>
                <Table.Td>
                  <ForeignText>{is ?? '–'}</ForeignText>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
