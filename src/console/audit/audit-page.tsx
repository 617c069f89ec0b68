import { EmptyState, Group } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { pageSize, usePages } from '../api/use-pages.ts';
import { FilterChoice } from '../display/filter-choice.tsx';
import { FilterText } from '../display/filter-text.tsx';
import { PageHeader } from '../display/page-header.tsx';
import { QueryView } from '../display/query-view.tsx';
import { Rows } from '../display/rows.tsx';
import { ActionDetails } from './action-details.tsx';
import { type AuditRow, auditColumns } from './columns.tsx';
import { AuditListDocument } from './operations.generated.ts';
import { type AuditSearch, actorTypes, actorWord, auditFilter, outcomes } from './search.ts';

const route = getRouteApi('/shell/audit');

/** Who did what, to what, from where, and what it changed. */
export function AuditPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [shown, setShown] = useState<AuditRow>();
  const columns = useMemo(() => auditColumns(setShown), []);
  const change = (changes: AuditSearch) =>
    void navigate({ search: (former) => ({ ...former, ...changes }), replace: true });
  const { query, fetchMore } = usePages(AuditListDocument, {
    variables: (cursor) => ({ filter: { ...auditFilter(search), take: pageSize, cursor } }),
    pageOf: ({ auditActions }) => auditActions,
    // Every action of a person changes something.
    shows: ['node', 'executor', 'notification', 'member', 'invitation', 'apiKey', 'organization', 'incident'],
  });
  return (
    <>
      <PageHeader title="Audit" about="What people, keys and commands did here, or were refused." />
      <Group mb="sm" gap="xs">
        <FilterText label="Action" value={search.action} onChange={(action) => change({ action })} />
        <FilterText label="Name of what" value={search.target} onChange={(target) => change({ target })} />
        <FilterChoice
          label="By"
          values={actorTypes}
          wordOf={actorWord}
          value={search.actor}
          onChange={(actor) => change({ actor })}
        />
        <FilterChoice
          label="Outcome"
          values={outcomes}
          value={search.outcome}
          onChange={(outcome) => change({ outcome })}
        />
      </Group>
      <QueryView query={query} height={320}>
        {(rows) => (
          <Rows
            label="Actions"
            rows={rows}
            columns={columns}
            keyOf={({ id }) => id}
            rowHeight={40}
            onEnd={fetchMore}
            empty={
              <EmptyState
                py="xl"
                icon={<IconClipboardList size={32} aria-hidden />}
                title="No action"
                description="None fits. Actions and names must be whole."
              />
            }
          />
        )}
      </QueryView>
      <ActionDetails action={shown} onClose={() => setShown(undefined)} />
    </>
  );
}
