import { perRequest } from '../../request/loaders.ts';
import { isAdmin } from '../../request/permissions.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { executorByNameLoader, usagesLoader } from './usage-loaders.ts';

/** Which executor uses which key. */
export function keyResolvers(): Resolvers {
  const executorsOf = perRequest(executorByNameLoader);
  const usagesOf = perRequest(usagesLoader);
  return {
    ApiKey: {
      usage: (key) => (key.executorName === null ? null : key),
    },
    ExecutorApiKeyUsage: {
      executorName: ({ executorName }) => executorName ?? '',
      executor: ({ organizationId, executorName }, _args, context) =>
        organizationId === null || executorName === null
          ? null
          : executorsOf(context).load({ organizationId, name: executorName }),
      apiKey: (key) => key,
      since: ({ boundAt, createdAt }) => (boundAt ?? createdAt).toISOString(),
      lastUsedAt: ({ lastRequest }) => lastRequest?.toISOString() ?? null,
    },
    Executor: {
      apiKeyUsages: (executor, _args, context) => (isAdmin(context.caller) ? usagesOf(context).load(executor) : []),
    },
  };
}

export const executorKeys = { resolvers: keyResolvers };
