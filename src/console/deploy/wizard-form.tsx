import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef } from 'react';
import { useApiMutation } from '../api/use-api.tsx';
import { Failure } from '../display/answers/failure.tsx';
import { ActButton } from '../display/focus/act-button.tsx';
import { DeployNodeDocument } from './operations.generated.ts';
import { OptionsStep } from './options-step.tsx';
import { Placement } from './placement.tsx';
import { faultsOf, inputOf } from './plan.ts';
import { ResourcesStep } from './resources-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { StepLinks } from './step-links.tsx';
import type { StepProps } from './step-props.ts';
import { type StepId, stepBeside, stepLabels, stepOf } from './steps.ts';
import { usePreview } from './use-preview.ts';
import { WhatStep } from './what-step.tsx';
import { WhereStep } from './where-step.tsx';

const contents: Readonly<Record<StepId, ComponentType<StepProps>>> = {
  where: WhereStep,
  what: WhatStep,
  resources: ResourcesStep,
  options: OptionsStep,
  review: ReviewStep,
};

interface WizardFormProps extends Omit<StepProps, 'faults' | 'preview'> {
  step: StepId;
  onDeployed: () => void;
}

/** One step of the wizard, with the way to the others, and at its end the deployment. */
export function WizardForm({ step, onDeployed, ...props }: WizardFormProps) {
  const { plan } = props;
  const navigate = useNavigate();
  const own = faultsOf(plan);
  // A name that is still to be typed keeps nobody from seeing where the node would run.
  const canAsk = own.every(({ path }) => path[0] === 'name');
  const { preview, error, isSettled } = usePreview(inputOf(plan), canAsk);
  const found = (preview?.issues ?? []).map(({ path, message }) => ({
    path: path[0] === 'data' ? path.slice(1) : path,
    message,
  }));
  const faults = [...own, ...found];
  const faulty = new Set(faults.map(({ path }) => stepOf(path)));
  const deploy = useApiMutation(DeployNodeDocument, {
    failure: 'none',
    done: ({ createNode: { name } }) => `${name} is being deployed.`,
    onDone: ({ createNode: { id } }) => {
      onDeployed();
      void navigate({ to: '/nodes/$nodeId', params: { nodeId: id } });
    },
  });
  const next = stepBeside(step);
  const former = stepBeside(step, -1);
  const go = (to: StepId) => void navigate({ to: '/nodes/new', search: { step: to } });
  const canDeploy = own.length === 0 && isSettled && preview?.accepted === true;
  const Content = contents[step];
  return (
    <Stack gap="lg" maw={860}>
      <StepLinks present={step} faulty={faulty} />
      <Paper
        component="form"
        className="panel"
        p="md"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (next !== undefined) go(next);
          else if (canDeploy) deploy.mutate({ data: inputOf(plan) });
        }}
      >
        <Stack gap="lg">
          <StepTitle step={step} />
          <Content {...props} faults={faults} preview={preview ?? undefined} />
          <Placement {...{ preview, canAsk }} />
          {error !== null && <Failure error={error} />}
          {deploy.error !== null && <Failure error={deploy.error} />}
          <Group>
            {former !== undefined && (
              <Button variant="default" onClick={() => go(former)}>
                Back
              </Button>
            )}
            {next === undefined ? (
              <ActButton type="submit" disabled={!canDeploy} loading={deploy.isPending}>
                Deploy
              </ActButton>
            ) : (
              <Button type="submit">Next: {stepLabels[next]}</Button>
            )}
          </Group>
        </Stack>
      </Paper>
    </Stack>
  );
}

/** Has the focus once a step is come to from another one, so that it is heard and the keys go on from there. */
function StepTitle({ step }: { step: StepId }) {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) title.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    <Title order={2} ref={title} tabIndex={-1}>
      {stepLabels[step]}
    </Title>
  );
}
