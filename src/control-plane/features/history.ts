import { nodeAuthorResolvers } from '../history/audit/node-authors.ts';
import { auditResolvers } from '../history/audit/resolvers.ts';
import { eventResolvers } from '../history/events/resolvers.ts';
import { retentionJob } from '../history/events/retention.ts';
import { metricsResolvers } from '../history/metrics/resolvers.ts';
import { historyRetentionJob } from '../history/metrics/retention.ts';
import { sampleExecutorsJob } from '../history/metrics/sample-executors.ts';
import type { Feature } from './feature.ts';

/** Events, metrics and the audit log. */
export const history = {
  resolvers: [eventResolvers, metricsResolvers, auditResolvers, nodeAuthorResolvers],
  jobs: ({ database, settings }) => [
    retentionJob(database, settings),
    historyRetentionJob(database, settings),
    sampleExecutorsJob(database),
  ],
  snapshots: {},
} satisfies Feature;
