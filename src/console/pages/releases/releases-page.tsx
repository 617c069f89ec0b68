import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPackage, IconUpload } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ExecutorReleasesDocument } from '../../../client/operations.generated.ts';
import { useWholeList } from '../../api/use-api.tsx';
import { CodeBlock } from '../../display/code-block.tsx';
import { DialogButton, SidePanel } from '../../display/dialogs.tsx';
import { formatBytes } from '../../display/format.ts';
import { type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { TextFilter, useAddressChange } from '../../display/lists/filters.tsx';
import { Empty, WholeList } from '../../display/lists/list.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignLines, ForeignText, TextButton, Time, Tone } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { ChangeRelease, EditRelease } from './change-release.tsx';
import { offerOf, type ReleaseRow } from './release-text.ts';

export function ReleasesPage() {
  const { isSystemAdmin } = useRights();
  const { channel, version: openVersion } = useSearch({ from: '/shell/releases' });
  const change = useAddressChange();
  const query = useWholeList(
    ExecutorReleasesDocument,
    { where: channel === undefined ? {} : { channel: { equals: channel } } },
    { shows: ['release'], everySeconds: 60, keepsPrevious: true },
  );
  const open = query.data?.find(({ version }) => version === openVersion);
  return (
    <>
      <PageHeader title="Releases" about="Versions that agents can upgrade to.">
        {isSystemAdmin && (
          <Button component={Link} to="/releases/new" leftSection={<IconUpload size={16} aria-hidden />}>
            Publish release
          </Button>
        )}
      </PageHeader>
      <Group mb="sm">
        <TextFilter label="Channel" field="channel" />
      </Group>
      <WholeList
        query={query}
        height={320}
        label="Releases"
        columns={releaseColumns((version) => change({ version }))}
        empty={
          <Empty icon={IconPackage} title={channel === undefined ? 'No releases yet' : 'No releases in this channel'}>
            {isSystemAdmin ? 'Publish a release to upgrade agents.' : 'Ask a system administrator to publish one.'}
          </Empty>
        }
      />
      <SidePanel title={({ version }) => `Version ${version}`} of={open} onClose={() => change({ version: undefined })}>
        {(release) => <ReleaseDetails key={release.id} release={release} />}
      </SidePanel>
    </>
  );
}

const releaseColumns = (open: (version: string) => void): readonly Column<ReleaseRow>[] => [
  leadColumn('Version', 'minmax(96px, 1fr)', ({ version }) => (
    <TextButton fw={500} onClick={() => open(version)}>
      {version}
    </TextButton>
  )),
  { label: 'Channel', width: '88px', cell: ({ channel }) => <ForeignText>{channel}</ForeignText> },
  wideColumn('Platforms', 2, offerOf),
  wideColumn('Minimum version', '128px', ({ lowestVersion }) => lowestVersion ?? 'any'),
  wideColumn('Published', '110px', ({ createdAt }) => <Time at={createdAt} />),
  {
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
        <Alert color="orange" title="Withdrawn">
          <ForeignText>{withdrawnReason ?? ''}</ForeignText> (<Time at={withdrawnAt} />)
        </Alert>
      )}
      <Text fz="sm">
        Channel <ForeignText>{channel}</ForeignText>, published <Time at={createdAt} />, for agents of{' '}
        {lowestVersion == null ? 'any earlier version' : `version ${lowestVersion} and later`}.
      </Text>
      <Part title="Release notes">
        <Text fz="sm" component="div">
          <ForeignLines>{notes === '' ? 'No release notes.' : notes}</ForeignLines>
        </Text>
      </Part>
      {isSystemAdmin && (
        <Group>
          <DialogButton label="Edit release…" title={`Edit ${release.version}`} variant="default">
            <EditRelease release={release} />
          </DialogButton>
        </Group>
      )}
      {artifacts.map(({ platform, url, sizeBytes, sha256 }) => (
        <Part key={platform} title={`${platform}, ${formatBytes(sizeBytes)}`}>
          <CodeBlock text={`${url}\n${sha256}`} what={`archive for ${platform}`} />
        </Part>
      ))}
      {image != null && (
        <Part title="Container image">
          <CodeBlock text={`${image.name}@${image.digest}`} what="image" />
        </Part>
      )}
      {isSystemAdmin && <ChangeRelease release={release} />}
    </Stack>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <Title order={2} mb={4}>
      {title}
    </Title>
    {children}
  </div>
);
