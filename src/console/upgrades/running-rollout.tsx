import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../display/dialog.tsx';
import { Panel } from '../display/panel.tsx';
import { MemberLine } from './member-line.tsx';
import type { RolloutPlan } from './rollout.ts';
import type { RolloutExecutor } from './shown-upgrade.ts';
import { useRollout } from './use-rollout.ts';

interface RunningProps {
  plan: RolloutPlan;
  executors: readonly RolloutExecutor[];
  /** Whether it was begun by a page that was closed meanwhile: then no group is asked until somebody says so. */
  wasLeft: boolean;
  onEnd: () => void;
}

/** A plan while it is carried out, and how it ended. */
export function RunningRollout({ plan, executors, wasLeft, onEnd }: RunningProps) {
  const [isHalted, setHalted] = useState(wasLeft);
  const { groups, step } = useRollout(plan, executors, isHalted);
  const members = groups.flat();
  const count = (stage: string) => members.filter((member) => member.stage === stage).length;
  const canGoOn = isHalted && step.kind !== 'stopped' && count('waiting') > 0;
  const isOver = step.kind === 'stopped' || step.kind === 'finished' || (isHalted && count('under way') === 0);
  return (
    <Stack>
      <Alert
        role="status"
        variant="light"
        color={step.kind === 'stopped' ? 'red' : step.kind === 'finished' ? 'teal' : 'petrol'}
        title={`${count('done')} of ${members.length} have version ${plan.targetVersion}`}
      >
        {step.kind === 'finished'
          ? 'All are upgraded.'
          : step.kind === 'stopped'
            ? `Stopped at the first failure; ${count('waiting')} were not asked. Find out why it failed, and choose the others again then.`
            : isHalted
              ? `No further group is asked: ${count('waiting')} wait. What is under way goes on.`
              : 'Keep this page open: it asks the next group when the present one is done. Once it is closed, it asks none until it is opened again in this browser.'}
      </Alert>
      <Group>
        {canGoOn && <Button onClick={() => setHalted(false)}>Go on with the next group</Button>}
        {isOver ? (
          <Button variant={canGoOn ? 'default' : 'filled'} onClick={onEnd}>
            Choose again
          </Button>
        ) : (
          !isHalted && (
            <Button variant="default" onClick={() => setHalted(true)}>
              Ask no further group
            </Button>
          )
        )}
      </Group>
      {groups.map((group, index) => (
        <Panel key={group[0]?.id} title={`Group ${index + 1} of ${groups.length}`}>
          <Stack gap="xs">
            {group.map((member) => (
              <MemberLine key={member.id} member={member} />
            ))}
          </Stack>
        </Panel>
      ))}
      <Stay isRunning={!isOver && !isHalted} />
    </Stack>
  );
}

/** Asks before the page is left while groups wait. */
function Stay({ isRunning }: { isRunning: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isRunning,
    enableBeforeUnload: isRunning,
    withResolver: true,
  });
  return (
    <Dialog title="Leave while groups wait?" isOpen={status === 'blocked'} onClose={() => reset?.()}>
      <Stack>
        <Text fz="sm">
          The present group goes on, and no further one is asked until you open this page again in this browser.
        </Text>
        <Group justify="end">
          <Button variant="default" onClick={() => proceed?.()}>
            Leave
          </Button>
          <Button data-autofocus onClick={() => reset?.()}>
            Stay
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
