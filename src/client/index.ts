export type * from '../contract/types.generated.ts';
export {
  type CallOptions,
  type ClientOptions,
  createClient,
  type MutateOptions,
  type MutationData,
  type Operation,
  type QueryData,
  type SatrapClient,
  type SubscribeOptions,
} from './client.ts';
export {
  RateLimitedError,
  type RevisionConflict,
  SatrapError,
  UnauthenticatedError,
  UnavailableError,
} from './error.ts';
export * from './operations.generated.ts';
export type { EntryOf } from './pages.ts';
