import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { UpgradeRolloutStartInput } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers/failure.tsx';
import { QueryView } from '../../display/answers/query-view.tsx';
import { Dialog } from '../../display/dialogs/dialog.tsx';
import { MutationButton } from '../../display/focus/act-button.tsx';
import { FirstLines } from './first-lines.tsx';
import { RolloutPreviewDocument, StartRolloutDocument } from './operations.generated.ts';

interface StartRolloutProps {
  data: UpgradeRolloutStartInput & { groupSize: number };
  /** Of the executors that were not to be chosen, what stands against each. */
  behind: readonly string[];
  onClose: () => void;
}

/** Says before a rollout begins whom it asks and who stands in its way, and begins it without those. */
export function StartRollout({ data, behind, onClose }: StartRolloutProps) {
  const query = useApiQuery(RolloutPreviewDocument, { data }, { shows: ['executor'], everySeconds: 15 });
  return (
    <Dialog title={`Upgrade agents to ${data.targetVersion}?`} isOpen onClose={onClose}>
      <QueryView query={query} height={120}>
        {({ upgradeRolloutPreview: preview }) => (
          <Preview {...{ data, behind, onClose }} members={preview?.members ?? []} />
        )}
      </QueryView>
    </Dialog>
  );
}

interface PreviewProps extends StartRolloutProps {
  members: readonly { executorId: string; executorName: string; obstacle?: string | null }[];
}

function Preview({ data, behind, onClose, members }: PreviewProps) {
  const navigate = useNavigate();
  const start = useApiMutation(StartRolloutDocument, {
    failure: 'none',
    done: 'The rollout has started.',
    onDone: ({ startUpgradeRollout: { id } }) =>
      void navigate({ to: '/executors/upgrade/$rolloutId', params: { rolloutId: id } }),
  });
  const obstacles = members.flatMap(({ obstacle }) => obstacle ?? []);
  const executorIds = members.flatMap(({ executorId, obstacle }) => (obstacle == null ? [executorId] : []));
  const groups = Math.ceil(executorIds.length / data.groupSize);
  return (
    <Stack>
      {executorIds.length > 0 && (
        <Text fz="sm">
          {counted(executorIds.length, 'executor')} in {counted(groups, 'group')}, one group after the other; it stops
          at the first failure. Their nodes keep running.
        </Text>
      )}
      {obstacles.length > 0 && (
        <Alert color="orange" variant="light" title="In its way, and left out" role="alert">
          <FirstLines lines={obstacles} />
        </Alert>
      )}
      {behind.length > 0 && (
        <div>
          <Text fz="sm" fw={500}>
            Not chosen, because it cannot be
          </Text>
          <FirstLines lines={behind} />
        </div>
      )}
      {start.error !== null && <Failure error={start.error} />}
      <Group justify="end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <MutationButton
          disabled={executorIds.length === 0}
          mutation={start}
          variables={{ data: { ...data, executorIds } }}
        >
          Start
        </MutationButton>
      </Group>
    </Stack>
  );
}
