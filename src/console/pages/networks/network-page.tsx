import { Anchor, Group, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { formatNumber } from '../../display/format.ts';
import { PageHeader, Panel } from '../../display/page.tsx';
import { Tone } from '../../display/tone.tsx';
import { NothingTherePage } from '../../shell/error-pages.tsx';
import { BranchTree } from './branch-tree.tsx';
import { stateTones } from './networks-page.tsx';
import { NetworkTreeDocument } from './operations.generated.ts';

const route = getRouteApi('/shell/networks/$network');

export function NetworkPage() {
  const { network: name } = route.useParams();
  const query = useApiQuery(NetworkTreeDocument, { name }, { shows: ['incident', 'node'], everySeconds: 5 });
  return (
    <QueryView query={query}>
      {({ network }) =>
        network == null ? (
          <NothingTherePage what="network" id={name} list="/networks" />
        ) : (
          <Stack gap="md">
            <div>
              <PageHeader
                title={network.name}
                about={`${formatNumber(network.nodeCount)} nodes, highest block ${formatNumber(network.height)}`}
              />
              <Group gap="md" mt={-8} role="status">
                <Tone tone={stateTones[network.state]}>{network.state}</Tone>
                {network.incidentId !== null && (
                  <Anchor component={Link} to={`/incidents/${network.incidentId}`} fz="sm">
                    Show incident
                  </Anchor>
                )}
              </Group>
            </div>
            <Panel title="Branches">
              <BranchTree branches={network.branches} />
            </Panel>
          </Stack>
        )
      }
    </QueryView>
  );
}
