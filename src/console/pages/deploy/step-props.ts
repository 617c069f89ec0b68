import type { ConfigIssue } from '../../../bitcoin/node-config.ts';
import type { PreviewDeploymentQuery } from './operations.generated.ts';
import type { ChosenPlan, Offered, Plan } from './plan.ts';
import type { Sources } from './use-source.ts';

/** What a request would come to now. */
export type Preview = NonNullable<PreviewDeploymentQuery['previewNodeCreation']>;

/** What each step of the wizard is given. */
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

/** Returns what is wrong with a field; undefined where nothing is. Pure. */
export const faultAt = (faults: readonly ConfigIssue[], field: string): string | undefined =>
  faults.find(({ path }) => path[0] === field)?.message;
