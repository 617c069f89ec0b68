import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../display/lists/column.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Reason } from '../../display/values/reason.tsx';
import { Tone } from '../../display/values/tone.tsx';
import { memberLook, type ShownMember } from './shown-rollout.ts';

/** The columns of the executors of a rollout. */
export const memberColumns: readonly Column<ShownMember>[] = [
  {
    id: 'executor',
    label: 'Executor',
    leads: true,
    width: 'minmax(0, 2fr)',
    cell: ({ id: nameThen, executor }) =>
      executor == null ? (
        <ForeignText>{nameThen}</ForeignText>
      ) : (
        <Anchor
          component={Link}
          to="/executors/$executorId"
          params={{ executorId: executor.id } as never}
          fz="sm"
          fw={500}
        >
          <ForeignText>{executor.name}</ForeignText>
        </Anchor>
      ),
  },
  { id: 'group', label: 'Group', width: '64px', isNumber: true, isForWide: true, cell: ({ group }) => group },
  {
    id: 'state',
    label: 'State',
    width: 'minmax(112px, 1fr)',
    cell: (member) => {
      const { word, tone } = memberLook(member);
      return <Tone tone={tone}>{word}</Tone>;
    },
  },
  {
    id: 'why',
    label: 'Why',
    width: 'minmax(0, 4fr)',
    // A narrow window has no room for it beside: the page says it below.
    isForWide: true,
    cell: (member) => <Reason>{memberLook(member).why}</Reason>,
  },
];
