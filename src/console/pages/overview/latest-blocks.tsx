import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { networks } from '../../../bitcoin/network.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers/query-view.tsx';
import { Panel } from '../../display/panel.tsx';
import { formatNumber } from '../../display/values/amounts.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { LatestBlocksDocument, type LatestBlocksQuery } from './operations.generated.ts';

/** The highest block of each network that one of the nodes has. Samples are no change, so it is asked for often: a new block is seen at once. */
export function LatestBlocks() {
  const query = useApiQuery(LatestBlocksDocument, {}, { shows: ['node'], everySeconds: 0.7 });
  return (
    <Panel title="Latest blocks">
      <QueryView query={query}>{(data) => <Blocks data={data} />}</QueryView>
    </Panel>
  );
}

function Blocks({ data }: { data: LatestBlocksQuery }) {
  const found = networks.flatMap((network) => {
    const node = data[network]?.[0];
    return node?.metrics == null ? [] : [{ network, node, metrics: node.metrics }];
  });
  return (
    <Stack gap="xs">
      {found.map(({ network, node, metrics }) => (
        <Group key={network} justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text>{network}</Text>
            <Text variant="note" truncate>
              <Anchor component={Link} to={`/nodes/${node.id}`} c="inherit" fz="xs">
                <ForeignText>{node.name}</ForeignText>
              </Anchor>
              , measured <Time at={metrics.at} everySeconds={1} isPast />
            </Text>
          </div>
          <Text fz="xl" fw={600} className="tabular">
            {formatNumber(metrics.height)}
          </Text>
        </Group>
      ))}
      {found.length === 0 && <Text c="dimmed">No node has measured its chain yet.</Text>}
    </Stack>
  );
}
