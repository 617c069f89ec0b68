import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWholeList } from '../../api/use-whole-list.ts';
import type { Column } from '../../display/lists/column.ts';
import { List } from '../../display/lists/list.tsx';
import { RowLink } from '../../display/lists/row-link.tsx';
import { Panel } from '../../display/panel.tsx';
import { Phase } from '../../display/values/phase.tsx';
import { ExecutorNodesDocument, type ExecutorNodesQuery } from './operations.generated.ts';
import type { ShownExecutor } from './shown-executor.ts';

const columns: readonly Column<NonNullable<ExecutorNodesQuery['nodes']>[number]>[] = [
  {
    id: 'name',
    label: 'Name',
    leads: true,
    cell: ({ id, name }) => <RowLink to={`/nodes/${id}`}>{name}</RowLink>,
  },
  { id: 'network', label: 'Network', width: '96px', cell: ({ network }) => network },
  {
    id: 'phase',
    label: 'Phase',
    cell: ({ status }) => (
      <span title={status.reason ?? undefined}>
        <Phase phase={status.phase} />
      </span>
    ),
  },
];

export function ExecutorNodes({ executor }: { executor: ShownExecutor }) {
  const query = useWholeList(
    ExecutorNodesDocument,
    { id: executor.id },
    { rowsOf: ({ nodes }) => nodes, shows: ['node'] },
  );
  return (
    <Panel
      title="Nodes"
      aside={
        <Anchor component={Link} to="/nodes" search={{ executor: executor.name } as never} fz="sm">
          In the list of nodes
        </Anchor>
      }
    >
      <List
        query={query}
        label="Nodes of this executor"
        columns={columns}
        rowHeight={40}
        maxHeight="320px"
        empty="It has no node."
      />
    </Panel>
  );
}
