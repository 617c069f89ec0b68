/**
 * Returns whether this is the soak run (`npm run test:soak`). A soak file imports an ordinary test file, which then
 * runs all its repetitions instead of the few of `npm test`.
 */
export const isSoak = (): boolean => process.env['SATRAP_SOAK'] === 'true';
