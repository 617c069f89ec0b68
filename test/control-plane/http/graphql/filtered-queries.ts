import type { Inhabitants } from './statement-rows.ts';

type Filtered = readonly [field: string, args: string | ((inhabitants: Inhabitants) => string)];

/** Filters and orders that find a few rows among many, each with an index. */
export const filteredQueries: readonly Filtered[] = [
  ['events', 'filter: { take: 9, nodeName: "one" }'],
  ['events', 'filter: { take: 9, executorName: "host", direction: newer }'],
  ['events', 'filter: { take: 9, executorName: "host" }'],
  ['events', ({ nodeId }) => `filter: { take: 9, nodeId: "${nodeId}" }`],
  ['events', 'filter: { take: 9, level: [error] }'],
  ['events', 'filter: { take: 9, kind: "node.started" }'],
  ['events', 'filter: { take: 9, to: "2026-01-01T00:00:00Z" }'],
  ['auditActions', 'filter: { take: 9, action: "inviteMember" }'],
  ['auditActions', 'filter: { take: 9, targetType: "invitation" }'],
  ['auditActions', ({ nodeId }) => `filter: { take: 9, targetId: "${nodeId}" }`],
  ['auditActions', 'filter: { take: 9, targetName: "one" }'],
  ['auditActions', 'filter: { take: 9, userId: "nobody" }'],
  ['auditActions', 'filter: { take: 9, apiKeyId: "none" }'],
  ['auditActions', 'filter: { take: 9, actorType: [command_line] }'],
  ['auditActions', 'filter: { take: 9, outcome: [refused] }'],
  ['auditActions', 'filter: { take: 9, changed: true }'],
  ['auditActions', 'filter: { take: 9, to: "2026-01-01T00:00:00Z" }'],
  ['notificationIncidents', 'filter: { take: 9, code: [disk_low] }'],
  ['notificationIncidents', 'filter: { take: 9, severity: [info] }'],
  ['notificationIncidents', 'filter: { take: 9, executorId: "00000000-0000-4000-8000-000000000000" }'],
  ['notificationIncidents', 'status: open, filter: { take: 9, direction: newer }'],
  ['nodes', 'where: { name: { in: ["one", "one-7"] } }'],
  ['nodes', 'where: { labels: [{ key: "team", value: "rare" }] }'],
  ['nodes', 'where: { executorName: { equals: "host-7" } }'],
  ['nodes', 'where: { network: { equals: signet } }'],
  ['nodes', 'orderBy: [{ createdAt: desc }]'],
  ['nodes', 'orderBy: [{ updatedAt: desc }]'],
  ['nodes', 'orderBy: [{ executorName: asc }]'],
  ['executors', 'where: { name: { equals: "host-7" } }'],
  ['executors', 'where: { labels: [{ key: "rack", value: "rare" }] }'],
];
