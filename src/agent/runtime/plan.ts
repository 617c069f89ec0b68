/** One step for a node, carried out and reported on its own. A runtime adds fields, which must survive JSON. */
export interface Step {
  readonly kind: string;
  readonly why: string;
}

/** The loop's view of a step, whatever the runtime. */
export interface StepDescription {
  /** As an infinitive, such as "start the daemon". */
  action: string;
  /** The step's effect on the node's daemon. A `pull` or `copy` that is no longer needed is cancelled. */
  effect: 'pull' | 'copy' | 'create' | 'start' | 'stop' | 'other';
  /** The workload that it acts on; null if it acts on something else. */
  workloadId: string | null;
  /** The operation that it belongs to; absent for any other step. */
  operationId?: string;
}

export interface Plan<S extends Step = Step> {
  /** In order. Only the first one is carried out before the node is observed again. */
  steps: S[];
  /** Why nothing more can be done until someone acts; null if nothing is in the way. */
  blocked: string | null;
  /** What the node waits for, which happens without intervention; undefined if it waits for nothing. */
  waitsFor?: string;
}
