import { Alert, Group, NumberInput, Select, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  PreviewUpgradeRolloutDocument,
  StartUpgradeRolloutDocument,
  UpgradeRolloutsDocument,
} from '../../../client/operations.generated.ts';
import { maxRolloutGroupSize } from '../../../contract/limits.ts';
import type { UpgradeRolloutStartInput } from '../../../contract/types.generated.ts';
import { useApiQuery, useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { DialogButton } from '../../display/dialogs.tsx';
import { Form, FormEnd } from '../../display/form.tsx';
import { formatCount } from '../../display/format.ts';
import { type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { TextList } from '../../display/lists/list.tsx';
import { choiceColumn, Rows } from '../../display/lists/rows.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText, PageLink, Reason, TextLink, Time, Tone } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { UpgradeableExecutorsDocument } from './operations.generated.ts';
import { useOfferedReleases } from './upgrade-panel.tsx';
import { type OfferedRelease, obstacle, type ShownRollout, stateLook, type Upgradeable } from './upgrade-state.ts';

export function RolloutsPage() {
  const { mayChange } = useRights();
  const query = useWholeList(UpgradeRolloutsDocument, {}, { shows: ['rollout'], everySeconds: 60 });
  return (
    <>
      <PageHeader
        title="Upgrade agents"
        about="Upgrades hosts in groups and stops at the first failure. Nodes keep running."
      />
      <QueryView query={query} height={320}>
        {(rollouts) => (
          <Stack>
            {rollouts.length > 0 && <RolloutList rollouts={rollouts} />}
            {mayChange ? (
              <ChooseExecutors />
            ) : (
              <Text>Only owners and admins of the organization can start rollouts.</Text>
            )}
          </Stack>
        )}
      </QueryView>
    </>
  );
}

const RolloutList = ({ rollouts }: { rollouts: readonly ShownRollout[] }) => (
  <Stack gap="xs">
    <Title order={2}>Rollouts</Title>
    <Rows label="Rollouts" rows={rollouts} columns={rolloutColumns} maxHeight="240px" empty={null} />
  </Stack>
);

const rolloutColumns: readonly Column<ShownRollout>[] = [
  leadColumn('Rollout', 2, ({ id, targetVersion, counts: { upgraded, total } }) => (
    <PageLink to={`/executors/upgrade/${id}`} fw={500}>
      {`${targetVersion}: ${upgraded} of ${total} upgraded`}
    </PageLink>
  )),
  {
    label: 'State',
    width: 'minmax(110px, 1fr)',
    cell: ({ state }) => <Tone tone={stateLook(state).tone}>{stateLook(state).word}</Tone>,
  },
  wideColumn('Reason', 3, ({ reason }) => <Reason>{reason}</Reason>),
  { label: 'Requested by', isForWide: true, cell: ({ requestedBy }) => <ForeignText>{requestedBy}</ForeignText> },
  { label: 'Started', width: '110px', cell: ({ requestedAt }) => <Time at={requestedAt} /> },
];

function ChooseExecutors() {
  const { isSystemAdmin } = useRights();
  const releases = useOfferedReleases();
  const query = useWholeList(UpgradeableExecutorsDocument, {}, { shows: ['executor'], everySeconds: 30 });
  const [latest] = releases.data ?? [];
  return (
    <QueryView query={query} alongside={[releases]} height={320}>
      {(executors) =>
        latest === undefined ? (
          <Text>
            No releases yet.{' '}
            {isSystemAdmin ? (
              <TextLink to="/releases/new">Publish a release</TextLink>
            ) : (
              'Ask a system administrator to publish one.'
            )}
          </Text>
        ) : (
          <Choose executors={executors} releases={releases.data ?? []} latest={latest} />
        )
      }
    </QueryView>
  );
}

interface ChooseProps {
  executors: readonly Upgradeable[];
  releases: readonly OfferedRelease[];
  latest: OfferedRelease;
}

function Choose({ executors, releases, latest }: ChooseProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const [groupSize, setGroupSize] = useState(1);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const release = releases.find(({ version }) => version === picked) ?? latest;
  const candidates = executors.map((executor) => ({ executor, why: obstacle(executor, release) }));
  const isPossible = candidates.some(({ why }) => why === null);
  const chosen = candidates.filter(({ executor, why }) => why === null && !left.has(executor.id));
  // Hosts that already run the version are not behind.
  const behind = candidates.flatMap(({ executor: { version }, why }) =>
    why === null || version === release.version ? [] : [why],
  );
  const groups = Math.ceil(chosen.length / groupSize);
  const executorIds = chosen.map(({ executor }) => executor.id);
  return (
    <Stack>
      <Title order={2}>New rollout</Title>
      <Group align="end">
        <Group align="end" gap={8}>
          <Select
            label="Version"
            data={releases.map(({ version, channel }) => ({ value: version, label: `${version} (${channel})` }))}
            value={release.version}
            onChange={setPicked}
            w={210}
          />
          <PageLink to="/releases" search={{ version: release.version }} pb={8}>
            Release notes
          </PageLink>
        </Group>
        {isPossible && (
          <NumberInput
            label="Hosts per group"
            value={groupSize}
            onChange={(size) => setGroupSize(Math.min(maxRolloutGroupSize, Math.max(1, Number(size) || 1)))}
            min={1}
            max={maxRolloutGroupSize}
            allowDecimal={false}
            w={190}
          />
        )}
      </Group>
      {isPossible ? (
        <>
          <Rows
            label="Hosts to upgrade"
            rows={candidates}
            keyOf={({ executor }) => executor.id}
            rowHeight={44}
            maxHeight="max(240px, calc(100dvh - 420px))"
            empty={null}
            columns={candidateColumns(left, (id) => setLeft(left.symmetricDifference(new Set([id]))))}
          />
          <Group>
            <DialogButton
              label={
                chosen.length === 0
                  ? 'Start rollout'
                  : `Upgrade ${chosen.length} of ${executors.length} hosts in ${formatCount(groups, 'group')}`
              }
              title={`Upgrade agents to ${release.version}?`}
              disabled={chosen.length === 0}
            >
              <StartRollout data={{ executorIds, targetVersion: release.version, groupSize }} />
            </DialogButton>
          </Group>
        </>
      ) : (
        <>
          <Text fz="sm">No hosts are eligible for {release.version}.</Text>
          <TextList label="Not eligible" texts={behind} maxTexts={maxReasons} />
        </>
      )}
    </Stack>
  );
}

interface Candidate {
  executor: Upgradeable;
  /** Why the host cannot be upgraded; null if it can. */
  why: string | null;
}

/** `left` are the eligible hosts that are deselected. */
const candidateColumns = (left: ReadonlySet<string>, toggle: (id: string) => void): readonly Column<Candidate>[] => [
  choiceColumn(({ executor, why }) => ({
    type: 'checkbox',
    'aria-label': `Upgrade ${executor.name}`,
    checked: why === null && !left.has(executor.id),
    disabled: why !== null,
    onChange: () => toggle(executor.id),
  })),
  leadColumn('Host', 1, ({ executor }) => <ForeignText>{executor.name}</ForeignText>),
  { label: 'Version', width: '80px', cell: ({ executor }) => executor.version },
  { label: 'Not eligible', width: 3, cell: ({ why }) => <Reason>{why}</Reason> },
];

/** Of the hosts that are skipped. */
const maxReasons = 8;

/** Previews a rollout with the hosts that it would skip, and starts it. */
function StartRollout({ data }: { data: UpgradeRolloutStartInput & { groupSize: number } }) {
  const navigate = useNavigate();
  const query = useApiQuery(PreviewUpgradeRolloutDocument, { data }, { shows: ['executor'], everySeconds: 15 });
  const start = useFormMutation(StartUpgradeRolloutDocument, {
    done: 'Rollout started.',
    onDone: ({ startUpgradeRollout: { rollout } }) =>
      void navigate({ to: '/executors/upgrade/$rolloutId', params: { rolloutId: rollout.id } }),
  });
  const members = query.data?.previewUpgradeRollout?.members ?? [];
  const obstacles = members.flatMap(({ obstacle }) => obstacle ?? []);
  const executorIds = members.flatMap(({ executorId, obstacle }) => (obstacle == null ? [executorId] : []));
  const groups = Math.ceil(executorIds.length / data.groupSize);
  return (
    <QueryView query={query} height={120}>
      {() => (
        <Form mutation={start} onSubmit={() => start.mutate({ data: { ...data, executorIds } })}>
          {executorIds.length > 0 && (
            <Text fz="sm">
              {formatCount(executorIds.length, 'host')} in {formatCount(groups, 'group')}, one group at a time. The
              rollout stops at the first failure. Nodes keep running.
            </Text>
          )}
          {obstacles.length > 0 && (
            <Alert color="orange" title="Skipped" role="alert">
              <TextList texts={obstacles} maxTexts={maxReasons} />
            </Alert>
          )}
          <FormEnd act="Start rollout" disabled={executorIds.length === 0} />
        </Form>
      )}
    </QueryView>
  );
}
