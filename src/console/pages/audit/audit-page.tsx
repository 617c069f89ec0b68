import { Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { AuditActionsDocument, type AuditActionsQuery } from '../../../client/operations.generated.ts';
import { auditColumns } from '../../../contract/exports.ts';
import { maxPageSize } from '../../../contract/limits.ts';
import type { AuditActorType } from '../../../contract/types.generated.ts';
import { useApi, usePages } from '../../api/use-api.tsx';
import { SidePanel } from '../../display/dialogs.tsx';
import { Facts } from '../../display/facts.tsx';
import { bindChecked } from '../../display/form.tsx';
import { type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { ChoiceFilter, TextFilter, useAddressChange } from '../../display/lists/filters.tsx';
import { Empty, PagedList } from '../../display/lists/list.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText, formatInstant, TextButton, Time, Tone } from '../../display/text.tsx';
import { actorTypes, given, outcomes } from '../addresses.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { RangeControl } from '../time-range/range-control.tsx';
import { useRange } from '../time-range/use-range.ts';
import { actionWords, fieldWords, targetText } from './action-words.ts';
import { changeText, difference } from './difference.ts';

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
  'endpoint',
  'notification',
  'member',
  'invitation',
  'api_key',
  'organization',
  'incident',
] as const;

const actorWord = (type: AuditActorType): string => actorWords[type] ?? type;

export function AuditPage() {
  const {
    find: search,
    action,
    target: targetName,
    actor: actorType,
    outcome,
    reads,
  } = useSearch({ from: '/shell/audit' });
  const api = useApi();
  const range = useRange();
  const change = useAddressChange();
  const [shown, setShown] = useState<AuditRow>();
  const columns = useMemo(() => columnsOf(setShown), []);
  const hidden = reads === undefined && action === undefined ? { reads: false } : {};
  const filter = {
    ...given({ search, action, targetName, actorType: actorType && [actorType], outcome: outcome && [outcome] }),
    ...hidden,
  };
  return (
    <>
      <PageHeader title="Audit" about="Actions of people, API keys and the CLI, including refused ones.">
        <ExportMenu
          what="audit"
          columns={auditColumns}
          rows={(signal) =>
            api.client.pages(
              AuditActionsDocument,
              { filter: { ...filter, ...range.bounds(), take: maxPageSize } },
              { signal },
            )
          }
        />
      </PageHeader>
      <Group mb="sm">
        <RangeControl />
      </Group>
      <Group mb="sm" gap="xs">
        <TextFilter label="Search" field="find" />
        <TextFilter label="API action" field="action" />
        <TextFilter label="Target name" field="target" />
        <ChoiceFilter label="Actor" field="actor" values={actorTypes} wordOf={actorWord} />
        <ChoiceFilter label="Outcome" field="outcome" values={outcomes} />
        <Checkbox
          label="Include log views and RPC calls"
          {...bindChecked(reads !== undefined, (isShown) => change({ reads: isShown ? 'shown' : undefined }))}
        />
      </Group>
      <PagedList
        pages={usePages(AuditActionsDocument, { filter }, all, range)}
        label="Actions"
        columns={columns}
        rowHeight={40}
        empty={
          <Empty icon={IconClipboardList} title="No actions">
            No matching actions. API action and Target name need an exact name; Search finds part of a text.
          </Empty>
        }
      />
      <SidePanel title={actionWords} of={shown} onClose={() => setShown(undefined)}>
        {(action) => <ActionDetails action={action} />}
      </SidePanel>
    </>
  );
}

type AuditRow = NonNullable<AuditActionsQuery['auditActions']>['nodes'][number];

const columnsOf = (open: (action: AuditRow) => void): readonly Column<AuditRow>[] => [
  { label: 'Time', width: '110px', cell: ({ at }) => <Time at={at} /> },
  { label: 'Actor', width: 2, cell: ({ actor }) => <ForeignText>{actor.name}</ForeignText> },
  leadColumn('Action', 3, (action) => (
    <>
      <TextButton onClick={() => open(action)}>{actionWords(action)}</TextButton>
      {action.target && (
        <Text span fz="sm" hiddenFrom="md">
          {' · '}
          <ForeignText>{targetText(action.target)}</ForeignText>
        </Text>
      )}
      {action.outcome === 'refused' && (
        <>
          {' '}
          <Tone tone="warning">refused</Tone>
        </>
      )}
    </>
  )),
  wideColumn('Target', 3, (action) => <ForeignText>{action.target ? targetText(action.target) : '–'}</ForeignText>),
  wideColumn('Address', '130px', ({ address }) => address ?? '–'),
];

export function ActionDetails({ action }: { action: AuditRow }) {
  const { at, actor, action: name, outcome, errorCode, address, userAgent, requestId, before, after } = action;
  const changes = difference(before, after);
  return (
    <Stack gap="md">
      <Facts
        facts={{
          Time: formatInstant(at),
          Actor: `${actor.name} (${actorWord(actor.type)})`,
          Target: action.target && targetText(action.target),
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
        <Facts facts={Object.fromEntries(changes.map((each) => [fieldWords(each.field), changeText(each)]))} />
      )}
    </Stack>
  );
}
