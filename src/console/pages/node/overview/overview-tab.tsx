import { Box, Flex, Stack } from '@mantine/core';
import { QueryView } from '../../../display/answers.tsx';
import { NodeMeasurementsDocument } from '../operations.generated.ts';
import { type TabProps, useNodeQuery } from '../shown-node.ts';
import { Cards } from './cards.tsx';
import { Connect } from './connect.tsx';
import { Hero } from './hero.tsx';
import { useTrend } from './trend.ts';

export function OverviewTab({ node }: TabProps) {
  const { id } = node;
  const shows = (['node', 'block'] as const).map((type) => ({ type, id }));
  const query = useNodeQuery(NodeMeasurementsDocument, { id }, { shows, everySeconds: 5 });
  const trend = useTrend(node);
  const { phase, endpoint } = node.status;
  // A daemon that does not run cannot be connected to.
  const connect = endpoint !== null && phase !== 'failing' && <Connect node={node} endpoint={endpoint} />;
  return (
    <Flex direction={{ base: 'column', lg: 'row' }} align={{ lg: 'start' }} gap="md">
      <Box flex="2 1 0" miw={0}>
        <QueryView query={query} height={360}>
          {({ node: measured }) => (
            <Stack gap="md">
              <Hero
                node={node}
                health={measured?.health ?? node.health}
                metrics={measured?.metrics ?? null}
                trend={trend}
              />
              {measured?.metrics != null && <Cards node={node} metrics={measured.metrics} trend={trend} />}
            </Stack>
          )}
        </QueryView>
      </Box>
      {connect && (
        <Box flex="1 1 0" miw={0}>
          {connect}
        </Box>
      )}
    </Flex>
  );
}
