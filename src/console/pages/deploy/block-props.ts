import type { ConfigIssue } from '../../../bitcoin/node-config.ts';
import type { Host } from './fit.ts';
import type { PreviewDeploymentQuery } from './operations.generated.ts';
import type { Beginning, ChosenPlan, Offered, Plan } from './plan.ts';
import type { Source } from './sources.ts';

/** What each block of the form shows and changes. */
export interface BlockProps {
  plan: ChosenPlan;
  offered: Offered;
  hosts: readonly Host[];
  /** For the plan's origin of chain data. */
  sources: readonly Source[];
  /** The origins of which there is any. */
  beginnings: Readonly<Record<Beginning, boolean>>;
  /** Validation errors of the page and the control plane, by field of the request. */
  faults: readonly ConfigIssue[];
  /** Undefined while loading, and for an invalid plan. */
  preview: NonNullable<PreviewDeploymentQuery['previewNodeCreation']> | undefined;
  onChange: (changes: Partial<Plan>) => void;
}
