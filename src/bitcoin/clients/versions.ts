/** Compares two versions of a client numerically: `9.0` is before `28.1`. */
export const compareVersions = new Intl.Collator('en', { numeric: true }).compare;

/** The major of a version: 28 for `28.1`; NaN for a version that does not start with a number. */
export const majorOf = (version: string): number => Number.parseInt(version, 10);
