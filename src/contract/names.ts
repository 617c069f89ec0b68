/** The rule for the names of executors and nodes. */
export const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** The rule in words, after «name: ». */
export const nameRule =
  'must have 1 to 63 characters: letters, digits, dot, dash and underscore, beginning with a letter or digit';

/** The rule for the names of data roots: they become part of the names of volumes. */
export const dataRootPattern = /^[a-z0-9][a-z0-9_-]{0,30}$/;

/** The rule in words, after «name: ». */
export const dataRootRule =
  'must have 1 to 31 characters: lower-case letters, digits, dash and underscore, beginning with a letter or digit';

/** The data root of an executor that has no other name: the directory `data_root`, or the engine's own place. */
export const defaultDataRoot = 'default';
