import { Stack, Tabs, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers/query-view.tsx';
import { useRights } from '../../session/viewer.ts';
import { NothingTherePage } from '../../shell/nothing-there-page.tsx';
import { NodeHeader } from './node-header.tsx';
import { nodeTabs } from './node-tabs.ts';
import { NodePageDocument } from './operations.generated.ts';
import type { NodeTab } from './search.ts';
import type { ShownNode } from './shown-node.ts';

const route = getRouteApi('/shell/nodes/$nodeId');

/** One node: what it is and does, and the tabs of its page. */
export function NodePage() {
  const { nodeId } = route.useParams();
  const query = useApiQuery(NodePageDocument, { id: nodeId }, { shows: [{ type: 'node', id: nodeId }, 'executor'] });
  return (
    <QueryView query={query}>
      {({ node }) =>
        node == null ? <NothingTherePage what="node" id={nodeId} list="/nodes" /> : <Found node={node} />
      }
    </QueryView>
  );
}

function Found({ node }: { node: ShownNode }) {
  const { tab = 'overview' } = route.useSearch();
  const navigate = route.useNavigate();
  const rights = useRights();
  const shown = nodeTabs.filter(({ isFor }) => isFor?.(rights) ?? true);
  const open = (value: string | null) =>
    void navigate({ search: value === 'overview' ? {} : { tab: value as NodeTab } });
  return (
    <Stack gap="md">
      <NodeHeader node={node} />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="md" pt={3} className="node-tabs">
          {shown.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.every(({ id }) => id !== tab) && (
          <Text>Owners and admins of the organization find acts here that cannot be taken back.</Text>
        )}
        {shown.map(({ id, content: Content }) => (
          <Tabs.Panel key={id} value={id}>
            <Content node={node} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
