import type { UserErrorCode } from './types.generated.ts';

/** Where the documentation says what to do about an error, as a path of the control plane. */
export const errorDocument = (code: UserErrorCode): string => `/docs/errors.html#${code.toLowerCase()}`;
