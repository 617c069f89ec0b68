import { oneOf, text } from '../../display/address.ts';
import { type StepId, stepIds } from './steps.ts';

/** What the address of the wizard says: the step, and what it was opened with. */
export interface DeploySearch {
  /** Without one, the wizard begins anew. */
  step?: StepId;
  /** The executor to begin with. */
  executor?: string;
  /** The kept data to begin with, by the id of its node. */
  adopt?: string;
  /** The node to begin as a copy of. */
  seed?: string;
}

/** Reads the address; what makes no sense is left out. Pure. */
export const deploySearch = (search: Record<string, unknown>): DeploySearch => ({
  step: oneOf(stepIds, search['step']),
  executor: text(search['executor']),
  adopt: text(search['adopt']),
  seed: text(search['seed']),
});
