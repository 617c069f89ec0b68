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

/** The API keys of hosts and scripts, and enrolment tokens. */
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
      <PageHeader title="API keys" about="Credentials for hosts and scripts.">
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
          Create key
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
              label="Show expired and revoked"
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
      Only owners and admins can see the organization’s keys. Manage your own keys in{' '}
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
  const revoke = useApiMutation(RevokeApiKeyDocument, { failure: 'none', done: 'Key revoked.' });
  const remove = useApiMutation(DeleteApiKeyDocument, { done: 'Key deleted.' });
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
            title={isFiltered ? 'No keys match' : search.ended === undefined ? 'No valid keys' : 'No keys yet'}
          >
            Agents get a key when you add a host. Create keys for scripts here.
          </Empty>
        }
      />
      <Confirm question={asked && revocation(asked)} onClose={() => setAsked(undefined)} mutation={revoke} />
    </>
  );
}

const revocation = ({ id, name, purpose, owner, usage }: KeyRow) => ({
  title: `Revoke key ${name}?`,
  consequence:
    purpose === 'personal'
      ? `Scripts that use this key of ${owner ?? 'a former member'} lose access within two seconds.`
      : usage == null
        ? 'An agent that uses this key loses access within two seconds.'
        : `The agent of ${usage.executorName} loses access within two seconds. Its nodes keep running. To reconnect it, run satrap agent join with a new enrolment token.`,
  act: 'Revoke key',
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
  'expires soon': 'warning',
  expired: 'idle',
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
          <code>{start}…</code> · {purposeWords[purpose]}
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
    label: 'Expires',
    width: '100px',
    isForWide: true,
    cell: ({ expiresAt }) => (expiresAt == null ? 'never' : <Time at={expiresAt} everySeconds={60} />),
  },
  {
    id: 'state',
    label: 'State',
    width: '104px',
    cell: (key) => <Tone tone={tones[keyState(key, now)]}>{keyState(key, now)}</Tone>,
  },
  {
    id: 'acts',
    label: 'Actions',
    hidesLabel: true,
    width: '84px',
    cell: (key) =>
      isOpen(keyState(key, now)) ? (
        <Act label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
          Revoke…
        </Act>
      ) : (
        <Act label={`Delete ${key.name}`} onClick={() => onDelete(key)}>
          Delete
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
  if (usage == null) return <>first host that uses it</>;
  const name = <ForeignText>{usage.executorName}</ForeignText>;
  if (usage.executor == null) return <>{name} (not connected yet)</>;
  return (
    <Anchor component={Link} to={`/executors/${usage.executor.id}`} fz="sm">
      {name}
    </Anchor>
  );
}
