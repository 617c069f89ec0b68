import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../display/panel.tsx';
import { Phase } from '../../display/values/phase.tsx';
import type { OverviewQuery } from './operations.generated.ts';

/** How many nodes are in each phase; each leads to them. */
export function Phases({ counts }: { counts: OverviewQuery['nodeCounts'] }) {
  const all = (
    <Anchor component={Link} to="/nodes" fz="sm">
      All nodes
    </Anchor>
  );
  return (
    <Panel title="Nodes" aside={all}>
      <Stack gap={6}>
        {counts?.byPhase.map(({ phase, nodes }) => (
          <Group key={phase} justify="space-between">
            <Anchor component={Link} to={`/nodes?phase=${phase}`} c="inherit">
              <Phase phase={phase} />
            </Anchor>
            <Text className="tabular" fw={600}>
              {nodes}
            </Text>
          </Group>
        ))}
        {counts?.total === 0 && <Text c="dimmed">None yet.</Text>}
      </Stack>
    </Panel>
  );
}
