import { consumerUsageResolvers } from '../endpoints/consumer-usage.ts';
import { consumerResolvers, consumerSnapshot } from '../endpoints/consumers.ts';
import { endpointsJob } from '../endpoints/deliver-endpoints.ts';
import { endpointResolvers, endpointSnapshot } from '../endpoints/endpoints.ts';
import { reportEndpointsResolvers } from '../endpoints/report-endpoints.ts';
import { showEndpointResolvers } from '../endpoints/show-endpoint.ts';
import type { Feature } from './feature.ts';

/** Endpoints in front of nodes, with their consumers and what they use. */
export const endpoints = {
  resolvers: [
    endpointResolvers,
    showEndpointResolvers,
    consumerResolvers,
    consumerUsageResolvers,
    reportEndpointsResolvers,
  ],
  jobs: (deps) => [endpointsJob(deps)],
  snapshots: {
    consumer: consumerSnapshot,
    endpoint: endpointSnapshot,
  },
} satisfies Feature;
