import { Group, Stack, Text } from '@mantine/core';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { Tone } from '../../display/values/tone.tsx';
import type { UpgradeFieldsFragment } from './operations.generated.ts';
import { upgradeLook } from './shown-upgrade.ts';

/** The upgrades that have ended, the newest first. Their reasons are sentences, for which a column of a phone is too narrow. */
export const UpgradeHistory = ({ upgrades }: { upgrades: readonly UpgradeFieldsFragment[] }) => (
  <Stack component="ul" className="plain" gap="sm" aria-label="Past upgrades">
    {upgrades.map(({ id, fromVersion, targetVersion, state, reason, requestedBy, requestedAt, endedAt }) => (
      <li key={id}>
        <Group gap="md" justify="space-between">
          <Group gap="md">
            <Text span fz="sm" fw={500}>
              {fromVersion} → {targetVersion}
            </Text>
            <Text span fz="sm">
              <Tone tone={upgradeLook(state).tone}>{upgradeLook(state).word}</Tone>
            </Text>
          </Group>
          <Text span variant="note">
            <Time at={endedAt ?? requestedAt} />, asked for by <ForeignText>{requestedBy}</ForeignText>
          </Text>
        </Group>
        {reason != null && (
          <Text fz="sm">
            <ForeignText>{reason}</ForeignText>
          </Text>
        )}
      </li>
    ))}
  </Stack>
);
