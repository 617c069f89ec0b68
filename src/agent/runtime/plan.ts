/** One act on a node, carried out and reported on its own. A runtime adds fields of its own, which must survive JSON. */
export interface Step {
  readonly kind: string;
  readonly why: string;
}

/** What the loop knows of a step, whichever runtime it belongs to. */
export interface StepDescription {
  /** As an infinitive, such as «start the daemon». */
  action: string;
  effect: 'pull' | 'copy' | 'create' | 'start' | 'stop' | 'other';
  /** The workload that it acts on; null where it acts on something else. */
  workloadId: string | null;
  /** The move to another data root that a copy is made for; absent for any other step. */
  moveId?: string;
}

export interface Plan<S extends Step = Step> {
  /** In order. Only the first one is carried out before the node is observed again. */
  steps: S[];
  /** Why nothing more can be done until someone acts; null when nothing stands in the way. */
  blocked: string | null;
  /** What the node waits for, which comes by itself; undefined when it waits for nothing. */
  waitsFor?: string;
}
