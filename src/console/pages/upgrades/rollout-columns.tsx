import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../display/lists/column.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Reason } from '../../display/values/reason.tsx';
import { Time } from '../../display/values/time.tsx';
import { Tone } from '../../display/values/tone.tsx';
import { rolloutLook, type ShownRollout } from './shown-rollout.ts';

export const rolloutColumns: readonly Column<ShownRollout>[] = [
  {
    id: 'version',
    label: 'Rollout',
    leads: true,
    width: 'minmax(0, 2fr)',
    cell: ({ id, targetVersion, counts: { upgraded, total } }) => (
      <Anchor component={Link} to="/executors/upgrade/$rolloutId" params={{ rolloutId: id } as never} fz="sm" fw={500}>
        {`${upgraded} of ${total} to ${targetVersion}`}
      </Anchor>
    ),
  },
  {
    id: 'state',
    label: 'State',
    width: 'minmax(110px, 1fr)',
    cell: ({ state }) => <Tone tone={rolloutLook(state).tone}>{rolloutLook(state).word}</Tone>,
  },
  {
    id: 'why',
    label: 'Why',
    width: 'minmax(0, 3fr)',
    isForWide: true,
    cell: ({ reason }) => <Reason>{reason}</Reason>,
  },
  {
    id: 'by',
    label: 'By',
    width: 'minmax(0, 1fr)',
    isForWide: true,
    cell: ({ requestedBy }) => <ForeignText>{requestedBy}</ForeignText>,
  },
  { id: 'when', label: 'Started', width: '110px', cell: ({ requestedAt }) => <Time at={requestedAt} /> },
];
