import { Anchor } from '@mantine/core';
import type { Column } from '../../display/lists/column.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { Tone } from '../../display/values/tone.tsx';
import { offerOf, type ReleaseRow } from './shown-release.ts';

/** The columns of the list of releases; `open` shows all of one. */
export const releaseColumns = (open: (version: string) => void): readonly Column<ReleaseRow>[] => [
  {
    id: 'version',
    label: 'Version',
    leads: true,
    width: 'minmax(96px, 1fr)',
    cell: ({ version }) => (
      <Anchor component="button" type="button" fz="sm" fw={500} onClick={() => open(version)}>
        {version}
      </Anchor>
    ),
  },
  { id: 'channel', label: 'Channel', width: '88px', cell: ({ channel }) => <ForeignText>{channel}</ForeignText> },
  { id: 'for', label: 'For', width: 'minmax(0, 2fr)', isForWide: true, cell: offerOf },
  {
    id: 'from',
    label: 'From version',
    width: '112px',
    isForWide: true,
    cell: ({ lowestVersion }) => lowestVersion ?? 'any',
  },
  {
    id: 'published',
    label: 'Published',
    width: '110px',
    isForWide: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    id: 'state',
    label: 'State',
    width: 'minmax(100px, 2fr)',
    cell: ({ withdrawnAt, withdrawnReason }) => (
      <span title={withdrawnReason ?? undefined}>
        {withdrawnAt == null ? (
          <Tone tone="good">offered</Tone>
        ) : (
          <>
            <Tone tone="warning">withdrawn</Tone> <ForeignText>{withdrawnReason ?? ''}</ForeignText>
          </>
        )}
      </span>
    ),
  },
];
