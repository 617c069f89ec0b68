import type { UserErrorCode } from './types.generated.ts';

/** Codes after which the same request may succeed later, without a change by anyone. The API's `extensions.retryable`. */
export const retryableCodes: ReadonlySet<UserErrorCode> = new Set([
  'rate_limited',
  'timed_out',
  'unavailable',
  'executor_offline',
  'executor_not_answering',
  'upgrade_already_pending',
  'action_already_pending',
  'chain_data_busy',
]);
