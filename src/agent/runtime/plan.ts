/** One act on a node, carried out and reported on its own. A runtime adds fields of its own, which must survive JSON. */
export interface Step {
  readonly kind: string;
  readonly why: string;
}

/** What the loop knows of a step, whichever runtime it belongs to. */
export interface StepDescription {
  /** As an infinitive, such as «start the daemon». */
  action: string;
  /** What the step does to the node's daemon. A `pull` or `copy` is cancelled where it is not needed any more. */
  effect: 'pull' | 'copy' | 'create' | 'start' | 'stop' | 'other';
  /** The workload that it acts on; null where it acts on something else. */
  workloadId: string | null;
  /** The operation that it belongs to; absent for any other step. */
  operationId?: string;
}

export interface Plan<S extends Step = Step> {
  /** In order. Only the first one is carried out before the node is observed again. */
  steps: S[];
  /** Why nothing more can be done until someone acts; null when nothing stands in the way. */
  blocked: string | null;
  /** What the node waits for, which comes by itself; undefined when it waits for nothing. */
  waitsFor?: string;
}
