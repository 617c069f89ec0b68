/**
 * What becomes of a line. `kept`: it is an override as it stands. `translated`: the node has what it means in another
 * form. `without_effect`: bitcoind ignores it, or the node has it anyway. `dropped`: it would have an effect, and the
 * node does not get it. `no_setting`: a blank line, a comment, or the header of a section.
 */
export type ConfVerdict = 'kept' | 'translated' | 'without_effect' | 'dropped' | 'no_setting';

/** A field of the new node that a line sets. */
export interface ConfField {
  /** Such as `nodeType` or `overrides.dbcache`. */
  field: string;
  /** Null for a secret. */
  value: string | null;
}

/** Gives a line, by its number, its verdict. The last one counts. */
export type Judge = (number: number, verdict: ConfVerdict, reason: string | null, becomes?: ConfField[]) => unknown;
