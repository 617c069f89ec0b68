import type { UseQueryResult } from '@tanstack/react-query';
import type { ConfigIssue } from '../../../bitcoin/node-config.ts';
import type { PreviewDeploymentQuery } from './operations.generated.ts';
import type { ChosenPlan, Offered, Plan, Source } from './plan.ts';

export const stepIds = ['where', 'what', 'resources', 'options', 'review'] as const;
export type StepId = (typeof stepIds)[number];

export const stepLabels: Readonly<Record<StepId, string>> = {
  where: 'Placement',
  what: 'Node',
  resources: 'Resources',
  options: 'Configuration',
  review: 'Review',
};

const fields: Readonly<Record<StepId, readonly string[]>> = {
  where: ['executorId', 'dataRoot', 'adoptData', 'seedFrom'],
  what: ['name', 'network', 'nodeType', 'client', 'clientVersion'],
  resources: ['resources'],
  options: ['overrides'],
  review: [],
};

/** Returns the step with an invalid field; the last step for other errors. */
export const stepOf = (path: readonly (string | number)[]): StepId =>
  stepIds.find((step) => fields[step].includes(String(path[0]))) ?? 'review';

/** Returns the next step, or the previous one with -1; undefined if none exists. */
export const stepBeside = (step: StepId, by: 1 | -1 = 1): StepId | undefined => stepIds[stepIds.indexOf(step) + by];

export type Preview = NonNullable<PreviewDeploymentQuery['previewNodeCreation']>;

/** Chain data to start from, for the plan's origin of chain data. */
export interface Sources {
  /** Undefined for a node without existing data. */
  query: UseQueryResult<readonly unknown[]> | undefined;
  all: readonly Source[];
  chosen: Source | null;
}

export interface StepProps {
  plan: ChosenPlan;
  offered: Offered;
  sources: Sources;
  /** Validation errors of the page and the control plane, by field of the request. */
  faults: readonly ConfigIssue[];
  /** Undefined while loading, and for an invalid plan. */
  preview: Preview | undefined;
  /** Whether "Next" was clicked on an invalid step. */
  isRefused: boolean;
  onChange: (changes: Partial<Plan>) => void;
}

export const faultAt = (faults: readonly ConfigIssue[], field: string): string | undefined =>
  faults.find(({ path }) => path[0] === field)?.message;
