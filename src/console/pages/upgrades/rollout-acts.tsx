import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api.tsx';
import { Confirm } from '../../display/dialogs/confirm.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { CancelRolloutDocument, PauseRolloutDocument, ResumeRolloutDocument } from './operations.generated.ts';
import type { ShownRollout } from './shown-rollout.ts';

/** What may be done about a rollout that has not ended. */
export function RolloutActs({ rollout: { id, state, targetVersion } }: { rollout: ShownRollout }) {
  const [isAsked, setAsked] = useState(false);
  const pause = useApiMutation(PauseRolloutDocument, { done: 'The rollout is paused.' });
  const resume = useApiMutation(ResumeRolloutDocument, { done: 'The rollout goes on.' });
  const cancel = useApiMutation(CancelRolloutDocument, { failure: 'none', done: 'The rollout is cancelled.' });
  return (
    <Group>
      {state === 'running' && (
        <ActButton variant="default" loading={pause.isPending} onClick={() => pause.mutate({ id })}>
          Pause
        </ActButton>
      )}
      {state === 'paused' && (
        <ActButton loading={resume.isPending} onClick={() => resume.mutate({ id })}>
          Go on
        </ActButton>
      )}
      {state === 'stopped' && (
        <>
          <ActButton loading={resume.isPending} onClick={() => resume.mutate({ id })}>
            Try again and go on
          </ActButton>
          <ActButton
            variant="default"
            disabled={resume.isPending}
            onClick={() => resume.mutate({ id, skipFailed: true })}
          >
            Go on without those that failed
          </ActButton>
        </>
      )}
      <Button color="red" variant="outline" onClick={() => setAsked(true)}>
        Cancel…
      </Button>
      <Confirm
        question={
          isAsked
            ? {
                title: `Cancel the rollout of ${targetVersion}?`,
                consequence: 'Nobody else is asked. What is under way ends by itself.',
                act: 'Cancel the rollout',
                variables: { id },
              }
            : undefined
        }
        onClose={() => setAsked(false)}
        mutation={cancel}
      />
    </Group>
  );
}
