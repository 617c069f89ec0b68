import { Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useApiQuery } from '../../api/use-api.tsx';
import { formatNumber } from '../../display/format.ts';
import { PageHeader, Panel } from '../../display/page.tsx';
import { PageLink, Tone } from '../../display/text.tsx';
import { ObjectPage } from '../../shell/error-pages.tsx';
import { BranchTree } from './branch-tree.tsx';
import { stateTones } from './networks-page.tsx';
import { NetworkTreeDocument } from './operations.generated.ts';

export function NetworkPage() {
  const { network: name } = useParams({ from: '/shell/networks/$network' });
  const query = useApiQuery(NetworkTreeDocument, { name }, { shows: ['incident', 'node'], everySeconds: 5 });
  return (
    <ObjectPage query={query} what="network" id={name} list="/networks">
      {({ nodeCount, height, state, incidentId, branches }) => (
        <Stack gap="md">
          <PageHeader
            title={name}
            about={`${formatNumber(nodeCount)} nodes, highest block ${formatNumber(height)}`}
            status={
              <>
                <Tone tone={stateTones[state]}>{state}</Tone>
                {incidentId !== null && <PageLink to={`/incidents/${incidentId}`}>Show incident</PageLink>}
              </>
            }
          />
          <Panel title="Branches">
            <BranchTree branches={branches} />
          </Panel>
        </Stack>
      )}
    </ObjectPage>
  );
}
