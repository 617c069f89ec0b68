import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconServerCog } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWholeList } from '../../api/use-whole-list.ts';
import { FilterChoice } from '../../display/lists/filter-choice.tsx';
import { FilterText } from '../../display/lists/filter-text.tsx';
import { List } from '../../display/lists/list.tsx';
import { Nothing } from '../../display/lists/nothing.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { useAddressChange } from '../../display/use-address-change.ts';
import { useRights } from '../../session/viewer.ts';
import { MakeToken } from '../keys/make-token.tsx';
import { executorColumns } from './columns.tsx';
import { Offers } from './offers.tsx';
import { ExecutorListDocument } from './operations.generated.ts';
import { RefusedAgents } from './refused-agents.tsx';
import { type ExecutorsSearch, executorsOrder, executorsWhere, statuses } from './search.ts';

const route = getRouteApi('/shell/executors');

/** The hosts that run nodes, and the room that they have. */
export function ExecutorsPage() {
  const { mayChange } = useRights();
  const search = route.useSearch();
  const change = useAddressChange<ExecutorsSearch>();
  const [isMaking, setMaking] = useState(false);
  const where = executorsWhere(search);
  const { column, isDescending, orderBy } = executorsOrder(search);
  const query = useWholeList(
    ExecutorListDocument,
    { where, orderBy: [orderBy] },
    { rowsOf: (data) => data.executors, shows: ['executor', 'node'], everySeconds: 30, keepsFormer: true },
  );
  return (
    <>
      <PageHeader title="Executors" about="The hosts that run nodes, each kept by an agent.">
        <Button component={Link} to="/executors/upgrade" variant="default">
          {mayChange ? 'Upgrade agents' : 'Rollouts'}
        </Button>
        {mayChange && <Button onClick={() => setMaking(true)}>Let a host join</Button>}
      </PageHeader>
      {mayChange && <Offers />}
      <RefusedAgents />
      <Group mb="sm" gap="xs">
        <FilterText label="Name" value={search.name} onChange={(name) => change({ name })} />
        <FilterChoice
          label="Status"
          values={statuses}
          value={search.status}
          onChange={(status) => change({ status })}
        />
      </Group>
      <List
        query={query}
        height={320}
        label="Executors"
        columns={executorColumns}
        sorting={{ column, isDescending }}
        onSort={(sorting) => change({ sort: `${sorting.isDescending ? '-' : ''}${sorting.column}` })}
        empty={<NoExecutor isFiltered={Object.keys(where).length > 0} />}
      />
      <MakeToken isOpen={isMaking} onClose={() => setMaking(false)} />
    </>
  );
}

const NoExecutor = ({ isFiltered }: { isFiltered: boolean }) => (
  <Nothing icon={IconServerCog} title={isFiltered ? 'No executor fits' : 'No executor yet'}>
    <Text fz="sm">
      {isFiltered ? 'Other filters may. ' : 'The overview leads to the first one. '}
      <Anchor component={Link} to={isFiltered ? '/executors' : '/'} search={{} as never} underline="always" inherit>
        {isFiltered ? 'Show all executors' : 'Go to the overview'}
      </Anchor>
    </Text>
  </Nothing>
);
