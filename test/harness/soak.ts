/**
 * Returns whether this run is the soak (`npm run test:soak`). A soak file imports an ordinary test file, which then runs its whole repetition in
 * place of the short share that `npm test` runs.
 */
export const isSoak = (): boolean => process.env['SATRAP_SOAK'] === 'true';
