import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { ApiKeysDocument, type ApiKeysQuery, DeleteApiKeyDocument } from '../../../client/operations.generated.ts';
import { useWholeList } from '../../api/use-api.tsx';
import { DialogButton } from '../../display/dialogs.tsx';
import { bindChecked, OperationButton } from '../../display/form.tsx';
import { actionsColumn, type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { ChoiceFilter, TextFilter, useAddressChange } from '../../display/lists/filters.tsx';
import { Empty, WholeList } from '../../display/lists/list.tsx';
import { toneColumn } from '../../display/lists/rows.tsx';
import { PageHeader, TextPage } from '../../display/page.tsx';
import { ForeignText, Named, PageLink, TextLink, Time, useNow } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { contains, equals, given, keyPurposes } from '../addresses.ts';
import { isOpen, keyState, purposeWords } from './key-life.ts';
import { RevokeKey } from './key-line.tsx';
import { MakeKey } from './make-key.tsx';
import { Tokens } from './tokens.tsx';

export function KeysPage() {
  const { mayChange } = useRights();
  if (!mayChange)
    return (
      <TextPage title="API keys">
        Only owners and admins can see the organization’s keys. Manage your own keys in{' '}
        <TextLink to="/profile">your profile</TextLink>.
      </TextPage>
    );
  return (
    <>
      <PageHeader title="API keys" about="Credentials for hosts and scripts.">
        <DialogButton label="Create key" leftSection={<IconPlus size={16} aria-hidden />}>
          <MakeKey />
        </DialogButton>
      </PageHeader>
      <Stack gap="lg">
        <KeyList />
        <Tokens />
      </Stack>
    </>
  );
}

function KeyList() {
  const now = useNow(30);
  const { name, purpose, ended } = useSearch({ from: '/shell/keys' });
  const change = useAddressChange();
  const where = given({ name: contains(name), purpose: equals(purpose) });
  const query = useWholeList(
    ApiKeysDocument,
    { where },
    { shows: ['api_key', 'executor'], everySeconds: 60, keepsPrevious: true },
  );
  const isFiltered = Object.keys(where).length > 0;
  return (
    <div>
      <Group mb="sm" gap="xs">
        <TextFilter label="Name" field="name" />
        <ChoiceFilter label="Purpose" field="purpose" values={keyPurposes} wordOf={(each) => purposeWords[each]} />
        <Checkbox
          label="Show expired and revoked"
          {...bindChecked(ended !== undefined, (isOn) => change({ ended: isOn ? 'shown' : undefined }))}
        />
      </Group>
      <WholeList
        query={query}
        fits={(key) => ended !== undefined || isOpen(keyState(key, now))}
        label="API keys"
        columns={keyColumns(now)}
        rowHeight={56}
        empty={
          <Empty
            icon={IconKey}
            title={isFiltered ? 'No keys match' : ended === undefined ? 'No valid keys' : 'No keys yet'}
          >
            Agents get a key when you add a host. Create keys for scripts here.
          </Empty>
        }
      />
    </div>
  );
}

type KeyRow = NonNullable<ApiKeysQuery['apiKeys']>[number];

const consequenceOf = ({ purpose, owner, usage }: KeyRow): string =>
  purpose === 'personal'
    ? `Scripts that use this key of ${owner ?? 'a former member'} lose access within two seconds.`
    : usage == null
      ? 'An agent that uses this key loses access within two seconds.'
      : `The agent of ${usage.executorName} loses access within two seconds. Its nodes keep running. To reconnect it, run satrap agent join with a new enrolment token.`;

const tones = { valid: 'good', 'expires soon': 'warning', expired: 'idle', revoked: 'idle' } as const;

const keyColumns = (now: number): readonly Column<KeyRow>[] => [
  leadColumn('Name', 2, ({ name, start, purpose }) => {
    const note = [<code key="start">{start}…</code>, ` · ${purposeWords[purpose]}`];
    return <Named {...{ name, note }} truncate />;
  }),
  wideColumn('Owner', 1.5, (key) => <BoundTo apiKey={key} />),
  {
    label: 'Last used',
    cell: ({ lastUsedAt, lastUsedFrom }) =>
      lastUsedAt == null ? (
        'never'
      ) : (
        <>
          <Time at={lastUsedAt} />
          {lastUsedFrom != null && (
            <Text variant="note" truncate visibleFrom="md">
              from {lastUsedFrom}
            </Text>
          )}
        </>
      ),
  },
  wideColumn('Expires', '100px', ({ expiresAt }) =>
    expiresAt == null ? 'never' : <Time at={expiresAt} everySeconds={60} />,
  ),
  { ...toneColumn('State', '104px', tones, (key: KeyRow) => keyState(key, now)), isForWide: true },
  actionsColumn('96px', (key) =>
    isOpen(keyState(key, now)) ? (
      <RevokeKey apiKey={key} consequence={consequenceOf(key)} />
    ) : (
      <OperationButton
        size="xs"
        aria-label={`Delete ${key.name}`}
        operation={DeleteApiKeyDocument}
        variables={{ where: { id: key.id } }}
        done="Key deleted."
      >
        Delete
      </OperationButton>
    ),
  ),
];

function BoundTo({ apiKey: { purpose, owner, usage } }: { apiKey: KeyRow }) {
  if (purpose === 'personal') return owner == null ? '–' : <ForeignText>{owner}</ForeignText>;
  if (usage == null) return <>first host that uses it</>;
  const { executor, executorName } = usage;
  if (executor == null) return <ForeignText>{`${executorName} (not connected yet)`}</ForeignText>;
  return <PageLink to={`/executors/${executor.id}`}>{executorName}</PageLink>;
}
