import { Stack, Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useApiQuery } from '../api/use-api.tsx';
import { QueryView } from '../display/query-view.tsx';
import { useRights } from '../session/viewer.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';
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
  return <QueryView query={query}>{({ node }) => (node == null ? <NotFoundPage /> : <Found node={node} />)}</QueryView>;
}

function Found({ node }: { node: ShownNode }) {
  const { tab = 'overview' } = route.useSearch();
  const navigate = route.useNavigate();
  const rights = useRights();
  const shown = nodeTabs.filter(({ isFor }) => isFor?.(rights) ?? true);
  const open = (value: string | null) =>
    void navigate({ search: value === 'overview' ? {} : { tab: value as NodeTab } });
  const list = useRef<HTMLDivElement>(null);
  // Where the window is narrow, it may stand outside of it.
  useEffect(() => {
    list.current?.querySelector(`[data-tab="${tab}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab]);
  return (
    <Stack gap="md">
      <NodeHeader node={node} />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List ref={list} mb="md" pt={3} style={{ overflowX: 'auto', flexWrap: 'nowrap' }}>
          {shown.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id} data-tab={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(({ id, content: Content }) => (
          <Tabs.Panel key={id} value={id}>
            <Content node={node} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
