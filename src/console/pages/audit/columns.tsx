import { Anchor, Text } from '@mantine/core';
import type { Column } from '../../display/lists/column.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { Tone } from '../../display/values/tone.tsx';
import type { AuditListQuery } from './operations.generated.ts';

export type AuditRow = NonNullable<AuditListQuery['auditActions']>['nodes'][number];

export const auditColumns = (open: (action: AuditRow) => void): readonly Column<AuditRow>[] => [
  { id: 'at', label: 'When', width: '110px', cell: ({ at }) => <Time at={at} /> },
  {
    id: 'actor',
    label: 'Who',
    width: 'minmax(0, 2fr)',
    isForWide: true,
    cell: ({ actor }) => <ForeignText>{actor.name}</ForeignText>,
  },
  {
    id: 'action',
    label: 'Did what',
    leads: true,
    width: 'minmax(0, 2fr)',
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
    label: 'To what',
    width: 'minmax(0, 2fr)',
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
  { id: 'address', label: 'From', width: '130px', isForWide: true, cell: ({ address }) => address ?? '–' },
];
