import { Alert, Stack, Text, Title } from '@mantine/core';
import { CodeBlock } from '../../display/code-block.tsx';
import { formatBytes } from '../../display/values/amounts.ts';
import { ForeignLines, ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { useRights } from '../../session/viewer.ts';
import { ChangeRelease } from './change-release.tsx';
import { EditRelease } from './edit-release.tsx';
import type { ReleaseRow } from './shown-release.ts';

/** Everything about one release, and for system administrators what may be done about it. */
export function ReleaseDetails({ release }: { release: ReleaseRow }) {
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
        In the channel <ForeignText>{channel}</ForeignText>, published <Time at={createdAt} />, for agents of{' '}
        {lowestVersion == null ? 'every former version' : `version ${lowestVersion} and later`}.
      </Text>
      <div>
        <Title order={2} mb={4}>
          What is new
        </Title>
        <Text fz="sm" component="div">
          <ForeignLines>{notes === '' ? 'Nothing is said about it.' : notes}</ForeignLines>
        </Text>
      </div>
      {isSystemAdmin && <EditRelease release={release} />}
      {artifacts.map(({ platform, url, sizeBytes, sha256 }) => (
        <div key={platform}>
          <Title order={2} mb={4}>
            {platform}, {formatBytes(sizeBytes)}
          </Title>
          <CodeBlock text={`${url}\n${sha256}`} what={`the archive for ${platform}`} />
        </div>
      ))}
      {image != null && (
        <div>
          <Title order={2} mb={4}>
            Container image
          </Title>
          <CodeBlock text={`${image.name}@${image.digest}`} what="the image" />
        </div>
      )}
      {isSystemAdmin && <ChangeRelease release={release} />}
    </Stack>
  );
}
