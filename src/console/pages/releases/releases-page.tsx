import { Button, Group } from '@mantine/core';
import { IconPackage, IconUpload } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useWholeList } from '../../api/use-whole-list.ts';
import { SidePanel } from '../../display/dialogs/side-panel.tsx';
import { FilterText } from '../../display/lists/filter-text.tsx';
import { List } from '../../display/lists/list.tsx';
import { Nothing } from '../../display/lists/nothing.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { useAddressChange } from '../../display/use-address-change.ts';
import { useRights } from '../../session/viewer.ts';
import { releaseColumns } from './columns.tsx';
import { ReleaseListDocument } from './operations.generated.ts';
import { ReleaseDetails } from './release-details.tsx';
import { type ReleasesSearch, releasesWhere } from './search.ts';

const route = getRouteApi('/shell/releases');

/** The versions that agents can be upgraded to. */
export function ReleasesPage() {
  const { isSystemAdmin } = useRights();
  const search = route.useSearch();
  const change = useAddressChange<ReleasesSearch>();
  const query = useWholeList(
    ReleaseListDocument,
    { where: releasesWhere(search) },
    { rowsOf: (data) => data.executorReleases, shows: ['release'], everySeconds: 60, keepsFormer: true },
  );
  const open = query.data?.find(({ version }) => version === search.version);
  return (
    <>
      <PageHeader title="Releases" about="The versions that agents can be upgraded to.">
        {isSystemAdmin && <PublishLink />}
      </PageHeader>
      <Group mb="sm">
        <FilterText label="Channel" value={search.channel} onChange={(channel) => change({ channel })} />
      </Group>
      <List
        query={query}
        height={320}
        label="Releases"
        columns={releaseColumns((version) => change({ version }))}
        empty={
          <Nothing
            icon={IconPackage}
            title={search.channel === undefined ? 'No release yet' : 'No release in this channel'}
          >
            {isSystemAdmin
              ? 'Publish one, and agents can be upgraded to it from their executor’s page.'
              : 'A system administrator publishes them.'}
          </Nothing>
        }
      />
      <SidePanel
        title={`Version ${search.version}`}
        isOpen={open !== undefined}
        onClose={() => change({ version: undefined })}
      >
        {open !== undefined && <ReleaseDetails key={open.id} release={open} />}
      </SidePanel>
    </>
  );
}

const PublishLink = () => (
  <Button component={Link} to="/releases/new" leftSection={<IconUpload size={16} aria-hidden />}>
    Publish a release
  </Button>
);
