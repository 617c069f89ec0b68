/** Whether this is `npm run test:soak`, in which a test runs all its repetitions instead of a few. */
export const isSoak = (): boolean => process.env['SATRAP_SOAK'] === 'true';
