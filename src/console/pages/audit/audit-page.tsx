import { Group } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { pageSize, usePages } from '../../api/use-pages.ts';
import { FilterChoice } from '../../display/lists/filter-choice.tsx';
import { FilterText } from '../../display/lists/filter-text.tsx';
import { Nothing } from '../../display/lists/nothing.tsx';
import { PagedList } from '../../display/lists/paged-list.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { useAddressChange } from '../../display/use-address-change.ts';
import { ActionDetails } from './action-details.tsx';
import { type AuditRow, auditColumns } from './columns.tsx';
import { AuditListDocument } from './operations.generated.ts';
import { type AuditSearch, actorTypes, actorWord, auditFilter, outcomes } from './search.ts';

const route = getRouteApi('/shell/audit');

/** Who did what, to what, from where, and what it changed. */
export function AuditPage() {
  const search = route.useSearch();
  const [shown, setShown] = useState<AuditRow>();
  const columns = useMemo(() => auditColumns(setShown), []);
  const change = useAddressChange<AuditSearch>();
  const pages = usePages(AuditListDocument, {
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
      <PagedList
        pages={pages}
        label="Actions"
        columns={columns}
        rowHeight={40}
        empty={
          <Nothing icon={IconClipboardList} title="No action">
            No matching actions. Filters need an exact action or name.
          </Nothing>
        }
      />
      <ActionDetails action={shown} onClose={() => setShown(undefined)} />
    </>
  );
}
