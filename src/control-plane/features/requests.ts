import { changeResolvers } from '../http/streams/changes.ts';
import { idempotencyJob } from '../request/idempotency.ts';
import type { Feature } from './feature.ts';

/** What requests of every feature share: the stream of changes, and remembered answers. */
export const requests = {
  resolvers: [changeResolvers],
  jobs: ({ database }) => [idempotencyJob(database)],
  snapshots: {},
} satisfies Feature;
