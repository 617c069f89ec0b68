import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../display/lists/column.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { Tone } from '../../display/values/tone.tsx';
import { isOpen, type KeyState, keyState } from './key-state.ts';
import type { KeyListQuery } from './operations.generated.ts';
import { purposeWords } from './search.ts';

export type KeyRow = NonNullable<KeyListQuery['apiKeys']>[number];

interface KeyColumnsOptions {
  /** In milliseconds since 1970. */
  now: number;
  onRevoke: (key: KeyRow) => void;
  onDelete: (key: KeyRow) => void;
}

const tones: Record<KeyState, 'good' | 'warning' | 'idle'> = {
  valid: 'good',
  'ends soon': 'warning',
  ended: 'idle',
  revoked: 'idle',
};

export const keyColumns = ({ now, onRevoke, onDelete }: KeyColumnsOptions): readonly Column<KeyRow>[] => [
  {
    id: 'name',
    label: 'Name',
    leads: true,
    width: 'minmax(0, 2fr)',
    cell: ({ name, start, purpose }) => (
      <>
        <Text fz="sm" fw={500} truncate>
          <ForeignText>{name}</ForeignText>
        </Text>
        <Text variant="note" truncate>
          <code>{start}…</code> for {purposeWords[purpose]}
        </Text>
      </>
    ),
  },
  {
    id: 'boundTo',
    label: 'Bound to',
    width: 'minmax(0, 1.5fr)',
    isForWide: true,
    cell: (key) => <BoundTo apiKey={key} />,
  },
  {
    id: 'used',
    label: 'Last used',
    width: 'minmax(0, 1fr)',
    isForWide: true,
    cell: ({ lastUsedAt, lastUsedFrom }) =>
      lastUsedAt == null ? (
        'never'
      ) : (
        <>
          <Time at={lastUsedAt} />
          {lastUsedFrom != null && (
            <Text variant="note" truncate>
              from {lastUsedFrom}
            </Text>
          )}
        </>
      ),
  },
  {
    id: 'ends',
    label: 'Ends',
    width: '100px',
    isForWide: true,
    cell: ({ expiresAt }) => (expiresAt == null ? 'no end' : <Time at={expiresAt} everySeconds={60} />),
  },
  {
    id: 'state',
    label: 'State',
    width: '96px',
    cell: (key) => <Tone tone={tones[keyState(key, now)]}>{keyState(key, now)}</Tone>,
  },
  {
    id: 'acts',
    label: 'Acts',
    hidesLabel: true,
    width: '84px',
    cell: (key) =>
      isOpen(keyState(key, now)) ? (
        <Act label={`Revoke the key ${key.name}`} onClick={() => onRevoke(key)}>
          Revoke…
        </Act>
      ) : (
        <Act label={`Remove the key ${key.name} from the list`} onClick={() => onDelete(key)}>
          Remove
        </Act>
      ),
  },
];

const Act = ({ label, onClick, children }: { label: string; onClick: () => void; children: string }) => (
  <Button size="compact-xs" variant="default" aria-label={label} onClick={onClick}>
    {children}
  </Button>
);

function BoundTo({ apiKey: { purpose, owner, usage } }: { apiKey: KeyRow }) {
  if (purpose === 'personal') return owner == null ? '–' : <ForeignText>{owner}</ForeignText>;
  if (usage == null) return <>the first executor that uses it</>;
  const name = <ForeignText>{usage.executorName}</ForeignText>;
  if (usage.executor == null) return <>{name}, not seen yet</>;
  return (
    <Anchor component={Link} to="/executors/$executorId" params={{ executorId: usage.executor.id } as never} fz="sm">
      {name}
    </Anchor>
  );
}
