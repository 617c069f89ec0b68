import { Stack } from '@mantine/core';
import { IconGitBranch } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { shownNetworkName } from '../../../bitcoin/network-name.ts';
import { NetworkDocument, NetworksDocument, type NetworksQuery } from '../../../client/operations.generated.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { formatNumber } from '../../display/format.ts';
import { type Column, leadColumn } from '../../display/lists/column.ts';
import { Empty } from '../../display/lists/list.tsx';
import { RowLink, Rows } from '../../display/lists/rows.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { PageLink } from '../../display/text.tsx';
import { ObjectPage } from '../../shell/object-page.tsx';
import { BranchTree } from './branch-tree.tsx';
import { NetworkState } from './network-state.tsx';

export function NetworksPage() {
  const query = useApiQuery(NetworksDocument, {}, { shows: ['incident', 'node'], everySeconds: 15 });
  return (
    <>
      <PageHeader title="Networks" about="Chains your nodes follow." />
      <QueryView query={query} height={240}>
        {({ networks }) => (
          <Rows
            label="Networks"
            rows={networks}
            columns={networkColumns}
            keyOf={({ name }) => name}
            empty={
              <Empty icon={IconGitBranch} title="No networks yet">
                A network appears when a running node reports its first block.
              </Empty>
            }
          />
        )}
      </QueryView>
    </>
  );
}

type NetworkRow = NonNullable<NetworksQuery['networks']>[number];

const networkColumns: readonly Column<NetworkRow>[] = [
  leadColumn('Name', 2, ({ name }) => (
    <RowLink to={`/networks/${encodeURIComponent(name)}`} isMain>
      {shownNetworkName(name)}
    </RowLink>
  )),
  { label: 'State', width: 'minmax(110px, 1fr)', cell: ({ state }) => <NetworkState state={state} /> },
  { label: 'Nodes', width: '72px', isNumber: true, cell: ({ nodeCount }) => formatNumber(nodeCount) },
  { label: 'Height', width: '96px', isNumber: true, cell: ({ height }) => formatNumber(height) },
];

export function NetworkPage() {
  const { network: name } = useParams({ from: '/shell/networks/$network' });
  const query = useApiQuery(NetworkDocument, { where: { name } }, { shows: ['incident', 'node'], everySeconds: 5 });
  return (
    <ObjectPage query={query} what="network" list="/networks">
      {({ state, incidentId, branches }) => (
        <Stack gap="md">
          <PageHeader
            title={shownNetworkName(name)}
            status={
              <>
                <NetworkState state={state} />
                {incidentId !== null && <PageLink to={`/incidents/${incidentId}`}>View incident</PageLink>}
              </>
            }
          />
          <Panel title={branches.length > 1 ? 'Branches' : 'Nodes'}>
            <BranchTree branches={branches} />
          </Panel>
        </Stack>
      )}
    </ObjectPage>
  );
}
