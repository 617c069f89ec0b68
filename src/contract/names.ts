/** The rule for the names of executors and nodes. */
export const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** The rule in words, after «name: ». */
export const nameRule =
  'must have 1 to 63 characters: letters, digits, dot, dash and underscore, beginning with a letter or digit';
