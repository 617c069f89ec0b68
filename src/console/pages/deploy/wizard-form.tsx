import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { NodeCreateInput } from '../../../contract/types.generated.ts';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { ActionButton } from '../../display/action-button.tsx';
import { Failure } from '../../display/answers.tsx';
import { formatGiB } from '../../display/format.ts';
import { ForeignText } from '../../display/text.tsx';
import { DeployNodeDocument, PreviewDeploymentDocument } from './operations.generated.ts';
import { type ChosenPlan, faultsOf, inputOf, type Offered } from './plan.ts';
import { type Preview, type StepId, type StepProps, stepBeside, stepIds, stepLabels, stepOf } from './step-ids.ts';
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
              <ActionButton type="submit" disabled={!canDeploy} loading={deploy.isPending}>
                Deploy
              </ActionButton>
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

/** Whether a fault is of the name, which keeps nobody from seeing where the node would run. */
const isOfName = ({ path }: { path: readonly (string | number)[] }): boolean => path.includes('name');

interface StepLinksProps {
  present: StepId;
  faulty: ReadonlySet<StepId>;
}

/** The steps, each a link: nothing that was typed is lost between them. */
function StepLinks({ present, faulty }: StepLinksProps) {
  return (
    <nav aria-label="Steps">
      <Group component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {stepIds.map((step, index) => (
          <li key={step}>
            <Anchor
              component={Link}
              to="/nodes/new"
              search={{ step } as never}
              fz="sm"
              {...(step === present ? { 'aria-current': 'step', fw: 600, underline: 'always' } : {})}
            >
              {index + 1}. {stepLabels[step]}
            </Anchor>
            {faulty.has(step) && step !== present && (
              <Text span variant="note">
                {' '}
                (to do)
              </Text>
            )}
          </li>
        ))}
      </Group>
    </nav>
  );
}

interface PlacementProps {
  preview: Preview | null | undefined;
  canAsk: boolean;
  /** Why no host can run the node, without what the step says itself. */
  why: readonly string[];
  /** The same node, pruned, where that one fits; undefined where it does not. */
  pruned: ChosenPlan | undefined;
  onPruned: (pruned: ChosenPlan) => void;
}

/** Where a node would run, and why there; or why nowhere, and what would fit. */
function Placement({ preview, canAsk, why, pruned, onPruned }: PlacementProps) {
  if (!canAsk || preview == null)
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
          It runs on <ForeignText>{executor.name}</ForeignText>
          {placement != null && (
            <>
              : <ForeignText>{placement.reason}</ForeignText>
            </>
          )}
          .
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
          <Anchor component="button" type="button" fz="sm" underline="always" onClick={() => onPruned(pruned)}>
            Make it pruned ({formatGiB(pruned.resources.diskGiB)} of disk)
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}

const afterMs = 400;

/** Asks what a request would come to, once nobody types for a moment. `isSettled` says whether the answer is about this very request. */
function usePreview(data: NodeCreateInput, canAsk: boolean) {
  const present = JSON.stringify(data);
  const [asked] = useDebouncedValue(present, afterMs);
  const isAsked = asked === present;
  const query = useApiQuery(
    PreviewDeploymentDocument,
    { data: JSON.parse(asked) as NodeCreateInput },
    { shows: ['executor', 'node'], enabled: canAsk && isAsked, keepsPrevious: true },
  );
  const preview = canAsk ? query.data?.previewNodeCreation : undefined;
  return { preview, error: canAsk ? query.error : null, isSettled: isAsked && !query.isPlaceholderData };
}
