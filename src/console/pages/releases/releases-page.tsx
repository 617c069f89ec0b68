import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPackage, IconUpload } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ExecutorReleasesDocument } from '../../../client/operations.generated.ts';
import { useWholeList } from '../../api/lists.ts';
import { CodeBlock } from '../../display/code-block.tsx';
import { SidePanel } from '../../display/dialogs.tsx';
import { formatBytes } from '../../display/format.ts';
import type { Column } from '../../display/lists/column.ts';
import { FilterText, useAddressChange } from '../../display/lists/filters.tsx';
import { Empty, WholeList } from '../../display/lists/list.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignLines, ForeignText } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import { Tone } from '../../display/tone.tsx';
import { useRights } from '../../session/viewer.ts';
import type { ReleasesSearch } from '../addresses.ts';
import { ChangeRelease, EditRelease } from './change-release.tsx';
import { offerOf, type ReleaseRow } from './release-text.ts';

const route = getRouteApi('/shell/releases');

export function ReleasesPage() {
  const { isSystemAdmin } = useRights();
  const search = route.useSearch();
  const change = useAddressChange<ReleasesSearch>();
  const query = useWholeList(
    ExecutorReleasesDocument,
    { where: search.channel === undefined ? {} : { channel: { equals: search.channel } } },
    { rowsOf: (data) => data.executorReleases, shows: ['release'], everySeconds: 60, keepsPrevious: true },
  );
  const open = query.data?.find(({ version }) => version === search.version);
  return (
    <>
      <PageHeader title="Releases" about="Versions that agents can upgrade to.">
        {isSystemAdmin && <PublishLink />}
      </PageHeader>
      <Group mb="sm">
        <FilterText label="Channel" value={search.channel} onChange={(channel) => change({ channel })} />
      </Group>
      <WholeList
        query={query}
        height={320}
        label="Releases"
        columns={releaseColumns((version) => change({ version }))}
        empty={
          <Empty
            icon={IconPackage}
            title={search.channel === undefined ? 'No releases yet' : 'No releases in this channel'}
          >
            {isSystemAdmin ? 'Publish a release to upgrade agents.' : 'Ask a system administrator to publish one.'}
          </Empty>
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
    Publish release
  </Button>
);

const releaseColumns = (open: (version: string) => void): readonly Column<ReleaseRow>[] => [
  {
    id: 'version',
    label: 'Version',
    leads: true,
    width: 'minmax(96px, 1fr)',
    cell: ({ version }) => (
      <Anchor component="button" type="button" fz="sm" fw={500} onClick={() => open(version)}>
        {version}
      </Anchor>
    ),
  },
  { id: 'channel', label: 'Channel', width: '88px', cell: ({ channel }) => <ForeignText>{channel}</ForeignText> },
  { id: 'for', label: 'Platforms', width: 2, isForWide: true, cell: offerOf },
  {
    id: 'from',
    label: 'From version',
    width: '112px',
    isForWide: true,
    cell: ({ lowestVersion }) => lowestVersion ?? 'any',
  },
  {
    id: 'published',
    label: 'Published',
    width: '110px',
    isForWide: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    id: 'state',
    label: 'State',
    width: 'minmax(100px, 2fr)',
    cell: ({ withdrawnAt, withdrawnReason }) => (
      <span title={withdrawnReason ?? undefined}>
        {withdrawnAt == null ? (
          <Tone tone="good">available</Tone>
        ) : (
          <>
            <Tone tone="warning">withdrawn</Tone> <ForeignText>{withdrawnReason ?? ''}</ForeignText>
          </>
        )}
      </span>
    ),
  },
];

function ReleaseDetails({ release }: { release: ReleaseRow }) {
  const { isSystemAdmin } = useRights();
  const { channel, createdAt, lowestVersion, withdrawnAt, withdrawnReason, notes, artifacts, image } = release;
  return (
    <Stack gap="md">
      {withdrawnAt != null && (
        <Alert color="orange" variant="light" title="Withdrawn">
          <ForeignText>{withdrawnReason ?? ''}</ForeignText> (<Time at={withdrawnAt} />)
        </Alert>
      )}
      <Text fz="sm">
        Channel <ForeignText>{channel}</ForeignText>, published <Time at={createdAt} />, for agents of{' '}
        {lowestVersion == null ? 'any earlier version' : `version ${lowestVersion} and later`}.
      </Text>
      <div>
        <Title order={2} mb={4}>
          Release notes
        </Title>
        <Text fz="sm" component="div">
          <ForeignLines>{notes === '' ? 'No release notes.' : notes}</ForeignLines>
        </Text>
      </div>
      {isSystemAdmin && <EditRelease release={release} />}
      {artifacts.map(({ platform, url, sizeBytes, sha256 }) => (
        <div key={platform}>
          <Title order={2} mb={4}>
            {platform}, {formatBytes(sizeBytes)}
          </Title>
          <CodeBlock text={`${url}\n${sha256}`} what={`archive for ${platform}`} />
        </div>
      ))}
      {image != null && (
        <div>
          <Title order={2} mb={4}>
            Container image
          </Title>
          <CodeBlock text={`${image.name}@${image.digest}`} what="image" />
        </div>
      )}
      {isSystemAdmin && <ChangeRelease release={release} />}
    </Stack>
  );
}
