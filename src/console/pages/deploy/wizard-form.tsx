import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useFormMutation } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers.tsx';
import { ActionButton } from '../../display/form.tsx';
import { formatGiB } from '../../display/format.ts';
import { ForeignText, PageLink, TextButton } from '../../display/text.tsx';
import { usePreview } from '../node/configuration/use-preview.ts';
import { DeployNodeDocument, PreviewDeploymentDocument } from './operations.generated.ts';
import { type ChosenPlan, faultsOf, inputOf, type Offered } from './plan.ts';
import { type Preview, type StepId, type StepProps, stepIds, stepOf, steps } from './step-ids.ts';
import { OptionsStep, ResourcesStep, ReviewStep, WhatStep } from './steps.tsx';
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

export function WizardForm({ step, onDeployed, ...props }: WizardFormProps) {
  const { plan } = props;
  const navigate = useNavigate();
  const own = faultsOf(plan);
  // A missing name does not block the placement preview.
  const canAsk = own.every(({ path }) => path[0] === 'name');
  const { preview, error, isSettled } = useDeploymentPreview(plan, canAsk);
  const found = (preview?.issues ?? []).map((issue) => ({
    ...issue,
    path: issue.path.slice(issue.path[0] === 'data' ? 1 : 0),
  }));
  const faults = [...own, ...found];
  const faulty = new Set(faults.map(({ path }) => stepOf(path)));
  // While the preview is stale, only the page's own validation counts.
  const isBlocked = [...own, ...(isSettled ? found : [])].some(({ path }) => stepOf(path) === step);
  const [tried, setTried] = useState<StepId>();
  const isRefused = isBlocked && tried === step;
  const pruned = usePruned(plan, props.offered, preview);
  // Each reason appears once: at its field, in the list of the last step, or here.
  const why = found.filter((fault) => {
    const isPlace = preview?.executor == null || fault.path[0] === 'resources';
    return isPlace && !isOfName(fault) && step !== 'review' && stepOf(fault.path) !== step;
  });
  const deploy = useFormMutation(DeployNodeDocument, {
    done: ({ createNode: { name } }) => `Deploying ${name}…`,
    onDone: ({ createNode: { id } }) => {
      onDeployed();
      void navigate({ to: '/nodes/$nodeId', params: { nodeId: id } });
    },
  });
  const next = stepIds[stepIds.indexOf(step) + 1];
  const previous = stepIds[stepIds.indexOf(step) - 1];
  const go = (to: StepId) => void navigate({ to: '/nodes/new', search: { step: to } });
  const canDeploy = own.length === 0 && isSettled && preview?.accepted === true;
  const Content = contents[step];
  return (
    <Stack gap="lg" maw={860}>
      <StepLinks current={step} faulty={faulty} />
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
          <Content {...props} {...{ faults, preview, isRefused }} />
          <Placement
            {...{ preview, canAsk, pruned }}
            why={why.map(({ message }) => message)}
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
            {previous !== undefined && (
              <Button variant="default" onClick={() => go(previous)}>
                Back
              </Button>
            )}
            {next === undefined ? (
              <ActionButton type="submit" disabled={!canDeploy} loading={deploy.isPending}>
                Deploy node
              </ActionButton>
            ) : (
              <Button type="submit">Next: {steps[next].label}</Button>
            )}
          </Group>
        </Stack>
      </Paper>
    </Stack>
  );
}

/** Takes the focus on a step change, for screen readers and keyboard users. */
function StepTitle({ step }: { step: StepId }) {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) title.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    <Title order={2} ref={title} tabIndex={-1}>
      {steps[step].label}
    </Title>
  );
}

/** Returns a pruned variant of the plan if the full node lacks capacity and the pruned one fits. */
function usePruned(plan: ChosenPlan, { nodeTypes, defaults }: Offered, preview: Preview | undefined) {
  const isShort = preview?.issues.some(({ code }) => code === 'not_enough_resources' || code === 'no_executor_fits');
  const isOffered = plan.nodeType === 'full' && nodeTypes.includes('pruned');
  const found = defaults.find(({ network, nodeType }) => network === plan.network && nodeType === 'pruned')?.resources;
  const pruned: ChosenPlan = { ...plan, nodeType: 'pruned', resources: found ?? plan.resources };
  const other = useDeploymentPreview(pruned, isShort === true && isOffered && found !== undefined);
  return other.isSettled && other.preview?.issues.every(isOfName) ? pruned : undefined;
}

/** Whether an error concerns the name, which does not block the placement preview. */
const isOfName = ({ path }: { path: readonly (string | number)[] }): boolean => path.includes('name');

/** Links to the steps; input survives navigation. */
function StepLinks({ current, faulty }: { current: StepId; faulty: ReadonlySet<StepId> }) {
  return (
    <nav aria-label="Steps">
      <Group component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {stepIds.map((step, index) => (
          <li key={step}>
            <PageLink
              to="/nodes/new"
              search={{ step }}
              aria-current={step === current ? 'step' : undefined}
              fw={step === current ? 600 : undefined}
              underline={step === current ? 'always' : 'hover'}
            >
              {`${index + 1}. ${steps[step].label}`}
            </PageLink>
            {faulty.has(step) && step !== current && (
              <Text span variant="note">
                {' '}
                (required)
              </Text>
            )}
          </li>
        ))}
      </Group>
    </nav>
  );
}

interface PlacementProps {
  preview: Preview | undefined;
  canAsk: boolean;
  /** Why no host can run the node, without the errors that the step shows. */
  why: readonly string[];
  /** The pruned variant, if it fits. */
  pruned: ChosenPlan | undefined;
  onPruned: (pruned: ChosenPlan) => void;
}

/** The host that a node would run on with the reason; or why no host can run it, and an alternative. */
function Placement({ preview, canAsk, why, pruned, onPruned }: PlacementProps) {
  if (preview === undefined)
    return (
      <Text variant="hint" role="status">
        {canAsk ? 'Checking capacity…' : 'Fix the marked fields to see where the node will run.'}
      </Text>
    );
  const { executor, placement } = preview;
  const isPlaced = executor !== null && why.length === 0 && pruned === undefined;
  return (
    <Stack gap={4} role="status">
      {isPlaced && (
        <Text fz="sm">
          Will run on <ForeignText>{executor.name}</ForeignText>
          <ForeignText>{placement === null ? '' : `: ${placement.reason}`}</ForeignText>.
        </Text>
      )}
      {why.length > 0 && (
        <Text fz="sm" c="var(--console-warning)">
          This node does not fit: <ForeignText>{why.join('; ')}</ForeignText>.
        </Text>
      )}
      {pruned !== undefined && (
        <Text fz="sm">
          A pruned node fits.{' '}
          <TextButton underline="always" onClick={() => onPruned(pruned)}>
            Use a pruned node ({formatGiB(pruned.resources.diskGiB)} disk)
          </TextButton>
        </Text>
      )}
    </Stack>
  );
}

function useDeploymentPreview(plan: ChosenPlan, enabled: boolean) {
  const options = { shows: ['executor', 'node'] as const, enabled };
  const { preview, ...state } = usePreview(PreviewDeploymentDocument, { data: inputOf(plan) }, options);
  return { preview: preview?.previewNodeCreation ?? undefined, ...state };
}
