import { Stack, Text, Title } from '@mantine/core';
import { UpgradeRolloutsDocument } from '../../../client/operations.generated.ts';
import { useWholeList } from '../../api/lists.ts';
import { QueryView } from '../../display/answers.tsx';
import type { Column } from '../../display/lists/column.ts';
import { Rows } from '../../display/lists/rows.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText, PageLink, Reason, Tone } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import { useRights } from '../../session/viewer.ts';
import { ChooseExecutors } from './start-rollout.tsx';
import { type ShownRollout, stateLook } from './upgrade-state.ts';

export function RolloutsPage() {
  const { mayChange } = useRights();
  const query = useWholeList(UpgradeRolloutsDocument, {}, { shows: ['rollout'], everySeconds: 60 });
  return (
    <>
      <PageHeader
        title="Upgrade agents"
        about="Rollouts upgrade group by group and stop at the first failure. Nodes keep running."
      />
      <QueryView query={query} height={320}>
        {(rollouts) => {
          const active = rollouts.filter(({ endedAt }) => endedAt == null);
          const past = rollouts.filter(({ endedAt }) => endedAt != null);
          return (
            <Stack>
              {active.length > 0 && <RolloutList title="Active rollouts" rollouts={active} />}
              {mayChange ? (
                <ChooseExecutors />
              ) : (
                <Text>Only owners and admins of the organization can start rollouts.</Text>
              )}
              {past.length > 0 && <RolloutList title="Past rollouts" rollouts={past} />}
            </Stack>
          );
        }}
      </QueryView>
    </>
  );
}

function RolloutList({ title, rollouts }: { title: string; rollouts: readonly ShownRollout[] }) {
  return (
    <Stack gap="xs">
      <Title order={2}>{title}</Title>
      <Rows
        label={title}
        rows={rollouts}
        columns={rolloutColumns}
        keyOf={({ id }) => id}
        maxHeight="300px"
        empty={null}
      />
    </Stack>
  );
}

const rolloutColumns: readonly Column<ShownRollout>[] = [
  {
    label: 'Rollout',
    leads: true,
    width: 2,
    cell: ({ id, targetVersion, counts: { upgraded, total } }) => (
      <PageLink to={`/executors/upgrade/${id}`} fw={500}>
        {`${targetVersion}: ${upgraded} of ${total} upgraded`}
      </PageLink>
    ),
  },
  {
    label: 'State',
    width: 'minmax(110px, 1fr)',
    cell: ({ state }) => <Tone tone={stateLook(state).tone}>{stateLook(state).word}</Tone>,
  },
  { label: 'Reason', width: 3, isForWide: true, cell: ({ reason }) => <Reason>{reason}</Reason> },
  { label: 'Requested by', isForWide: true, cell: ({ requestedBy }) => <ForeignText>{requestedBy}</ForeignText> },
  { label: 'Started', width: '110px', cell: ({ requestedAt }) => <Time at={requestedAt} /> },
];
