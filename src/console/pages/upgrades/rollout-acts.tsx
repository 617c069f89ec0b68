import { Group } from '@mantine/core';
import { useApiMutation } from '../../api/use-api.tsx';
import { ConfirmButton } from '../../display/dialogs/confirm.tsx';
import { ActButton, MutationButton } from '../../display/focus/act-button.tsx';
import { CancelRolloutDocument, PauseRolloutDocument, ResumeRolloutDocument } from './operations.generated.ts';
import type { ShownRollout } from './shown-rollout.ts';

/** What may be done about a rollout that has not ended. */
export function RolloutActs({ rollout: { id, state, targetVersion } }: { rollout: ShownRollout }) {
  const pause = useApiMutation(PauseRolloutDocument, { done: 'The rollout is paused.' });
  const resume = useApiMutation(ResumeRolloutDocument, { done: 'The rollout goes on.' });
  const cancel = useApiMutation(CancelRolloutDocument, { failure: 'none', done: 'The rollout is cancelled.' });
  return (
    <Group>
      {state === 'running' && (
        <MutationButton variant="default" mutation={pause} variables={{ id }}>
          Pause
        </MutationButton>
      )}
      {state === 'paused' && (
        <MutationButton mutation={resume} variables={{ id }}>
          Go on
        </MutationButton>
      )}
      {state === 'stopped' && (
        <>
          <MutationButton mutation={resume} variables={{ id }}>
            Try again and go on
          </MutationButton>
          <ActButton
            variant="default"
            disabled={resume.isPending}
            onClick={() => resume.mutate({ id, skipFailed: true })}
          >
            Go on without those that failed
          </ActButton>
        </>
      )}
      <ConfirmButton
        question={{
          title: `Cancel the rollout of ${targetVersion}?`,
          consequence: 'Nobody else is asked. What is under way ends by itself.',
          act: 'Cancel the rollout',
          variables: { id },
        }}
        mutation={cancel}
      >
        Cancel…
      </ConfirmButton>
    </Group>
  );
}
