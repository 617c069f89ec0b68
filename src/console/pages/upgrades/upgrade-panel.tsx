import { Stack, Text } from '@mantine/core';
import { QueryView } from '../../display/answers/query-view.tsx';
import { Panel } from '../../display/panel.tsx';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { useRights } from '../../session/viewer.ts';
import { generalObstacle } from './obstacle.ts';
import { RequestUpgrade } from './request-upgrade.tsx';
import { UpgradeHistory } from './upgrade-history.tsx';
import { UpgradeProgress } from './upgrade-progress.tsx';
import { useUpgrades } from './use-upgrades.ts';

/** Which version an executor's agent has, whether it can be upgraded, and how that goes or went. */
export function UpgradePanel({ executorId }: { executorId: string }) {
  const { mayChange } = useRights();
  const query = useUpgrades(executorId);
  return (
    <Panel title="Agent">
      <QueryView query={query} height={80}>
        {({ executor }) => {
          if (executor == null) return null;
          const { version, channel, upgrade } = executor;
          const why = generalObstacle(executor);
          const latest = executor.upgrades.filter(({ endedAt }) => endedAt != null);
          return (
            <Stack gap="md">
              <Text fz="sm">
                Version {version}, in the channel <ForeignText>{channel}</ForeignText>. An upgrade leaves its nodes
                running.
              </Text>
              {upgrade != null ? (
                <UpgradeProgress executorId={executorId} upgrade={upgrade} />
              ) : why !== null ? (
                <Text variant="hint">
                  No upgrade at present: <ForeignText>{why}</ForeignText>
                </Text>
              ) : (
                mayChange && <RequestUpgrade executor={executor} />
              )}
              {latest.length > 0 && <UpgradeHistory upgrades={latest} />}
            </Stack>
          );
        }}
      </QueryView>
    </Panel>
  );
}
