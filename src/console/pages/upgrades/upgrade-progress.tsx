import { Group, Progress, Stack, Text } from '@mantine/core';
import { useApiMutation } from '../../api/use-api.tsx';
import { MutationButton } from '../../display/focus/act-button.tsx';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { Tone } from '../../display/values/tone.tsx';
import { useRights } from '../../session/viewer.ts';
import { CancelUpgradeDocument, type UpgradeFieldsFragment } from './operations.generated.ts';
import { isCancellable, upgradeLook } from './shown-upgrade.ts';

/** An upgrade that is under way: how far it is, and what may be done about it. */
export function UpgradeProgress({ executorId, upgrade }: { executorId: string; upgrade: UpgradeFieldsFragment }) {
  const { mayChange } = useRights();
  const cancel = useApiMutation(CancelUpgradeDocument, { done: 'The upgrade is cancelled.' });
  const { targetVersion, state, progress, reason, requestedBy, requestedAt, deadline } = upgrade;
  const { word, tone } = upgradeLook(state);
  return (
    <Stack gap="xs">
      <Group gap="xs" role="status">
        <Tone tone={tone}>{`to ${targetVersion}: ${word}`}</Tone>
        {progress != null && (
          <Text span fz="sm" className="tabular">
            {progress} %
          </Text>
        )}
      </Group>
      {progress != null && <Progress value={progress} aria-label="How much of this step is done" />}
      {reason != null && (
        <Text fz="sm">
          <ForeignText>{reason}</ForeignText>
        </Text>
      )}
      <Text variant="note">
        asked for by <ForeignText>{requestedBy}</ForeignText> <Time at={requestedAt} />, given up <Time at={deadline} />
      </Text>
      {mayChange &&
        (isCancellable(state) ? (
          <Group>
            <MutationButton variant="default" size="xs" mutation={cancel} variables={{ executorId }}>
              Cancel the upgrade
            </MutationButton>
          </Group>
        ) : (
          <Text variant="note">
            Too late to cancel; if the new version does not work, the agent goes back by itself.
          </Text>
        ))}
    </Stack>
  );
}
