/** The rule for the names of executors and nodes. */
export const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** The rule as text, after «name: ». */
export const nameRule =
  'must have 1 to 63 characters: letters, digits, dot, dash and underscore, starting with a letter or digit';

/** The rule for the names of data roots: they become part of the names of volumes. */
export const dataRootPattern = /^[a-z0-9][a-z0-9_-]{0,30}$/;

/** The rule in words, after «name: ». */
export const dataRootRule =
  'must have 1 to 31 characters: lower-case letters, digits, dash and underscore, starting with a letter or digit';

/** The name of an executor's default data root: the directory `data_root`, or the engine's volumes. */
export const defaultDataRoot = 'default';
