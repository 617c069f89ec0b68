import { Text } from '@mantine/core';
import { useWholeList } from '../api/use-whole-list.ts';
import { PageHeader } from '../display/page-header.tsx';
import { QueryView } from '../display/query-view.tsx';
import { useRights } from '../session/viewer.ts';
import { ChooseExecutors } from './choose-executors.tsx';
import { UpgradeableExecutorsDocument } from './operations.generated.ts';
import { RunningRollout } from './running-rollout.tsx';
import { useKeptRollout } from './use-kept-rollout.ts';

/** Upgrades many executors, group after group, and stops at the first failure. */
export function RolloutPage() {
  const { mayChange } = useRights();
  const query = useWholeList(
    UpgradeableExecutorsDocument,
    {},
    { rowsOf: (data) => data.executors, shows: ['executor'], everySeconds: 15 },
  );
  const { plan, wasLeft, begin, end } = useKeptRollout();
  return (
    <>
      <PageHeader
        title="Upgrade executors"
        about="Group after group; where one fails, no further group is asked. Nodes keep running."
      />
      {!mayChange ? (
        <Text>Owners and admins of the organization upgrade its executors.</Text>
      ) : (
        <QueryView query={query} height={320}>
          {(executors) =>
            plan === null ? (
              <ChooseExecutors executors={executors} onPlan={begin} />
            ) : (
              <RunningRollout {...{ plan, executors, wasLeft }} onEnd={end} />
            )
          }
        </QueryView>
      )}
    </>
  );
}
