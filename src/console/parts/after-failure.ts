/** What is known after a part of the console could not be fetched. */
export interface FailedFetch {
  /** The build that the page runs. */
  own: string;
  /** The build that the control plane serves now; null when it does not answer. */
  served: string | null;
  /** How often it failed although the control plane answers. */
  failures: number;
}

/** Once the control plane answers, one failure may be of a moment. */
const tries = 3;

/**
 * Decides what follows: another try, the page of another build in place of this one, whose parts are gone, or an end. Pure.
 */
export function afterFailure({ own, served, failures }: FailedFetch): 'try again' | 'reload' | 'give up' {
  if (served === null) return 'try again';
  if (served !== own) return 'reload';
  return failures < tries ? 'try again' : 'give up';
}
