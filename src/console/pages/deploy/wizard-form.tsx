import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useApiMutation } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers/failure.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { DeployNodeDocument } from './operations.generated.ts';
import { OptionsStep } from './options-step.tsx';
import { Placement } from './placement.tsx';
import { type ChosenPlan, faultsOf, inputOf, type Offered } from './plan.ts';
import { ResourcesStep } from './resources-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { StepLinks } from './step-links.tsx';
import type { Preview, StepProps } from './step-props.ts';
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

interface WizardFormProps extends Omit<StepProps, 'faults' | 'preview' | 'isRefused'> {
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
  // While the answer is about a former request, only what the page itself finds counts.
  const isBlocked = [...own, ...(isSettled ? found : [])].some(({ path }) => stepOf(path) === step);
  const [tried, setTried] = useState<StepId>();
  const isRefused = isBlocked && tried === step;
  const pruned = usePruned(plan, props.offered, preview);
  // Each reason is said once: beside its field, in the list of the last step, or here.
  const why = found.filter((fault) => {
    const isPlace = preview?.executor == null || fault.path[0] === 'resources';
    return isPlace && !isOfName(fault) && stepOf(fault.path) !== step;
  });
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
          if (isBlocked) setTried(step);
          else if (next !== undefined) go(next);
          else if (canDeploy) deploy.mutate({ data: inputOf(plan) });
        }}
      >
        <Stack gap="lg">
          <StepTitle step={step} />
          <Content {...props} faults={faults} preview={preview ?? undefined} isRefused={isRefused} />
          <Placement
            {...{ preview, canAsk, pruned }}
            why={step === 'review' ? [] : why.map(({ message }) => message)}
            onPruned={({ nodeType }) => props.onChange({ nodeType, resources: null })}
          />
          {error !== null && <Failure error={error} />}
          {deploy.error !== null && <Failure error={deploy.error} />}
          {isRefused && (
            <Text fz="sm" c="var(--console-bad)" role="alert">
              Fix the fields above to continue.
            </Text>
          )}
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

/** Returns the same node, pruned, where the full one has too little room and that one fits. */
function usePruned(plan: ChosenPlan, { nodeTypes, defaults }: Offered, preview: Preview | null | undefined) {
  const isShort = preview?.issues.some(({ code }) => code === 'not_enough_resources' || code === 'no_executor_fits');
  const isOffered = plan.nodeType === 'full' && nodeTypes.includes('pruned');
  const found = defaults.find(({ network, nodeType }) => network === plan.network && nodeType === 'pruned')?.resources;
  const pruned: ChosenPlan = { ...plan, nodeType: 'pruned', resources: found ?? plan.resources };
  const other = usePreview(inputOf(pruned), isShort === true && isOffered && found !== undefined);
  return other.isSettled && other.preview?.issues.every(isOfName) ? pruned : undefined;
}

/** Whether a fault is of the name, which keeps nobody from seeing where the node would run. Pure. */
const isOfName = ({ path }: { path: readonly (string | number)[] }): boolean => path.includes('name');
