import { Stack, Text, Title } from '@mantine/core';
import { useWholeList } from '../../api/use-whole-list.ts';
import { QueryView } from '../../display/answers/query-view.tsx';
import { Rows } from '../../display/lists/rows.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { useRights } from '../../session/viewer.ts';
import { ChooseExecutors } from './choose-executors.tsx';
import { RolloutListDocument } from './operations.generated.ts';
import { rolloutColumns } from './rollout-columns.tsx';
import type { ShownRollout } from './shown-rollout.ts';

/** The upgrades of many executors, group after group: those that go on, a new one, and those that are over. */
export function RolloutsPage() {
  const { mayChange } = useRights();
  const query = useWholeList(
    RolloutListDocument,
    {},
    { rowsOf: (data) => data.upgradeRollouts, shows: ['rollout'], everySeconds: 60 },
  );
  return (
    <>
      <PageHeader
        title="Upgrade executors"
        about="Group after group; where one fails, no further group is asked. Nodes keep running."
      />
      <QueryView query={query} height={320}>
        {(rollouts) => {
          const present = rollouts.filter(({ endedAt }) => endedAt == null);
          const past = rollouts.filter(({ endedAt }) => endedAt != null);
          return (
            <Stack>
              {present.length > 0 && <RolloutList title="Rollouts that have not ended" rollouts={present} />}
              {mayChange ? <ChooseExecutors /> : <Text>Owners and admins of the organization start rollouts.</Text>}
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
