import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  ApiKeysDocument,
  type ApiKeysQuery,
  DeleteApiKeyDocument,
  RevokeApiKeyDocument,
} from '../../../client/operations.generated.ts';
import { useWholeList } from '../../api/lists.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { Confirm } from '../../display/dialogs.tsx';
import { bindChecked } from '../../display/form.tsx';
import type { Column } from '../../display/lists/column.ts';
import { FilterChoice, FilterText, useAddressChange } from '../../display/lists/filters.tsx';
import { Empty, WholeList } from '../../display/lists/list.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { Time, useNow } from '../../display/time.tsx';
import { Tone } from '../../display/tone.tsx';
import { useRights } from '../../session/viewer.ts';
import { contains, given, type KeysSearch, keyPurposes } from '../addresses.ts';
import { isOpen, type KeyState, keyState, purposeWords } from './key-life.ts';
import { MakeKey } from './make-key.tsx';
import { Tokens } from './tokens.tsx';

const route = getRouteApi('/shell/keys');

/** The keys of executors and scripts, and the tokens with which agents get theirs. */
export function KeysPage() {
  const { mayChange } = useRights();
  return mayChange ? <AllKeys /> : <NotForMembers />;
}

function AllKeys() {
  const search = route.useSearch();
  const [isMaking, setMaking] = useState(false);
  const change = useAddressChange<KeysSearch>();
  return (
    <>
      <PageHeader title="API keys" about="What executors and scripts show to the control plane.">
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
          Make a key
        </Button>
      </PageHeader>
      <Stack gap="lg">
        <div>
          <Group mb="sm" gap="xs">
            <FilterText label="Name" value={search.name} onChange={(name) => change({ name })} />
            <FilterChoice
              label="Purpose"
              values={keyPurposes}
              wordOf={(purpose) => purposeWords[purpose]}
              value={search.purpose}
              onChange={(purpose) => change({ purpose })}
            />
            <Checkbox
              label="Also ended and revoked ones"
              {...bindChecked(search.ended !== undefined, (isOn) => change({ ended: isOn ? 'shown' : undefined }))}
            />
          </Group>
          <KeyList search={search} />
        </div>
        <Tokens />
      </Stack>
      <MakeKey isOpen={isMaking} onClose={() => setMaking(false)} />
    </>
  );
}

const NotForMembers = () => (
  <>
    <PageHeader title="API keys" />
    <Text>
      Owners and admins of the organization see its keys. You make your own ones in{' '}
      <Anchor component={Link} to="/profile" underline="always">
        your profile
      </Anchor>
      .
    </Text>
  </>
);

function KeyList({ search }: { search: KeysSearch }) {
  const now = useNow(30);
  const where = given({ name: contains(search.name), purpose: search.purpose });
  const query = useWholeList(
    ApiKeysDocument,
    { where },
    { rowsOf: (data) => data.apiKeys, shows: ['apiKey', 'executor'], everySeconds: 60, keepsPrevious: true },
  );
  const revoke = useApiMutation(RevokeApiKeyDocument, { failure: 'none', done: 'The key is worthless now.' });
  const remove = useApiMutation(DeleteApiKeyDocument, { done: 'The key is gone from the list.' });
  const [asked, setAsked] = useState<KeyRow>();
  const columns = keyColumns({ now, onRevoke: setAsked, onDelete: ({ id }) => remove.mutate({ where: { id } }) });
  const isFiltered = Object.keys(where).length > 0;
  return (
    <>
      <WholeList
        query={query}
        fits={(key) => search.ended !== undefined || isOpen(keyState(key, now))}
        label="API keys"
        columns={columns}
        rowHeight={56}
        maxHeight="max(320px, 55dvh)"
        empty={
          <Empty
            icon={IconKey}
            title={isFiltered ? 'No key fits' : search.ended === undefined ? 'No key is valid' : 'No key yet'}
          >
            An agent gets its key by itself when its host joins with an enrolment token. For scripts, make one.
          </Empty>
        }
      />
      <Confirm question={asked && revocation(asked)} onClose={() => setAsked(undefined)} mutation={revoke} />
    </>
  );
}

const revocation = ({ id, name, purpose, owner, usage }: KeyRow) => ({
  title: `Revoke the key ${name}?`,
  consequence:
    purpose === 'personal'
      ? `Scripts that use it are refused within two seconds. It acts for ${owner ?? 'somebody who has left'}.`
      : usage == null
        ? 'An agent that has it is refused within two seconds.'
        : `The agent of ${usage.executorName} is refused within two seconds. Its nodes keep running, and it needs another key to be heard of again: satrap agent join.`,
  act: 'Revoke',
  variables: { where: { id } },
});

type KeyRow = NonNullable<ApiKeysQuery['apiKeys']>[number];

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

const keyColumns = ({ now, onRevoke, onDelete }: KeyColumnsOptions): readonly Column<KeyRow>[] => [
  {
    id: 'name',
    label: 'Name',
    leads: true,
    width: 2,
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
  { id: 'boundTo', label: 'Bound to', width: 1.5, isForWide: true, cell: (key) => <BoundTo apiKey={key} /> },
  {
    id: 'used',
    label: 'Last used',
    width: 1,
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
    <Anchor component={Link} to={`/executors/${usage.executor.id}`} fz="sm">
      {name}
    </Anchor>
  );
}
