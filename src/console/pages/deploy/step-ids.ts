import type { UseQueryResult } from '@tanstack/react-query';
import type { ConfigIssue } from '../../../bitcoin/node-config.ts';
import type { PreviewDeploymentQuery } from './operations.generated.ts';
import type { ChosenPlan, Offered, Plan, Source } from './plan.ts';

export const stepIds = ['where', 'what', 'resources', 'options', 'review'] as const;
export type StepId = (typeof stepIds)[number];

export const stepLabels: Readonly<Record<StepId, string>> = {
  where: 'Where it runs',
  what: 'What it is',
  resources: 'Resources',
  options: 'Options',
  review: 'What it comes to',
};

const fields: Readonly<Record<StepId, readonly string[]>> = {
  where: ['executorId', 'dataRoot', 'adoptData', 'seedFrom'],
  what: ['name', 'network', 'nodeType', 'clientVersion'],
  resources: ['resources'],
  options: ['overrides'],
  review: [],
};

/** Returns the step that asks for the field which a fault lies in; the last one where it lies in none. */
export const stepOf = (path: readonly (string | number)[]): StepId =>
  stepIds.find((step) => fields[step].includes(String(path[0]))) ?? 'review';

/** Returns the step after another one, or before it with -1; undefined at the end. */
export const stepBeside = (step: StepId, by: 1 | -1 = 1): StepId | undefined => stepIds[stepIds.indexOf(step) + by];

export type Preview = NonNullable<PreviewDeploymentQuery['previewNodeCreation']>;

/** What a node may start from, as far as its plan asks for it. */
export interface Sources {
  /** Undefined where a node begins its own chain. */
  query: UseQueryResult<readonly unknown[]> | undefined;
  all: readonly Source[];
  chosen: Source | null;
}

export interface StepProps {
  plan: ChosenPlan;
  offered: Offered;
  sources: Sources;
  /** What this page and the control plane find wrong, by the field of the request. */
  faults: readonly ConfigIssue[];
  /** Undefined while it is asked for, and where the plan itself is faulty. */
  preview: Preview | undefined;
  /** The step was to be left although it has faults. */
  isRefused: boolean;
  onChange: (changes: Partial<Plan>) => void;
}

export const faultAt = (faults: readonly ConfigIssue[], field: string): string | undefined =>
  faults.find(({ path }) => path[0] === field)?.message;
