import type { UseQueryResult } from '@tanstack/react-query';
import type { ConfigIssue } from '../../../bitcoin/node-config.ts';
import type { PreviewDeploymentQuery } from './operations.generated.ts';
import type { ChosenPlan, Offered, Plan, Source } from './plan.ts';

/** The steps in order, with the fields of the request that each one edits. */
export const steps = {
  where: { label: 'Placement', fields: ['executorId', 'dataRoot', 'adoptData', 'seedFrom'] },
  what: { label: 'Node', fields: ['name', 'network', 'nodeType', 'client', 'clientVersion'] },
  resources: { label: 'Resources', fields: ['resources'] },
  options: { label: 'Configuration', fields: ['overrides'] },
  review: { label: 'Review', fields: [] },
};
export type StepId = keyof typeof steps;
export const stepIds = Object.keys(steps) as StepId[];

/** Returns the step with an invalid field; the last step for other errors. */
export const stepOf = (path: readonly (string | number)[]): StepId =>
  stepIds.find((step) => (steps[step].fields as string[]).includes(String(path[0]))) ?? 'review';

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
