/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { purpose: Types.ApiKeyPurpose, role: Types.OrganizationRole | null, controlPlaneVersion: string, organization: { id: string, name: string, slug: string, isActive: boolean, createdAt: string } | null, person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } | null, credential: { type: Types.CredentialType, id: string }, organizations: Array<{ role: Types.OrganizationRole, organization: { id: string, name: string, slug: string, isActive: boolean, createdAt: string } }> | null } | null };

export type ApiKeysQueryVariables = Exact<{
  where?: Types.ApiKeyWhereInput | null | undefined;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type ApiKeysQuery = { apiKeys: Array<{ id: string, name: string, purpose: Types.ApiKeyPurpose, start: string, createdAt: string, expiresAt: string | null, revokedAt: string | null, owner: string | null, lastUsedAt: string | null, lastUsedFrom: string | null, usage: { id: string, executorName: string, since: string, lastUsedAt: string | null, executor: { id: string, name: string } | null } | null }> | null };

export type AgentRequestQueryVariables = Exact<{
  where: Types.AgentRequestWhereUniqueInput;
}>;


export type AgentRequestQuery = { agentRequest: { id: string, nodeId: string, kind: string, status: Types.AgentRequestStatus, error: string | null, args: { log: { tail: number, from: string | null, to: string | null } | null, followLog: { tail: number, from: string | null, nextChunk: number, position: string | null } | null, rpc: { method: string, params: Array<string> } | null, chain: { heights: Array<number> } | null }, result: { log: Array<string> | null, rpc: string | null } | null } | null };

export type AuditActionsQueryVariables = Exact<{
  filter?: Types.AuditActionFilterInput | null | undefined;
}>;


export type AuditActionsQuery = { auditActions: { nodes: Array<{ id: string, sequence: number, hash: string, at: string, action: string, outcome: Types.AuditOutcome, errorCode: Types.UserErrorCode | null, address: string | null, userAgent: string | null, requestId: string | null, unrecorded: number, before: unknown, after: unknown, actor: { type: Types.AuditActorType, name: string, userId: string | null, apiKeyId: string | null }, target: { type: string, id: string, name: string | null } | null }>, pageInfo: { startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type AdminAuditActionsQueryVariables = Exact<{
  organizationId?: string | null | undefined;
  filter?: Types.AuditActionFilterInput | null | undefined;
}>;


export type AdminAuditActionsQuery = { adminAuditActions: { nodes: Array<{ id: string, sequence: number, hash: string, at: string, action: string, outcome: Types.AuditOutcome, errorCode: Types.UserErrorCode | null, address: string | null, userAgent: string | null, requestId: string | null, unrecorded: number, before: unknown, after: unknown, actor: { type: Types.AuditActorType, name: string, userId: string | null, apiKeyId: string | null }, target: { type: string, id: string, name: string | null } | null }>, pageInfo: { startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type AuditVerificationQueryVariables = Exact<{
  previous?: Types.AuditLinkInput | null | undefined;
  through?: number | null | undefined;
  take?: number | null | undefined;
}>;


export type AuditVerificationQuery = { auditVerification: { count: number, firstAt: string | null, lastAt: string | null, isComplete: boolean, faultCount: number, last: { sequence: number, hash: string }, faults: Array<{ kind: Types.AuditFaultKind, first: number, last: number }> } | null };

export type AdminAuditVerificationQueryVariables = Exact<{
  organizationId?: string | null | undefined;
  previous?: Types.AuditLinkInput | null | undefined;
  through?: number | null | undefined;
  take?: number | null | undefined;
}>;


export type AdminAuditVerificationQuery = { adminAuditVerification: { count: number, firstAt: string | null, lastAt: string | null, isComplete: boolean, faultCount: number, last: { sequence: number, hash: string }, faults: Array<{ kind: Types.AuditFaultKind, first: number, last: number }> } | null };

export type ReadBitcoinConfQueryVariables = Exact<{
  data: Types.BitcoinConfInput;
}>;


export type ReadBitcoinConfQuery = { readBitcoinConf: { network: Types.Network | null, client: Types.Client, clientVersion: string, nodeType: Types.NodeType, notes: Array<string>, signet: { challenge: string, seedNodes: Array<string> } | null, overrides: Array<{ key: string, value: string }>, lines: Array<{ number: number, text: string, verdict: Types.BitcoinConfVerdict, reason: string | null, becomes: Array<{ field: string, value: string | null }> }> } | null };

export type EndpointsQueryVariables = Exact<{ [key: string]: never; }>;


export type EndpointsQuery = { endpoints: Array<{ id: string, name: string, network: Types.Network, nodeIds: Array<string> | null, executorIds: Array<string>, address: string, port: number, pinnedBlockHash: string | null, createdAt: string, nodeLabels: Array<{ key: string, value: string }>, tls: { certFile: string, keyFile: string } | null, members: Array<{ nodeId: string, nodeName: string, url: string | null, hasGatewayUser: boolean }>, hosts: Array<{ executorId: string, executorName: string, state: Types.EndpointHostState, reason: string | null, isCurrent: boolean, reportedAt: string | null, members: Array<{ nodeId: string, code: string, reason: string, since: string, height: number | null, blocksBehind: number | null }> }> }> | null };

export type EndpointQueryVariables = Exact<{
  where: Types.EndpointWhereUniqueInput;
}>;


export type EndpointQuery = { endpoint: { id: string, name: string, network: Types.Network, nodeIds: Array<string> | null, executorIds: Array<string>, address: string, port: number, pinnedBlockHash: string | null, createdAt: string, nodeLabels: Array<{ key: string, value: string }>, tls: { certFile: string, keyFile: string } | null, members: Array<{ nodeId: string, nodeName: string, url: string | null, hasGatewayUser: boolean }>, hosts: Array<{ executorId: string, executorName: string, state: Types.EndpointHostState, reason: string | null, isCurrent: boolean, reportedAt: string | null, members: Array<{ nodeId: string, code: string, reason: string, since: string, height: number | null, blocksBehind: number | null }> }> } | null };

export type ConsumersQueryVariables = Exact<{
  where?: Types.ConsumerWhereInput | null | undefined;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type ConsumersQuery = { consumers: Array<{ id: string, name: string, endpointId: string, preset: Types.ConsumerPreset, addedMethods: Array<string>, removedMethods: Array<string>, methods: Array<string>, methodsAfterRestart: Array<string>, callsPerSecond: number, callsInFlight: number, expiresAt: string | null, previousSecretUntil: string | null, lastUsedAt: string | null, createdAt: string, counts: Array<{ outcome: string, calls: number }> }> | null };

export type EnrolmentTokensQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type EnrolmentTokensQuery = { enrolmentTokens: Array<{ id: string, executorName: string | null, recovers: boolean, status: Types.EnrolmentTokenStatus, createdAt: string, expiresAt: string, usedAt: string | null, usedBy: string | null }> | null };

export type EventsQueryVariables = Exact<{
  filter?: Types.EventFilterInput | null | undefined;
}>;


export type EventsQuery = { events: { nodes: Array<{ id: string, at: string, level: Types.EventLevel, kind: string, message: string, data: unknown, executorName: string | null, nodeName: string | null, nodeId: string | null }>, pageInfo: { startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type ExecutorsQueryVariables = Exact<{
  where?: Types.ExecutorWhereInput | null | undefined;
  orderBy?: Array<Types.ExecutorOrderByInput> | Types.ExecutorOrderByInput | null | undefined;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type ExecutorsQuery = { executors: Array<{ id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null }> | null };

export type ExecutorsConnectionQueryVariables = Exact<{
  where?: Types.ExecutorWhereInput | null | undefined;
  orderBy?: Array<Types.ExecutorOrderByInput> | Types.ExecutorOrderByInput | null | undefined;
  take?: number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type ExecutorsConnectionQuery = { executorsConnection: { nodes: Array<{ id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null }>, pageInfo: { startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type ExecutorCountsQueryVariables = Exact<{
  where?: Types.ExecutorWhereInput | null | undefined;
}>;


export type ExecutorCountsQuery = { executorCounts: { total: number, online: number, offline: number } | null };

export type ExecutorQueryVariables = Exact<{
  where: Types.ExecutorWhereUniqueInput;
}>;


export type ExecutorQuery = { executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null } | null };

export type ExplainNodeQueryVariables = Exact<{
  where: Types.NodeWhereUniqueInput;
}>;


export type ExplainNodeQuery = { explainNode: { id: string, desired: Array<string>, observed: Array<string>, waitingFor: string | null, explainedAt: string, isCurrent: boolean, staleReason: string | null, steps: Array<{ action: string, why: string }> } | null };

export type NotificationCenterQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationCenterQuery = { notificationCenter: { open: number, openCritical: number, openWarning: number, openInfo: number, latest: Array<{ id: string, code: Types.AlertCode, severity: Types.AlertSeverity, status: Types.AlertStatus, message: string, advice: string, data: unknown, subjectType: Types.AlertSubjectType, subjectId: string, subjectName: string, executorId: string | null, nodeId: string | null, startedAt: string, openedAt: string, updatedAt: string, closedAt: string | null, durationSeconds: number, acknowledgedAt: string | null, acknowledgedBy: string | null, note: string | null, branches: Array<{ parent: number | null, forkHeight: number | null, forkHash: string | null, firstHash: string | null, otherHash: string | null, height: number, hash: string, chainWork: string | null, blocks: number | null, reasons: Array<string>, nodeCount: number }> | null }> } | null };

export type NotificationIncidentsQueryVariables = Exact<{
  status?: Types.AlertStatus | null | undefined;
  filter?: Types.AlertIncidentFilterInput | null | undefined;
}>;


export type NotificationIncidentsQuery = { notificationIncidents: { nodes: Array<{ id: string, code: Types.AlertCode, severity: Types.AlertSeverity, status: Types.AlertStatus, message: string, advice: string, data: unknown, subjectType: Types.AlertSubjectType, subjectId: string, subjectName: string, executorId: string | null, nodeId: string | null, startedAt: string, openedAt: string, updatedAt: string, closedAt: string | null, durationSeconds: number, acknowledgedAt: string | null, acknowledgedBy: string | null, note: string | null }>, pageInfo: { startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type NotificationIncidentQueryVariables = Exact<{
  where: Types.AlertIncidentWhereUniqueInput;
}>;


export type NotificationIncidentQuery = { notificationIncident: { id: string, code: Types.AlertCode, severity: Types.AlertSeverity, status: Types.AlertStatus, message: string, advice: string, data: unknown, subjectType: Types.AlertSubjectType, subjectId: string, subjectName: string, executorId: string | null, nodeId: string | null, startedAt: string, openedAt: string, updatedAt: string, closedAt: string | null, durationSeconds: number, acknowledgedAt: string | null, acknowledgedBy: string | null, note: string | null, branches: Array<{ parent: number | null, forkHeight: number | null, forkHash: string | null, firstHash: string | null, otherHash: string | null, height: number, hash: string, chainWork: string | null, blocks: number | null, reasons: Array<string>, nodeCount: number }> | null } | null };

export type PreviewKeptDataRemovalQueryVariables = Exact<{
  data: Types.KeptDataRemovalInput;
}>;


export type PreviewKeptDataRemovalQuery = { previewKeptDataRemoval: { accepted: boolean, dataPolicy: Types.NodeDataPolicy, sizeBytes: number | null, wallets: Array<string> | null, issues: Array<{ code: Types.UserErrorCode, path: Array<string>, message: string }> } | null };

export type MaintenanceSchedulesQueryVariables = Exact<{ [key: string]: never; }>;


export type MaintenanceSchedulesQuery = { maintenanceSchedules: Array<{ isOpen: boolean, changesAt: string | null, revision: number, label: { key: string, value: string } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } }> | null };

export type NodeMetricsQueryVariables = Exact<{
  where: Types.NodeWhereUniqueInput;
  from?: string | null | undefined;
  to?: string | null | undefined;
  stepSeconds?: number | null | undefined;
}>;


export type NodeMetricsQuery = { nodeMetrics: { stepSeconds: number, buckets: Array<{ at: string, samples: number, height: { min: number, max: number, last: number, average: number } | null, headers: { min: number, max: number, last: number, average: number } | null, verificationProgress: { min: number, max: number, last: number, average: number } | null, peersInbound: { min: number, max: number, last: number, average: number } | null, peersOutbound: { min: number, max: number, last: number, average: number } | null, mempoolTransactions: { min: number, max: number, last: number, average: number } | null, mempoolVirtualBytes: { min: number, max: number, last: number, average: number } | null, mempoolUsageBytes: { min: number, max: number, last: number, average: number } | null, sizeOnDiskBytes: { min: number, max: number, last: number, average: number } | null, cpuPercent: { min: number, max: number, last: number, average: number } | null, memoryMiB: { min: number, max: number, last: number, average: number } | null, receivedBytesPerSecond: { min: number, max: number, last: number, average: number } | null, sentBytesPerSecond: { min: number, max: number, last: number, average: number } | null, mempoolMinFee: { min: number, max: number, last: number, average: number } | null, writtenBytesPerDay: { min: number, max: number, last: number, average: number } | null, unbroadcastTransactions: { min: number, max: number, last: number, average: number } | null, warningCount: { min: number, max: number, last: number, average: number } | null, indexProgress: { min: number, max: number, last: number, average: number } | null, validForkTips: { min: number, max: number, last: number, average: number } | null, validHeadersTips: { min: number, max: number, last: number, average: number } | null, headersOnlyTips: { min: number, max: number, last: number, average: number } | null, invalidTips: { min: number, max: number, last: number, average: number } | null }> } | null };

export type NetworkMetricsQueryVariables = Exact<{
  where: Types.NodeWhereUniqueInput;
  from?: string | null | undefined;
  to?: string | null | undefined;
  stepSeconds?: number | null | undefined;
}>;


export type NetworkMetricsQuery = { networkMetrics: { stepSeconds: number, buckets: Array<{ at: string, samples: number, height: { min: number, max: number, last: number, average: number } | null, headers: { min: number, max: number, last: number, average: number } | null, verificationProgress: { min: number, max: number, last: number, average: number } | null, peersInbound: { min: number, max: number, last: number, average: number } | null, peersOutbound: { min: number, max: number, last: number, average: number } | null, mempoolTransactions: { min: number, max: number, last: number, average: number } | null, mempoolVirtualBytes: { min: number, max: number, last: number, average: number } | null, mempoolUsageBytes: { min: number, max: number, last: number, average: number } | null, sizeOnDiskBytes: { min: number, max: number, last: number, average: number } | null, cpuPercent: { min: number, max: number, last: number, average: number } | null, memoryMiB: { min: number, max: number, last: number, average: number } | null, receivedBytesPerSecond: { min: number, max: number, last: number, average: number } | null, sentBytesPerSecond: { min: number, max: number, last: number, average: number } | null, mempoolMinFee: { min: number, max: number, last: number, average: number } | null, writtenBytesPerDay: { min: number, max: number, last: number, average: number } | null, unbroadcastTransactions: { min: number, max: number, last: number, average: number } | null, warningCount: { min: number, max: number, last: number, average: number } | null, indexProgress: { min: number, max: number, last: number, average: number } | null, validForkTips: { min: number, max: number, last: number, average: number } | null, validHeadersTips: { min: number, max: number, last: number, average: number } | null, headersOnlyTips: { min: number, max: number, last: number, average: number } | null, invalidTips: { min: number, max: number, last: number, average: number } | null }> } | null };

export type ExecutorMetricsQueryVariables = Exact<{
  where: Types.ExecutorWhereUniqueInput;
  from?: string | null | undefined;
  to?: string | null | undefined;
  stepSeconds?: number | null | undefined;
}>;


export type ExecutorMetricsQuery = { executorMetrics: { stepSeconds: number, buckets: Array<{ at: string, samples: number, cpuCores: { total: { min: number, max: number, last: number, average: number } | null, usedByNodes: { min: number, max: number, last: number, average: number } | null, free: { min: number, max: number, last: number, average: number } | null }, memoryMiB: { total: { min: number, max: number, last: number, average: number } | null, usedByNodes: { min: number, max: number, last: number, average: number } | null, free: { min: number, max: number, last: number, average: number } | null }, diskGiB: { total: { min: number, max: number, last: number, average: number } | null, usedByNodes: { min: number, max: number, last: number, average: number } | null, free: { min: number, max: number, last: number, average: number } | null } }> } | null };

export type NetworksQueryVariables = Exact<{ [key: string]: never; }>;


export type NetworksQuery = { networks: Array<{ name: string, network: Types.Network, state: Types.ChainNetworkState, height: number, nodeCount: number, incidentId: string | null }> | null };

export type NetworkQueryVariables = Exact<{
  where: Types.ChainNetworkWhereUniqueInput;
}>;


export type NetworkQuery = { network: { name: string, network: Types.Network, state: Types.ChainNetworkState, height: number, nodeCount: number, incidentId: string | null, branches: Array<{ parent: number | null, forkHeight: number | null, forkHash: string | null, firstHash: string | null, otherHash: string | null, height: number, hash: string, chainWork: string | null, blocks: number | null, reasons: Array<string>, nodeCount: number, nodes: Array<{ id: string, name: string, client: Types.Client, clientVersion: string, height: number, isAnswering: boolean, isSyncing: boolean }> }> } | null };

export type NodeOptionsQueryVariables = Exact<{
  where?: Types.ExecutorWhereUniqueInput | null | undefined;
  client?: Types.Client | null | undefined;
  clientVersion?: string | null | undefined;
}>;


export type NodeOptionsQuery = { nodeOptions: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, catalogVersion: string, catalogNote: string | null, executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null } | null, clients: Array<{ client: Types.Client, version: string, note: string | null, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null, advisories: Array<{ id: string, severity: Types.ClientAdvisorySeverity, what: string, fixedIn: Array<string>, publishedAt: string }>, defects: Array<{ id: string, kind: Types.ClientDefectKind, what: string, fixedIn: Array<string>, workaround: string | null }> } }>, defaults: Array<{ network: Types.Network, nodeType: Types.NodeType, resources: { cpuCores: number, memoryMiB: number, diskGiB: number } }>, resourceBounds: { cpuCores: { min: number, max: number }, memoryMiB: { min: number, max: number }, diskGiB: { min: number, max: number } }, configOptions: Array<{ key: string, category: string, type: Types.ConfigOptionType, help: string, default: string | null, min: number | null, max: number | null, unit: string | null, choices: Array<string>, repeatable: boolean, advanced: boolean, secret: boolean, platformReason: string | null }> } | null };

export type PreviewNodeCreationQueryVariables = Exact<{
  data: Types.NodeCreateInput;
}>;


export type PreviewNodeCreationQuery = { previewNodeCreation: { accepted: boolean, restarts: boolean, notes: Array<string>, issues: Array<{ code: Types.UserErrorCode, path: Array<string>, message: string }>, executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null } | null, placement: { chosenBy: Types.PlacementChooser, reason: string } | null, node: { client: Types.Client, clientVersion: string, nodeType: Types.NodeType, clientLifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null, advisories: Array<{ id: string, severity: Types.ClientAdvisorySeverity, what: string, fixedIn: Array<string>, publishedAt: string }>, defects: Array<{ id: string, kind: Types.ClientDefectKind, what: string, fixedIn: Array<string>, workaround: string | null }> }, resources: { cpuCores: number, memoryMiB: number, diskGiB: number } } | null, changes: Array<{ field: string, from: string | null, to: string | null, consequences: Array<{ kind: Types.ConsequenceKind, message: string, hours: { from: number, to: number, measured: boolean } | null }> }>, configChanges: Array<{ key: string, from: string | null, to: string | null, origin: Types.ConfigOrigin | null, note: string | null }> } | null };

export type PreviewNodeUpdateQueryVariables = Exact<{
  data: Types.NodeUpdateInput;
  where: Types.NodeWhereUniqueInput;
}>;


export type PreviewNodeUpdateQuery = { previewNodeUpdate: { accepted: boolean, restarts: boolean, notes: Array<string>, issues: Array<{ code: Types.UserErrorCode, path: Array<string>, message: string }>, executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null } | null, placement: { chosenBy: Types.PlacementChooser, reason: string } | null, node: { client: Types.Client, clientVersion: string, nodeType: Types.NodeType, clientLifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null, advisories: Array<{ id: string, severity: Types.ClientAdvisorySeverity, what: string, fixedIn: Array<string>, publishedAt: string }>, defects: Array<{ id: string, kind: Types.ClientDefectKind, what: string, fixedIn: Array<string>, workaround: string | null }> }, resources: { cpuCores: number, memoryMiB: number, diskGiB: number } } | null, changes: Array<{ field: string, from: string | null, to: string | null, consequences: Array<{ kind: Types.ConsequenceKind, message: string, hours: { from: number, to: number, measured: boolean } | null }> }>, configChanges: Array<{ key: string, from: string | null, to: string | null, origin: Types.ConfigOrigin | null, note: string | null }> } | null };

export type PreviewNodeDeletionQueryVariables = Exact<{
  where: Types.NodeWhereUniqueInput;
  dataPolicy?: Types.NodeDataPolicy | null | undefined;
  removal?: Types.NodeDataRemovalInput | null | undefined;
}>;


export type PreviewNodeDeletionQuery = { previewNodeDeletion: { accepted: boolean, dataPolicy: Types.NodeDataPolicy, sizeBytes: number | null, wallets: Array<string> | null, issues: Array<{ code: Types.UserErrorCode, path: Array<string>, message: string }> } | null };

export type NodeRolloutsQueryVariables = Exact<{
  where?: Types.NodeRolloutWhereInput | null | undefined;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type NodeRolloutsQuery = { nodeRollouts: Array<{ id: string, summary: string, parallel: number, state: Types.NodeRolloutState, reason: string | null, undoes: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, policy: { outsideWindows: boolean, rehearse: boolean, budget: { keepAvailable: number, per: Array<string> } | null, canary: { count: number, soakSeconds: number } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } | null, height: { at: number | null, avoid: number | null, within: number } | null, gate: { maxBlocksBehind: number | null, minPeers: number | null, maxMemoryPercent: number | null } | null }, counts: { total: number, waiting: number, underWay: number, changed: number, failed: number, skipped: number, restorable: number } }> | null };

export type NodeRolloutQueryVariables = Exact<{
  where: Types.NodeRolloutWhereUniqueInput;
}>;


export type NodeRolloutQuery = { nodeRollout: { id: string, summary: string, parallel: number, state: Types.NodeRolloutState, reason: string | null, undoes: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, policy: { outsideWindows: boolean, rehearse: boolean, budget: { keepAvailable: number, per: Array<string> } | null, canary: { count: number, soakSeconds: number } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } | null, height: { at: number | null, avoid: number | null, within: number } | null, gate: { maxBlocksBehind: number | null, minPeers: number | null, maxMemoryPercent: number | null } | null }, counts: { total: number, waiting: number, underWay: number, changed: number, failed: number, skipped: number, restorable: number } } | null };

export type NodesQueryVariables = Exact<{
  where?: Types.NodeWhereInput | null | undefined;
  orderBy?: Array<Types.NodeOrderByInput> | Types.NodeOrderByInput | null | undefined;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type NodesQuery = { nodes: Array<{ id: string, name: string, network: Types.Network, networkName: string, client: Types.Client, clientVersion: string, nodeType: Types.NodeType, desiredState: Types.DesiredState, dataPolicy: Types.NodeDataPolicy, revision: number, waitsFor: string | null, dataRoot: string | null, revertFailedChange: boolean, createdAt: string, updatedAt: string, executor: { id: string, name: string }, signet: { challenge: string, seedNodes: Array<string> } | null, clientLifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null }, tor: { mode: Types.NodeTorMode, proxy: string | null, onionAddress: string | null } | null, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, labels: Array<{ key: string, value: string }>, status: { phase: Types.NodePhase, since: string | null, reason: string | null, containerId: string | null, imageDigest: string | null, appliedRevision: number | null, wallets: Array<string> | null, loadedWallets: Array<string> | null, reportedAt: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number, zmq: Array<{ topic: string, url: string }> } | null }, health: { state: Types.NodeHealthState, level: Types.NodeHealthLevel, summary: string, incidentId: string | null }, problems: Array<{ code: Types.NodeProblemCode, reason: string, advice: string, since: string }>, metrics: { at: string, height: number, headers: number, bestBlockHash: string, chainWork: string | null, bestBlockAt: string | null, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, mempoolVirtualBytes: number, mempoolUsageBytes: number | null, mempoolLimitBytes: number | null, sizeOnDiskBytes: number, growthBytesPerDay: number | null, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null, indexes: Array<{ name: string, synced: boolean, bestBlockHeight: number }> } | null }> | null };

export type NodesConnectionQueryVariables = Exact<{
  where?: Types.NodeWhereInput | null | undefined;
  orderBy?: Array<Types.NodeOrderByInput> | Types.NodeOrderByInput | null | undefined;
  take?: number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type NodesConnectionQuery = { nodesConnection: { nodes: Array<{ id: string, name: string, network: Types.Network, networkName: string, client: Types.Client, clientVersion: string, nodeType: Types.NodeType, desiredState: Types.DesiredState, dataPolicy: Types.NodeDataPolicy, revision: number, waitsFor: string | null, dataRoot: string | null, revertFailedChange: boolean, createdAt: string, updatedAt: string, executor: { id: string, name: string }, signet: { challenge: string, seedNodes: Array<string> } | null, clientLifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null }, tor: { mode: Types.NodeTorMode, proxy: string | null, onionAddress: string | null } | null, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, labels: Array<{ key: string, value: string }>, status: { phase: Types.NodePhase, since: string | null, reason: string | null, containerId: string | null, imageDigest: string | null, appliedRevision: number | null, wallets: Array<string> | null, loadedWallets: Array<string> | null, reportedAt: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number, zmq: Array<{ topic: string, url: string }> } | null }, health: { state: Types.NodeHealthState, level: Types.NodeHealthLevel, summary: string, incidentId: string | null }, problems: Array<{ code: Types.NodeProblemCode, reason: string, advice: string, since: string }>, metrics: { at: string, height: number, headers: number, bestBlockHash: string, chainWork: string | null, bestBlockAt: string | null, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, mempoolVirtualBytes: number, mempoolUsageBytes: number | null, mempoolLimitBytes: number | null, sizeOnDiskBytes: number, growthBytesPerDay: number | null, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null, indexes: Array<{ name: string, synced: boolean, bestBlockHeight: number }> } | null }>, pageInfo: { startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type NodeCountsQueryVariables = Exact<{
  where?: Types.NodeWhereInput | null | undefined;
}>;


export type NodeCountsQuery = { nodeCounts: { total: number, byPhase: Array<{ phase: Types.NodePhase, nodes: number }>, byHealth: Array<{ state: Types.NodeHealthState, nodes: number }>, byNetwork: Array<{ network: Types.Network, nodes: number }> } | null };

export type NodeQueryVariables = Exact<{
  where: Types.NodeWhereUniqueInput;
}>;


export type NodeQuery = { node: { id: string, name: string, network: Types.Network, networkName: string, client: Types.Client, clientVersion: string, nodeType: Types.NodeType, configState: Types.ConfigState, desiredState: Types.DesiredState, dataPolicy: Types.NodeDataPolicy, revision: number, waitsFor: string | null, dataRoot: string | null, revertFailedChange: boolean, createdAt: string, updatedAt: string, executor: { id: string, name: string }, signet: { challenge: string, seedNodes: Array<string> } | null, clientLifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null }, tor: { mode: Types.NodeTorMode, proxy: string | null, onionAddress: string | null } | null, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, labels: Array<{ key: string, value: string }>, effectiveConfig: Array<{ key: string, value: string | null, origin: Types.ConfigOrigin, note: string | null }>, placement: { chosenBy: Types.PlacementChooser, reason: string } | null, status: { phase: Types.NodePhase, since: string | null, reason: string | null, containerId: string | null, imageDigest: string | null, appliedRevision: number | null, wallets: Array<string> | null, loadedWallets: Array<string> | null, reportedAt: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number, zmq: Array<{ topic: string, url: string }> } | null }, health: { state: Types.NodeHealthState, level: Types.NodeHealthLevel, summary: string, incidentId: string | null }, problems: Array<{ code: Types.NodeProblemCode, reason: string, advice: string, since: string }>, reverted: { at: string, reason: string, revision: number, runsRevision: number, changes: Array<{ field: string, asked: string | null, runs: string | null }> } | null, metrics: { at: string, height: number, headers: number, bestBlockHash: string, chainWork: string | null, bestBlockAt: string | null, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, mempoolVirtualBytes: number, mempoolUsageBytes: number | null, mempoolLimitBytes: number | null, sizeOnDiskBytes: number, growthBytesPerDay: number | null, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null, bytesReceived: number | null, bytesSent: number | null, receivedBytesPerSecond: number | null, sentBytesPerSecond: number | null, mempoolMinFee: number | null, unbroadcastTransactions: number | null, writtenBytes: number | null, writtenBytesPerDay: number | null, rpcConnections: number | null, indexes: Array<{ name: string, synced: boolean, bestBlockHeight: number }>, branches: Array<{ height: number, hash: string, branchLength: number, chainWork: string | null, status: Types.ChainTipStatus }> | null, chainTips: Array<{ status: Types.ChainTipStatus, count: number }> | null } | null, createdBy: { type: Types.AuditActorType, name: string, userId: string | null, apiKeyId: string | null } | null, lastChangedBy: { type: Types.AuditActorType, name: string, userId: string | null, apiKeyId: string | null } | null } | null };

export type NodeRpcCredentialsQueryVariables = Exact<{ [key: string]: never; }>;


export type NodeRpcCredentialsQuery = { nodeRpcCredentials: { user: string, password: string, refusingNodes: number } | null };

export type RpcCredentialRotationQueryVariables = Exact<{ [key: string]: never; }>;


export type RpcCredentialRotationQuery = { rpcCredentialRotation: { stage: Types.RpcRotationStage, stopped: string | null, requestedAt: string, requestedBy: string, formerExpiresAt: string | null, endedAt: string | null, currentNodeName: string | null, moved: number, rollout: { id: string, summary: string, parallel: number, state: Types.NodeRolloutState, reason: string | null, undoes: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, policy: { outsideWindows: boolean, rehearse: boolean, budget: { keepAvailable: number, per: Array<string> } | null, canary: { count: number, soakSeconds: number } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } | null, height: { at: number | null, avoid: number | null, within: number } | null, gate: { maxBlocksBehind: number | null, minPeers: number | null, maxMemoryPercent: number | null } | null }, counts: { total: number, waiting: number, underWay: number, changed: number, failed: number, skipped: number, restorable: number } } | null, skipped: Array<{ name: string, reason: string }> } | null };

export type PreviewNodesChangeQueryVariables = Exact<{
  data: Types.NodesChangeInput;
  where: Types.NodeWhereInput;
}>;


export type PreviewNodesChangeQuery = { previewNodesChange: { count: number, restarts: number, results: Array<{ id: string, name: string, outcome: Types.NodesChangeOutcome, issues: Array<{ code: Types.UserErrorCode, path: Array<string>, message: string }>, node: { id: string, name: string } | null, changes: Array<{ field: string, from: string | null, to: string | null }> }> } | null };

export type NotificationSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationSettingsQuery = { notificationSettings: { revision: number, thresholds: { executorOfflineSeconds: number, nodeFailingSeconds: number, crashLoopExits: number, syncStalledMinutes: number, noPeersMinutes: number, blocksBehind: number, tipProbability: number, memoryPercent: number, diskFreePercent: number, diskFullDays: number, keyEndsDays: number, channelFailingMinutes: number }, nodeOverrides: Array<{ nodeId: string, nodeName: string, muted: boolean, mutedUntil: string | null, thresholds: { nodeFailingSeconds: number | null, crashLoopExits: number | null, syncStalledMinutes: number | null, noPeersMinutes: number | null, blocksBehind: number | null, tipProbability: number | null, memoryPercent: number | null } }> } | null };

export type NotificationChannelsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationChannelsQuery = { notificationChannels: Array<{ id: string, kind: Types.NotificationChannelKind, name: string, target: string, lowestSeverity: Types.AlertSeverity, enabled: boolean, lastSequence: number, lastDeliveredAt: string | null, failingSince: string | null, lastFailure: string | null, goneAt: string | null, previousSecretsUntil: Array<string>, createdAt: string }> | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  where?: Types.NotificationChannelWhereUniqueInput | null | undefined;
}>;


export type WebhookDeliveriesQuery = { webhookDeliveries: Array<{ id: string, channelId: string, sequence: number, type: string, incidentId: string | null, status: Types.WebhookDeliveryStatus, createdAt: string, nextAttemptAt: string | null, acknowledgedAt: string | null, attempts: Array<{ at: string, durationMs: number, status: number | null, answer: string | null, error: string | null }> }> | null };

export type WebhookDeliveryQueryVariables = Exact<{
  where: Types.WebhookDeliveryWhereUniqueInput;
}>;


export type WebhookDeliveryQuery = { webhookDelivery: { id: string, channelId: string, sequence: number, type: string, incidentId: string | null, status: Types.WebhookDeliveryStatus, createdAt: string, nextAttemptAt: string | null, acknowledgedAt: string | null, attempts: Array<{ at: string, durationMs: number, status: number | null, answer: string | null, error: string | null }> } | null };

export type OrganizationsQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type OrganizationsQuery = { organizations: Array<{ id: string, name: string, slug: string, isActive: boolean, createdAt: string }> | null };

export type MembersQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type MembersQuery = { members: Array<{ id: string, role: Types.OrganizationRole, createdAt: string, person: { id: string, name: string } }> | null };

export type InvitationsQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type InvitationsQuery = { invitations: Array<{ id: string, email: string, role: Types.OrganizationRole, createdAt: string, expiresAt: string }> | null };

export type InvitationQueryVariables = Exact<{
  where: Types.LinkWhereUniqueInput;
}>;


export type InvitationQuery = { invitation: { organizationName: string, email: string, role: Types.OrganizationRole, expiresAt: string } | null };

export type SessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionsQuery = { sessions: Array<{ id: string, isCurrent: boolean, address: string | null, userAgent: string | null, organizationName: string | null, createdAt: string, lastUsedAt: string, expiresAt: string }> | null };

export type SingleSignOnQueryVariables = Exact<{ [key: string]: never; }>;


export type SingleSignOnQuery = { singleSignOn: { name: string, passwordsForOwnersOnly: boolean } | null };

export type SingleSignOnAttemptsQueryVariables = Exact<{ [key: string]: never; }>;


export type SingleSignOnAttemptsQuery = { singleSignOnAttempts: Array<{ id: string, at: string, refusal: string | null, claims: Array<string>, groups: Array<string> | null, checks: Array<{ setting: string, claim: string, isSatisfied: boolean, found: string }> }> | null };

export type PasswordResetQueryVariables = Exact<{
  where: Types.LinkWhereUniqueInput;
}>;


export type PasswordResetQuery = { passwordReset: { email: string } | null };

export type ExecutorOffersQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type ExecutorOffersQuery = { executorOffers: Array<{ offeredAt: string, executor: { id: string, name: string }, nodes: Array<{ id: string, name: string, newName: string, network: Types.Network, client: Types.Client, clientVersion: string, nodeType: Types.NodeType, desiredState: Types.DesiredState, height: number | null, sizeBytes: number | null, problem: string | null, signet: { challenge: string, seedNodes: Array<string> } | null, clientLifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null }, tor: { mode: Types.NodeTorMode, proxy: string | null, onionAddress: string | null } | null, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }> }> }> | null };

export type ExecutorReleasesQueryVariables = Exact<{
  where?: Types.ExecutorReleaseWhereInput | null | undefined;
  orderBy?: Array<Types.ExecutorReleaseOrderByInput> | Types.ExecutorReleaseOrderByInput | null | undefined;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type ExecutorReleasesQuery = { executorReleases: Array<{ id: string, version: string, channel: string, notes: string, lowestVersion: string | null, withdrawnAt: string | null, withdrawnReason: string | null, revision: number, createdAt: string, artifacts: Array<{ platform: string, url: string, sizeBytes: number, sha256: string, signature: string }>, image: { name: string, digest: string } | null }> | null };

export type UpgradeRolloutsQueryVariables = Exact<{
  where?: Types.UpgradeRolloutWhereInput | null | undefined;
  orderBy?: Array<Types.UpgradeRolloutOrderByInput> | Types.UpgradeRolloutOrderByInput | null | undefined;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type UpgradeRolloutsQuery = { upgradeRollouts: Array<{ id: string, targetVersion: string, groupSize: number, state: Types.UpgradeRolloutState, reason: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, counts: { total: number, waiting: number, underWay: number, upgraded: number, failed: number, skipped: number } }> | null };

export type UpgradeRolloutQueryVariables = Exact<{
  where: Types.UpgradeRolloutWhereUniqueInput;
}>;


export type UpgradeRolloutQuery = { upgradeRollout: { id: string, targetVersion: string, groupSize: number, state: Types.UpgradeRolloutState, reason: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, counts: { total: number, waiting: number, underWay: number, upgraded: number, failed: number, skipped: number } } | null };

export type PreviewUpgradeRolloutQueryVariables = Exact<{
  data: Types.UpgradeRolloutStartInput;
}>;


export type PreviewUpgradeRolloutQuery = { previewUpgradeRollout: { accepted: boolean, members: Array<{ executorId: string, executorName: string, version: string, group: number, obstacle: string | null }> } | null };

export type CreateApiKeyMutationVariables = Exact<{
  data: Types.ApiKeyCreateInput;
}>;


export type CreateApiKeyMutation = { createApiKey: { secret: string, apiKey: { id: string, name: string, purpose: Types.ApiKeyPurpose, start: string, createdAt: string, expiresAt: string | null, revokedAt: string | null, owner: string | null, lastUsedAt: string | null, lastUsedFrom: string | null, usage: { id: string, executorName: string, since: string, lastUsedAt: string | null, executor: { id: string, name: string } | null } | null } } | null };

export type RevokeApiKeyMutationVariables = Exact<{
  where: Types.ApiKeyWhereUniqueInput;
}>;


export type RevokeApiKeyMutation = { revokeApiKey: { apiKey: { id: string, name: string, purpose: Types.ApiKeyPurpose, start: string, createdAt: string, expiresAt: string | null, revokedAt: string | null, owner: string | null, lastUsedAt: string | null, lastUsedFrom: string | null, usage: { id: string, executorName: string, since: string, lastUsedAt: string | null, executor: { id: string, name: string } | null } | null } } | null };

export type DeleteApiKeyMutationVariables = Exact<{
  where: Types.ApiKeyWhereUniqueInput;
}>;


export type DeleteApiKeyMutation = { deleteApiKey: { apiKey: { id: string, name: string, purpose: Types.ApiKeyPurpose, start: string, createdAt: string, expiresAt: string | null, revokedAt: string | null, owner: string | null, lastUsedAt: string | null, lastUsedFrom: string | null, usage: { id: string, executorName: string, since: string, lastUsedAt: string | null, executor: { id: string, name: string } | null } | null } } | null };

export type OpenAgentRequestMutationVariables = Exact<{
  data: Types.AgentRequestInput;
  where: Types.NodeWhereUniqueInput;
}>;


export type OpenAgentRequestMutation = { openAgentRequest: { request: { id: string, nodeId: string, kind: string, status: Types.AgentRequestStatus, error: string | null, args: { log: { tail: number, from: string | null, to: string | null } | null, followLog: { tail: number, from: string | null, nextChunk: number, position: string | null } | null, rpc: { method: string, params: Array<string> } | null, chain: { heights: Array<number> } | null }, result: { log: Array<string> | null, rpc: string | null } | null } } | null };

export type SyncExecutorMutationVariables = Exact<{
  input: Types.SyncExecutorInput;
}>;


export type SyncExecutorMutation = { syncExecutor: { executorId: string, revision: number, observedRevision: string | null, heartbeatIntervalSeconds: number, rotateKeyAt: string | null, keyExpiresAt: string | null, recovery: Types.RecoveryState | null, nodes: Array<{ id: string, name: string, revision: number, network: Types.Network, client: Types.Client, clientVersion: string, nodeType: Types.NodeType, rpcAuth: string, formerRpcAuth: string | null, gatewayRpcAuth: string, gatewayMethods: Array<string>, desiredState: Types.DesiredState, restartCounter: number, dataPolicy: Types.NodeDataPolicy, dataRoot: string | null, removableWallets: Array<string> | null, revertFailedChange: boolean | null, upcomingVersion: string | null, signet: { challenge: string, seedNodes: Array<string> } | null, tor: { mode: Types.NodeTorMode, proxy: string | null, onionAddress: string | null } | null, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, config: Array<{ key: string, value: string }> }> | null, requests: Array<{ id: string, nodeId: string, kind: string, status: Types.AgentRequestStatus, error: string | null, args: { log: { tail: number, from: string | null, to: string | null } | null, followLog: { tail: number, from: string | null, nextChunk: number, position: string | null } | null, rpc: { method: string, params: Array<string> } | null, chain: { heights: Array<number> } | null }, result: { log: Array<string> | null, rpc: string | null } | null }>, upgrade: { requestId: string, targetVersion: string, channel: string, deadline: string, artifact: { platform: string, url: string, sizeBytes: number, sha256: string, signature: string } | null, image: { name: string, digest: string } | null } | null, gateway: { digest: string | null, endpoints: Array<{ id: string, name: string, network: Types.Network, address: string, port: number, tls: { certFile: string, keyFile: string } | null, members: Array<{ nodeId: string, name: string, url: string, user: string, password: string, hasGatewayUser: boolean, rpcThreads: number | null, passedOver: string | null }>, branches: { asOf: string, verdict: Types.ChainVerdict, losing: Array<string>, pinned: string | null } | null }> } | null } | null };

export type ReportRuntimeEventsMutationVariables = Exact<{
  input: Array<Types.RuntimeEventInput> | Types.RuntimeEventInput;
}>;


export type ReportRuntimeEventsMutation = { reportRuntimeEvents: { accepted: number, rejected: Array<{ id: string, reason: string }> } | null };

export type AnswerAgentRequestMutationVariables = Exact<{
  data: Types.AgentAnswerInput;
}>;


export type AnswerAgentRequestMutation = { answerAgentRequest: { isTaken: boolean, isOpen: boolean } | null };

export type CreateEndpointMutationVariables = Exact<{
  data: Types.EndpointCreateInput;
}>;


export type CreateEndpointMutation = { createEndpoint: { endpoint: { id: string, name: string, network: Types.Network, nodeIds: Array<string> | null, executorIds: Array<string>, address: string, port: number, pinnedBlockHash: string | null, createdAt: string, nodeLabels: Array<{ key: string, value: string }>, tls: { certFile: string, keyFile: string } | null, members: Array<{ nodeId: string, nodeName: string, url: string | null, hasGatewayUser: boolean }>, hosts: Array<{ executorId: string, executorName: string, state: Types.EndpointHostState, reason: string | null, isCurrent: boolean, reportedAt: string | null, members: Array<{ nodeId: string, code: string, reason: string, since: string, height: number | null, blocksBehind: number | null }> }> } } | null };

export type UpdateEndpointMutationVariables = Exact<{
  data: Types.EndpointUpdateInput;
  where: Types.EndpointWhereUniqueInput;
}>;


export type UpdateEndpointMutation = { updateEndpoint: { endpoint: { id: string, name: string, network: Types.Network, nodeIds: Array<string> | null, executorIds: Array<string>, address: string, port: number, pinnedBlockHash: string | null, createdAt: string, nodeLabels: Array<{ key: string, value: string }>, tls: { certFile: string, keyFile: string } | null, members: Array<{ nodeId: string, nodeName: string, url: string | null, hasGatewayUser: boolean }>, hosts: Array<{ executorId: string, executorName: string, state: Types.EndpointHostState, reason: string | null, isCurrent: boolean, reportedAt: string | null, members: Array<{ nodeId: string, code: string, reason: string, since: string, height: number | null, blocksBehind: number | null }> }> } } | null };

export type DeleteEndpointMutationVariables = Exact<{
  where: Types.EndpointWhereUniqueInput;
}>;


export type DeleteEndpointMutation = { deleteEndpoint: { endpoint: { id: string, name: string, network: Types.Network, nodeIds: Array<string> | null, executorIds: Array<string>, address: string, port: number, pinnedBlockHash: string | null, createdAt: string, nodeLabels: Array<{ key: string, value: string }>, tls: { certFile: string, keyFile: string } | null, members: Array<{ nodeId: string, nodeName: string, url: string | null, hasGatewayUser: boolean }>, hosts: Array<{ executorId: string, executorName: string, state: Types.EndpointHostState, reason: string | null, isCurrent: boolean, reportedAt: string | null, members: Array<{ nodeId: string, code: string, reason: string, since: string, height: number | null, blocksBehind: number | null }> }> } } | null };

export type CreateConsumerMutationVariables = Exact<{
  data: Types.ConsumerCreateInput;
}>;


export type CreateConsumerMutation = { createConsumer: { secret: string, consumer: { id: string, name: string, endpointId: string, preset: Types.ConsumerPreset, addedMethods: Array<string>, removedMethods: Array<string>, methods: Array<string>, methodsAfterRestart: Array<string>, callsPerSecond: number, callsInFlight: number, expiresAt: string | null, previousSecretUntil: string | null, lastUsedAt: string | null, createdAt: string, counts: Array<{ outcome: string, calls: number }> } } | null };

export type UpdateConsumerMutationVariables = Exact<{
  data: Types.ConsumerUpdateInput;
  where: Types.ConsumerWhereUniqueInput;
}>;


export type UpdateConsumerMutation = { updateConsumer: { consumer: { id: string, name: string, endpointId: string, preset: Types.ConsumerPreset, addedMethods: Array<string>, removedMethods: Array<string>, methods: Array<string>, methodsAfterRestart: Array<string>, callsPerSecond: number, callsInFlight: number, expiresAt: string | null, previousSecretUntil: string | null, lastUsedAt: string | null, createdAt: string, counts: Array<{ outcome: string, calls: number }> } } | null };

export type RotateConsumerSecretMutationVariables = Exact<{
  where: Types.ConsumerWhereUniqueInput;
  previousExpiresInSeconds?: number | null | undefined;
}>;


export type RotateConsumerSecretMutation = { rotateConsumerSecret: { secret: string, consumer: { id: string, name: string, endpointId: string, preset: Types.ConsumerPreset, addedMethods: Array<string>, removedMethods: Array<string>, methods: Array<string>, methodsAfterRestart: Array<string>, callsPerSecond: number, callsInFlight: number, expiresAt: string | null, previousSecretUntil: string | null, lastUsedAt: string | null, createdAt: string, counts: Array<{ outcome: string, calls: number }> } } | null };

export type RevokeConsumerMutationVariables = Exact<{
  where: Types.ConsumerWhereUniqueInput;
}>;


export type RevokeConsumerMutation = { revokeConsumer: { consumer: { id: string, name: string, endpointId: string, preset: Types.ConsumerPreset, addedMethods: Array<string>, removedMethods: Array<string>, methods: Array<string>, methodsAfterRestart: Array<string>, callsPerSecond: number, callsInFlight: number, expiresAt: string | null, previousSecretUntil: string | null, lastUsedAt: string | null, createdAt: string, counts: Array<{ outcome: string, calls: number }> } } | null };

export type ReportEndpointsMutationVariables = Exact<{
  data: Types.EndpointsReportInput;
}>;


export type ReportEndpointsMutation = { reportEndpoints: { accepted: number } | null };

export type CreateEnrolmentTokenMutationVariables = Exact<{
  data: Types.EnrolmentTokenCreateInput;
}>;


export type CreateEnrolmentTokenMutation = { createEnrolmentToken: { token: string, installFault: string | null, enrolmentToken: { id: string, executorName: string | null, recovers: boolean, status: Types.EnrolmentTokenStatus, createdAt: string, expiresAt: string, usedAt: string | null, usedBy: string | null } } | null };

export type RevokeEnrolmentTokenMutationVariables = Exact<{
  where: Types.EnrolmentTokenWhereUniqueInput;
}>;


export type RevokeEnrolmentTokenMutation = { revokeEnrolmentToken: { enrolmentToken: { id: string, executorName: string | null, recovers: boolean, status: Types.EnrolmentTokenStatus, createdAt: string, expiresAt: string, usedAt: string | null, usedBy: string | null } } | null };

export type EnrolExecutorMutationVariables = Exact<{
  data: Types.EnrolExecutorInput;
}>;


export type EnrolExecutorMutation = { enrolExecutor: { executorName: string, organizationName: string, secret: string, expiresAt: string } | null };

export type RotateExecutorKeyMutationVariables = Exact<{ [key: string]: never; }>;


export type RotateExecutorKeyMutation = { rotateExecutorKey: { secret: string, expiresAt: string | null } | null };

export type DeregisterExecutorMutationVariables = Exact<{
  removedNodes?: Array<string> | string | null | undefined;
}>;


export type DeregisterExecutorMutation = { deregisterExecutor: { executorId: string | null } | null };

export type DeleteExecutorMutationVariables = Exact<{
  where: Types.ExecutorWhereUniqueInput;
}>;


export type DeleteExecutorMutation = { deleteExecutor: { executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null } } | null };

export type UpdateExecutorMutationVariables = Exact<{
  data: Types.ExecutorUpdateInput;
  where: Types.ExecutorWhereUniqueInput;
}>;


export type UpdateExecutorMutation = { updateExecutor: { executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null } } | null };

export type CordonExecutorMutationVariables = Exact<{
  where: Types.ExecutorWhereUniqueInput;
  reason: string;
}>;


export type CordonExecutorMutation = { cordonExecutor: { executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null } } | null };

export type UncordonExecutorMutationVariables = Exact<{
  where: Types.ExecutorWhereUniqueInput;
}>;


export type UncordonExecutorMutation = { uncordonExecutor: { executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null } } | null };

export type DrainExecutorMutationVariables = Exact<{
  where: Types.ExecutorWhereUniqueInput;
  reason: string;
}>;


export type DrainExecutorMutation = { drainExecutor: { executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null } } | null };

export type UndrainExecutorMutationVariables = Exact<{
  where: Types.ExecutorWhereUniqueInput;
}>;


export type UndrainExecutorMutation = { undrainExecutor: { executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null } } | null };

export type AcknowledgeIncidentMutationVariables = Exact<{
  where: Types.AlertIncidentWhereUniqueInput;
  note?: string | null | undefined;
}>;


export type AcknowledgeIncidentMutation = { acknowledgeIncident: { incident: { id: string, code: Types.AlertCode, severity: Types.AlertSeverity, status: Types.AlertStatus, message: string, advice: string, data: unknown, subjectType: Types.AlertSubjectType, subjectId: string, subjectName: string, executorId: string | null, nodeId: string | null, startedAt: string, openedAt: string, updatedAt: string, closedAt: string | null, durationSeconds: number, acknowledgedAt: string | null, acknowledgedBy: string | null, note: string | null, branches: Array<{ parent: number | null, forkHeight: number | null, forkHash: string | null, firstHash: string | null, otherHash: string | null, height: number, hash: string, chainWork: string | null, blocks: number | null, reasons: Array<string>, nodeCount: number }> | null } } | null };

export type AcknowledgeIncidentsMutationVariables = Exact<{
  ids: Array<string> | string;
  note?: string | null | undefined;
}>;


export type AcknowledgeIncidentsMutation = { acknowledgeIncidents: { incidents: Array<{ id: string, code: Types.AlertCode, severity: Types.AlertSeverity, status: Types.AlertStatus, message: string, advice: string, data: unknown, subjectType: Types.AlertSubjectType, subjectId: string, subjectName: string, executorId: string | null, nodeId: string | null, startedAt: string, openedAt: string, updatedAt: string, closedAt: string | null, durationSeconds: number, acknowledgedAt: string | null, acknowledgedBy: string | null, note: string | null, branches: Array<{ parent: number | null, forkHeight: number | null, forkHash: string | null, firstHash: string | null, otherHash: string | null, height: number, hash: string, chainWork: string | null, blocks: number | null, reasons: Array<string>, nodeCount: number }> | null }> } | null };

export type RemoveKeptDataMutationVariables = Exact<{
  data: Types.KeptDataRemovalInput;
}>;


export type RemoveKeptDataMutation = { removeKeptData: { orphan: { id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null } } | null };

export type SetMaintenanceScheduleMutationVariables = Exact<{
  data: Types.MaintenanceScheduleInput;
}>;


export type SetMaintenanceScheduleMutation = { setMaintenanceSchedule: { schedule: { isOpen: boolean, changesAt: string | null, revision: number, label: { key: string, value: string } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } } } | null };

export type DeleteMaintenanceScheduleMutationVariables = Exact<{
  label?: Types.LabelInput | null | undefined;
}>;


export type DeleteMaintenanceScheduleMutation = { deleteMaintenanceSchedule: { schedule: { isOpen: boolean, changesAt: string | null, revision: number, label: { key: string, value: string } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } } } | null };

export type StartNodeRolloutMutationVariables = Exact<{
  data: Types.NodeRolloutStartInput;
}>;


export type StartNodeRolloutMutation = { startNodeRollout: { rollout: { id: string, summary: string, parallel: number, state: Types.NodeRolloutState, reason: string | null, undoes: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, policy: { outsideWindows: boolean, rehearse: boolean, budget: { keepAvailable: number, per: Array<string> } | null, canary: { count: number, soakSeconds: number } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } | null, height: { at: number | null, avoid: number | null, within: number } | null, gate: { maxBlocksBehind: number | null, minPeers: number | null, maxMemoryPercent: number | null } | null }, counts: { total: number, waiting: number, underWay: number, changed: number, failed: number, skipped: number, restorable: number } } } | null };

export type PauseNodeRolloutMutationVariables = Exact<{
  where: Types.NodeRolloutWhereUniqueInput;
}>;


export type PauseNodeRolloutMutation = { pauseNodeRollout: { rollout: { id: string, summary: string, parallel: number, state: Types.NodeRolloutState, reason: string | null, undoes: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, policy: { outsideWindows: boolean, rehearse: boolean, budget: { keepAvailable: number, per: Array<string> } | null, canary: { count: number, soakSeconds: number } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } | null, height: { at: number | null, avoid: number | null, within: number } | null, gate: { maxBlocksBehind: number | null, minPeers: number | null, maxMemoryPercent: number | null } | null }, counts: { total: number, waiting: number, underWay: number, changed: number, failed: number, skipped: number, restorable: number } } } | null };

export type ResumeNodeRolloutMutationVariables = Exact<{
  where: Types.NodeRolloutWhereUniqueInput;
}>;


export type ResumeNodeRolloutMutation = { resumeNodeRollout: { rollout: { id: string, summary: string, parallel: number, state: Types.NodeRolloutState, reason: string | null, undoes: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, policy: { outsideWindows: boolean, rehearse: boolean, budget: { keepAvailable: number, per: Array<string> } | null, canary: { count: number, soakSeconds: number } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } | null, height: { at: number | null, avoid: number | null, within: number } | null, gate: { maxBlocksBehind: number | null, minPeers: number | null, maxMemoryPercent: number | null } | null }, counts: { total: number, waiting: number, underWay: number, changed: number, failed: number, skipped: number, restorable: number } } } | null };

export type SkipNodeRolloutMemberMutationVariables = Exact<{
  where: Types.NodeRolloutWhereUniqueInput;
  nodeId: string;
}>;


export type SkipNodeRolloutMemberMutation = { skipNodeRolloutMember: { rollout: { id: string, summary: string, parallel: number, state: Types.NodeRolloutState, reason: string | null, undoes: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, policy: { outsideWindows: boolean, rehearse: boolean, budget: { keepAvailable: number, per: Array<string> } | null, canary: { count: number, soakSeconds: number } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } | null, height: { at: number | null, avoid: number | null, within: number } | null, gate: { maxBlocksBehind: number | null, minPeers: number | null, maxMemoryPercent: number | null } | null }, counts: { total: number, waiting: number, underWay: number, changed: number, failed: number, skipped: number, restorable: number } } } | null };

export type CancelNodeRolloutMutationVariables = Exact<{
  where: Types.NodeRolloutWhereUniqueInput;
}>;


export type CancelNodeRolloutMutation = { cancelNodeRollout: { rollout: { id: string, summary: string, parallel: number, state: Types.NodeRolloutState, reason: string | null, undoes: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, policy: { outsideWindows: boolean, rehearse: boolean, budget: { keepAvailable: number, per: Array<string> } | null, canary: { count: number, soakSeconds: number } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } | null, height: { at: number | null, avoid: number | null, within: number } | null, gate: { maxBlocksBehind: number | null, minPeers: number | null, maxMemoryPercent: number | null } | null }, counts: { total: number, waiting: number, underWay: number, changed: number, failed: number, skipped: number, restorable: number } } } | null };

export type UndoNodeRolloutMutationVariables = Exact<{
  where: Types.NodeRolloutWhereUniqueInput;
  parallel?: number | null | undefined;
  outsideWindows?: boolean | null | undefined;
}>;


export type UndoNodeRolloutMutation = { undoNodeRollout: { rollout: { id: string, summary: string, parallel: number, state: Types.NodeRolloutState, reason: string | null, undoes: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, policy: { outsideWindows: boolean, rehearse: boolean, budget: { keepAvailable: number, per: Array<string> } | null, canary: { count: number, soakSeconds: number } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } | null, height: { at: number | null, avoid: number | null, within: number } | null, gate: { maxBlocksBehind: number | null, minPeers: number | null, maxMemoryPercent: number | null } | null }, counts: { total: number, waiting: number, underWay: number, changed: number, failed: number, skipped: number, restorable: number } } } | null };

export type CreateNodeMutationVariables = Exact<{
  data: Types.NodeCreateInput;
}>;


export type CreateNodeMutation = { createNode: { node: { id: string, name: string, network: Types.Network, networkName: string, client: Types.Client, clientVersion: string, nodeType: Types.NodeType, configState: Types.ConfigState, desiredState: Types.DesiredState, dataPolicy: Types.NodeDataPolicy, revision: number, waitsFor: string | null, dataRoot: string | null, revertFailedChange: boolean, createdAt: string, updatedAt: string, executor: { id: string, name: string }, signet: { challenge: string, seedNodes: Array<string> } | null, clientLifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null }, tor: { mode: Types.NodeTorMode, proxy: string | null, onionAddress: string | null } | null, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, labels: Array<{ key: string, value: string }>, effectiveConfig: Array<{ key: string, value: string | null, origin: Types.ConfigOrigin, note: string | null }>, placement: { chosenBy: Types.PlacementChooser, reason: string } | null, status: { phase: Types.NodePhase, since: string | null, reason: string | null, containerId: string | null, imageDigest: string | null, appliedRevision: number | null, wallets: Array<string> | null, loadedWallets: Array<string> | null, reportedAt: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number, zmq: Array<{ topic: string, url: string }> } | null }, health: { state: Types.NodeHealthState, level: Types.NodeHealthLevel, summary: string, incidentId: string | null }, problems: Array<{ code: Types.NodeProblemCode, reason: string, advice: string, since: string }>, reverted: { at: string, reason: string, revision: number, runsRevision: number, changes: Array<{ field: string, asked: string | null, runs: string | null }> } | null, metrics: { at: string, height: number, headers: number, bestBlockHash: string, chainWork: string | null, bestBlockAt: string | null, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, mempoolVirtualBytes: number, mempoolUsageBytes: number | null, mempoolLimitBytes: number | null, sizeOnDiskBytes: number, growthBytesPerDay: number | null, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null, bytesReceived: number | null, bytesSent: number | null, receivedBytesPerSecond: number | null, sentBytesPerSecond: number | null, mempoolMinFee: number | null, unbroadcastTransactions: number | null, writtenBytes: number | null, writtenBytesPerDay: number | null, rpcConnections: number | null, indexes: Array<{ name: string, synced: boolean, bestBlockHeight: number }>, branches: Array<{ height: number, hash: string, branchLength: number, chainWork: string | null, status: Types.ChainTipStatus }> | null, chainTips: Array<{ status: Types.ChainTipStatus, count: number }> | null } | null, createdBy: { type: Types.AuditActorType, name: string, userId: string | null, apiKeyId: string | null } | null, lastChangedBy: { type: Types.AuditActorType, name: string, userId: string | null, apiKeyId: string | null } | null } } | null };

export type UpdateNodeMutationVariables = Exact<{
  data: Types.NodeUpdateInput;
  where: Types.NodeWhereUniqueInput;
}>;


export type UpdateNodeMutation = { updateNode: { node: { id: string, name: string, network: Types.Network, networkName: string, client: Types.Client, clientVersion: string, nodeType: Types.NodeType, configState: Types.ConfigState, desiredState: Types.DesiredState, dataPolicy: Types.NodeDataPolicy, revision: number, waitsFor: string | null, dataRoot: string | null, revertFailedChange: boolean, createdAt: string, updatedAt: string, executor: { id: string, name: string }, signet: { challenge: string, seedNodes: Array<string> } | null, clientLifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null }, tor: { mode: Types.NodeTorMode, proxy: string | null, onionAddress: string | null } | null, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, labels: Array<{ key: string, value: string }>, effectiveConfig: Array<{ key: string, value: string | null, origin: Types.ConfigOrigin, note: string | null }>, placement: { chosenBy: Types.PlacementChooser, reason: string } | null, status: { phase: Types.NodePhase, since: string | null, reason: string | null, containerId: string | null, imageDigest: string | null, appliedRevision: number | null, wallets: Array<string> | null, loadedWallets: Array<string> | null, reportedAt: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number, zmq: Array<{ topic: string, url: string }> } | null }, health: { state: Types.NodeHealthState, level: Types.NodeHealthLevel, summary: string, incidentId: string | null }, problems: Array<{ code: Types.NodeProblemCode, reason: string, advice: string, since: string }>, reverted: { at: string, reason: string, revision: number, runsRevision: number, changes: Array<{ field: string, asked: string | null, runs: string | null }> } | null, metrics: { at: string, height: number, headers: number, bestBlockHash: string, chainWork: string | null, bestBlockAt: string | null, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, mempoolVirtualBytes: number, mempoolUsageBytes: number | null, mempoolLimitBytes: number | null, sizeOnDiskBytes: number, growthBytesPerDay: number | null, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null, bytesReceived: number | null, bytesSent: number | null, receivedBytesPerSecond: number | null, sentBytesPerSecond: number | null, mempoolMinFee: number | null, unbroadcastTransactions: number | null, writtenBytes: number | null, writtenBytesPerDay: number | null, rpcConnections: number | null, indexes: Array<{ name: string, synced: boolean, bestBlockHeight: number }>, branches: Array<{ height: number, hash: string, branchLength: number, chainWork: string | null, status: Types.ChainTipStatus }> | null, chainTips: Array<{ status: Types.ChainTipStatus, count: number }> | null } | null, createdBy: { type: Types.AuditActorType, name: string, userId: string | null, apiKeyId: string | null } | null, lastChangedBy: { type: Types.AuditActorType, name: string, userId: string | null, apiKeyId: string | null } | null } } | null };

export type RequestNodeLifecycleActionMutationVariables = Exact<{
  id: string;
  action: Types.NodeLifecycleAction;
}>;


export type RequestNodeLifecycleActionMutation = { requestNodeLifecycleAction: { node: { id: string, name: string, network: Types.Network, networkName: string, client: Types.Client, clientVersion: string, nodeType: Types.NodeType, configState: Types.ConfigState, desiredState: Types.DesiredState, dataPolicy: Types.NodeDataPolicy, revision: number, waitsFor: string | null, dataRoot: string | null, revertFailedChange: boolean, createdAt: string, updatedAt: string, executor: { id: string, name: string }, signet: { challenge: string, seedNodes: Array<string> } | null, clientLifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null }, tor: { mode: Types.NodeTorMode, proxy: string | null, onionAddress: string | null } | null, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, labels: Array<{ key: string, value: string }>, effectiveConfig: Array<{ key: string, value: string | null, origin: Types.ConfigOrigin, note: string | null }>, placement: { chosenBy: Types.PlacementChooser, reason: string } | null, status: { phase: Types.NodePhase, since: string | null, reason: string | null, containerId: string | null, imageDigest: string | null, appliedRevision: number | null, wallets: Array<string> | null, loadedWallets: Array<string> | null, reportedAt: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number, zmq: Array<{ topic: string, url: string }> } | null }, health: { state: Types.NodeHealthState, level: Types.NodeHealthLevel, summary: string, incidentId: string | null }, problems: Array<{ code: Types.NodeProblemCode, reason: string, advice: string, since: string }>, reverted: { at: string, reason: string, revision: number, runsRevision: number, changes: Array<{ field: string, asked: string | null, runs: string | null }> } | null, metrics: { at: string, height: number, headers: number, bestBlockHash: string, chainWork: string | null, bestBlockAt: string | null, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, mempoolVirtualBytes: number, mempoolUsageBytes: number | null, mempoolLimitBytes: number | null, sizeOnDiskBytes: number, growthBytesPerDay: number | null, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null, bytesReceived: number | null, bytesSent: number | null, receivedBytesPerSecond: number | null, sentBytesPerSecond: number | null, mempoolMinFee: number | null, unbroadcastTransactions: number | null, writtenBytes: number | null, writtenBytesPerDay: number | null, rpcConnections: number | null, indexes: Array<{ name: string, synced: boolean, bestBlockHeight: number }>, branches: Array<{ height: number, hash: string, branchLength: number, chainWork: string | null, status: Types.ChainTipStatus }> | null, chainTips: Array<{ status: Types.ChainTipStatus, count: number }> | null } | null, createdBy: { type: Types.AuditActorType, name: string, userId: string | null, apiKeyId: string | null } | null, lastChangedBy: { type: Types.AuditActorType, name: string, userId: string | null, apiKeyId: string | null } | null } } | null };

export type RotateRpcCredentialsMutationVariables = Exact<{
  formerExpiresInSeconds?: number | null | undefined;
  policy?: Types.NodeRolloutPolicyInput | null | undefined;
}>;


export type RotateRpcCredentialsMutation = { rotateRpcCredentials: { rotation: { stage: Types.RpcRotationStage, stopped: string | null, requestedAt: string, requestedBy: string, formerExpiresAt: string | null, endedAt: string | null, currentNodeName: string | null, moved: number, rollout: { id: string, summary: string, parallel: number, state: Types.NodeRolloutState, reason: string | null, undoes: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, policy: { outsideWindows: boolean, rehearse: boolean, budget: { keepAvailable: number, per: Array<string> } | null, canary: { count: number, soakSeconds: number } | null, windows: { timeZone: string } | null, height: { at: number | null, avoid: number | null, within: number } | null, gate: { maxBlocksBehind: number | null, minPeers: number | null, maxMemoryPercent: number | null } | null }, counts: { total: number, waiting: number, underWay: number, changed: number, failed: number, skipped: number, restorable: number } } | null, skipped: Array<{ name: string, reason: string }> } } | null };

export type DeleteNodeMutationVariables = Exact<{
  where: Types.NodeWhereUniqueInput;
  dataPolicy?: Types.NodeDataPolicy | null | undefined;
  removal?: Types.NodeDataRemovalInput | null | undefined;
}>;


export type DeleteNodeMutation = { deleteNode: { node: { id: string, name: string, network: Types.Network, networkName: string, client: Types.Client, clientVersion: string, nodeType: Types.NodeType, configState: Types.ConfigState, desiredState: Types.DesiredState, dataPolicy: Types.NodeDataPolicy, revision: number, waitsFor: string | null, dataRoot: string | null, revertFailedChange: boolean, createdAt: string, updatedAt: string, executor: { id: string, name: string }, signet: { challenge: string, seedNodes: Array<string> } | null, clientLifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null }, tor: { mode: Types.NodeTorMode, proxy: string | null, onionAddress: string | null } | null, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, labels: Array<{ key: string, value: string }>, effectiveConfig: Array<{ key: string, value: string | null, origin: Types.ConfigOrigin, note: string | null }>, placement: { chosenBy: Types.PlacementChooser, reason: string } | null, status: { phase: Types.NodePhase, since: string | null, reason: string | null, containerId: string | null, imageDigest: string | null, appliedRevision: number | null, wallets: Array<string> | null, loadedWallets: Array<string> | null, reportedAt: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number, zmq: Array<{ topic: string, url: string }> } | null }, health: { state: Types.NodeHealthState, level: Types.NodeHealthLevel, summary: string, incidentId: string | null }, problems: Array<{ code: Types.NodeProblemCode, reason: string, advice: string, since: string }>, reverted: { at: string, reason: string, revision: number, runsRevision: number, changes: Array<{ field: string, asked: string | null, runs: string | null }> } | null, metrics: { at: string, height: number, headers: number, bestBlockHash: string, chainWork: string | null, bestBlockAt: string | null, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, mempoolVirtualBytes: number, mempoolUsageBytes: number | null, mempoolLimitBytes: number | null, sizeOnDiskBytes: number, growthBytesPerDay: number | null, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null, bytesReceived: number | null, bytesSent: number | null, receivedBytesPerSecond: number | null, sentBytesPerSecond: number | null, mempoolMinFee: number | null, unbroadcastTransactions: number | null, writtenBytes: number | null, writtenBytesPerDay: number | null, rpcConnections: number | null, indexes: Array<{ name: string, synced: boolean, bestBlockHeight: number }>, branches: Array<{ height: number, hash: string, branchLength: number, chainWork: string | null, status: Types.ChainTipStatus }> | null, chainTips: Array<{ status: Types.ChainTipStatus, count: number }> | null } | null, createdBy: { type: Types.AuditActorType, name: string, userId: string | null, apiKeyId: string | null } | null, lastChangedBy: { type: Types.AuditActorType, name: string, userId: string | null, apiKeyId: string | null } | null } } | null };

export type ChangeNodesMutationVariables = Exact<{
  data: Types.NodesChangeInput;
  where: Types.NodeWhereInput;
  expectedCount: number;
  parallel?: number | null | undefined;
  atOnce?: boolean | null | undefined;
  policy?: Types.NodeRolloutPolicyInput | null | undefined;
}>;


export type ChangeNodesMutation = { changeNodes: { count: number, restarts: number, results: Array<{ id: string, name: string, outcome: Types.NodesChangeOutcome, issues: Array<{ code: Types.UserErrorCode, path: Array<string>, message: string }>, node: { id: string, name: string } | null, changes: Array<{ field: string, from: string | null, to: string | null }> }>, rollout: { id: string, summary: string, parallel: number, state: Types.NodeRolloutState, reason: string | null, undoes: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, policy: { outsideWindows: boolean, rehearse: boolean, budget: { keepAvailable: number, per: Array<string> } | null, canary: { count: number, soakSeconds: number } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } | null, height: { at: number | null, avoid: number | null, within: number } | null, gate: { maxBlocksBehind: number | null, minPeers: number | null, maxMemoryPercent: number | null } | null }, counts: { total: number, waiting: number, underWay: number, changed: number, failed: number, skipped: number, restorable: number } } | null } | null };

export type SaveNotificationSettingsMutationVariables = Exact<{
  input: Types.NotificationSettingsInput;
}>;


export type SaveNotificationSettingsMutation = { saveNotificationSettings: { settings: { revision: number, thresholds: { executorOfflineSeconds: number, nodeFailingSeconds: number, crashLoopExits: number, syncStalledMinutes: number, noPeersMinutes: number, blocksBehind: number, tipProbability: number, memoryPercent: number, diskFreePercent: number, diskFullDays: number, keyEndsDays: number, channelFailingMinutes: number }, nodeOverrides: Array<{ nodeId: string, nodeName: string, muted: boolean, mutedUntil: string | null, thresholds: { nodeFailingSeconds: number | null, crashLoopExits: number | null, syncStalledMinutes: number | null, noPeersMinutes: number | null, blocksBehind: number | null, tipProbability: number | null, memoryPercent: number | null } }> } } | null };

export type CreateNotificationChannelMutationVariables = Exact<{
  data: Types.NotificationChannelCreateInput;
}>;


export type CreateNotificationChannelMutation = { createNotificationChannel: { webhookSecret: string | null, channel: { id: string, kind: Types.NotificationChannelKind, name: string, target: string, lowestSeverity: Types.AlertSeverity, enabled: boolean, lastSequence: number, lastDeliveredAt: string | null, failingSince: string | null, lastFailure: string | null, goneAt: string | null, previousSecretsUntil: Array<string>, createdAt: string } } | null };

export type UpdateNotificationChannelMutationVariables = Exact<{
  data: Types.NotificationChannelUpdateInput;
  where: Types.NotificationChannelWhereUniqueInput;
}>;


export type UpdateNotificationChannelMutation = { updateNotificationChannel: { channel: { id: string, kind: Types.NotificationChannelKind, name: string, target: string, lowestSeverity: Types.AlertSeverity, enabled: boolean, lastSequence: number, lastDeliveredAt: string | null, failingSince: string | null, lastFailure: string | null, goneAt: string | null, previousSecretsUntil: Array<string>, createdAt: string } } | null };

export type DeleteNotificationChannelMutationVariables = Exact<{
  where: Types.NotificationChannelWhereUniqueInput;
}>;


export type DeleteNotificationChannelMutation = { deleteNotificationChannel: { channel: { id: string, kind: Types.NotificationChannelKind, name: string, target: string, lowestSeverity: Types.AlertSeverity, enabled: boolean, lastSequence: number, lastDeliveredAt: string | null, failingSince: string | null, lastFailure: string | null, goneAt: string | null, previousSecretsUntil: Array<string>, createdAt: string } } | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  where: Types.NotificationChannelWhereUniqueInput;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { secret: string, previousSecretsUntil: Array<string> } | null };

export type TestNotificationWebhookMutationVariables = Exact<{
  where?: Types.NotificationChannelWhereUniqueInput | null | undefined;
}>;


export type TestNotificationWebhookMutation = { testNotificationWebhook: { delivery: { id: string, channelId: string, sequence: number, type: string, incidentId: string | null, status: Types.WebhookDeliveryStatus, createdAt: string, nextAttemptAt: string | null, acknowledgedAt: string | null, attempts: Array<{ at: string, durationMs: number, status: number | null, answer: string | null, error: string | null }> } } | null };

export type RedeliverWebhookMutationVariables = Exact<{
  where: Types.WebhookDeliveryWhereUniqueInput;
}>;


export type RedeliverWebhookMutation = { redeliverWebhook: { delivery: { id: string, channelId: string, sequence: number, type: string, incidentId: string | null, status: Types.WebhookDeliveryStatus, createdAt: string, nextAttemptAt: string | null, acknowledgedAt: string | null, attempts: Array<{ at: string, durationMs: number, status: number | null, answer: string | null, error: string | null }> } } | null };

export type RedeliverWebhooksMutationVariables = Exact<{
  where: Types.NotificationChannelWhereUniqueInput;
  from: string;
  to: string;
}>;


export type RedeliverWebhooksMutation = { redeliverWebhooks: { deliveryCount: number } | null };

export type StartNodeOperationMutationVariables = Exact<{
  data: Types.NodeOperationInput;
  where: Types.NodeWhereUniqueInput;
}>;


export type StartNodeOperationMutation = { startNodeOperation: { operation: { id: string, kind: Types.NodeOperationKind, title: string, state: Types.NodeOperationState, step: string | null, progress: number | null, estimatedEndAt: string | null, requestedBy: string, requestedAt: string, startedAt: string | null, endedAt: string | null, reason: string | null, cancellable: boolean, node: { id: string, name: string }, params: { reindex: { chainstateOnly: boolean, height: number | null } | null, rebuildIndex: { index: Types.ChainIndex, remove: boolean, height: number | null } | null, move: { from: string, to: string } | null, rehearse: { from: string, clientVersion: string } | null, seed: { from: string, name: string } | null, adopt: { name: string, height: number | null } | null, rotateRpcCredentials: { stage: Types.RpcRotationStage } | null }, result: { rehearse: { verdict: Types.RehearsalVerdict, fileSystem: string | null, copiedBytes: number | null, copySeconds: number | null, frozenSeconds: number | null, startSeconds: number | null, stopSeconds: number | null, peakMemoryMiB: number | null, height: number | null, bestBlockHash: string | null, utxoHash: string | null, ignoredOptions: Array<string>, warnings: Array<string>, notes: Array<string>, wayBack: Array<string>, indexes: Array<{ name: string, synced: boolean, height: number }> } | null } | null } } | null };

export type CancelNodeOperationMutationVariables = Exact<{
  where: Types.NodeOperationWhereUniqueInput;
}>;


export type CancelNodeOperationMutation = { cancelNodeOperation: { operation: { id: string, kind: Types.NodeOperationKind, title: string, state: Types.NodeOperationState, step: string | null, progress: number | null, estimatedEndAt: string | null, requestedBy: string, requestedAt: string, startedAt: string | null, endedAt: string | null, reason: string | null, cancellable: boolean, node: { id: string, name: string }, params: { reindex: { chainstateOnly: boolean, height: number | null } | null, rebuildIndex: { index: Types.ChainIndex, remove: boolean, height: number | null } | null, move: { from: string, to: string } | null, rehearse: { from: string, clientVersion: string } | null, seed: { from: string, name: string } | null, adopt: { name: string, height: number | null } | null, rotateRpcCredentials: { stage: Types.RpcRotationStage } | null }, result: { rehearse: { verdict: Types.RehearsalVerdict, fileSystem: string | null, copiedBytes: number | null, copySeconds: number | null, frozenSeconds: number | null, startSeconds: number | null, stopSeconds: number | null, peakMemoryMiB: number | null, height: number | null, bestBlockHash: string | null, utxoHash: string | null, ignoredOptions: Array<string>, warnings: Array<string>, notes: Array<string>, wayBack: Array<string>, indexes: Array<{ name: string, synced: boolean, height: number }> } | null } | null } } | null };

export type CreateOrganizationMutationVariables = Exact<{
  data: Types.OrganizationCreateInput;
}>;


export type CreateOrganizationMutation = { createOrganization: { organization: { id: string, name: string, slug: string, isActive: boolean, createdAt: string } } | null };

export type SetActiveOrganizationMutationVariables = Exact<{
  where: Types.OrganizationWhereUniqueInput;
}>;


export type SetActiveOrganizationMutation = { setActiveOrganization: { organization: { id: string, name: string, slug: string, isActive: boolean, createdAt: string } } | null };

export type InviteMemberMutationVariables = Exact<{
  data: Types.InvitationCreateInput;
}>;


export type InviteMemberMutation = { inviteMember: { token: string, link: string | null, invitation: { id: string, email: string, role: Types.OrganizationRole, createdAt: string, expiresAt: string } } | null };

export type RevokeInvitationMutationVariables = Exact<{
  where: Types.InvitationWhereUniqueInput;
}>;


export type RevokeInvitationMutation = { revokeInvitation: { invitation: { id: string, email: string, role: Types.OrganizationRole, createdAt: string, expiresAt: string } } | null };

export type AcceptInvitationMutationVariables = Exact<{
  where: Types.LinkWhereUniqueInput;
}>;


export type AcceptInvitationMutation = { acceptInvitation: { member: { id: string, role: Types.OrganizationRole, createdAt: string, person: { id: string, name: string } } } | null };

export type UpdateMemberRoleMutationVariables = Exact<{
  where: Types.MemberWhereUniqueInput;
  role: Types.OrganizationRole;
}>;


export type UpdateMemberRoleMutation = { updateMemberRole: { member: { id: string, role: Types.OrganizationRole, createdAt: string, person: { id: string, name: string } } } | null };

export type RemoveMemberMutationVariables = Exact<{
  where: Types.MemberWhereUniqueInput;
}>;


export type RemoveMemberMutation = { removeMember: { member: { id: string, role: Types.OrganizationRole, createdAt: string, person: { id: string, name: string } } } | null };

export type LeaveOrganizationMutationVariables = Exact<{ [key: string]: never; }>;


export type LeaveOrganizationMutation = { leaveOrganization: { member: { id: string, role: Types.OrganizationRole, createdAt: string, person: { id: string, name: string } } } | null };

export type AdminUpdateOrganizationMemberRoleMutationVariables = Exact<{
  where: Types.OrganizationMemberWhereUniqueInput;
  role: Types.OrganizationRole;
}>;


export type AdminUpdateOrganizationMemberRoleMutation = { adminUpdateOrganizationMemberRole: { member: { id: string, role: Types.OrganizationRole, createdAt: string, person: { id: string, name: string } } } | null };

export type AdminSetOrganizationActiveMutationVariables = Exact<{
  where: Types.OrganizationWhereUniqueInput;
  isActive: boolean;
}>;


export type AdminSetOrganizationActiveMutation = { adminSetOrganizationActive: { organization: { id: string, name: string, slug: string, isActive: boolean, createdAt: string } } | null };

export type AdminSetSystemAdminMutationVariables = Exact<{
  where: Types.UserWhereUniqueInput;
  isSystemAdmin: boolean;
}>;


export type AdminSetSystemAdminMutation = { adminSetSystemAdmin: { person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } } | null };

export type SignUpMutationVariables = Exact<{
  data: Types.SignUpInput;
}>;


export type SignUpMutation = { signUp: { person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } } | null };

export type SignInMutationVariables = Exact<{
  data: Types.SignInInput;
}>;


export type SignInMutation = { signIn: { needsSecondFactor: boolean, person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } | null } | null };

export type ConfirmSignInMutationVariables = Exact<{
  data: Types.SecondFactorInput;
}>;


export type ConfirmSignInMutation = { confirmSignIn: { person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } } | null };

export type StartSingleSignOnMutationVariables = Exact<{ [key: string]: never; }>;


export type StartSingleSignOnMutation = { startSingleSignOn: { url: string } | null };

export type CompleteSingleSignOnMutationVariables = Exact<{
  data: Types.CompleteSingleSignOnInput;
}>;


export type CompleteSingleSignOnMutation = { completeSingleSignOn: { person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } } | null };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { signOut: { sessionCount: number } | null };

export type EndSessionMutationVariables = Exact<{
  where: Types.SessionWhereUniqueInput;
}>;


export type EndSessionMutation = { endSession: { sessionId: string } | null };

export type EndOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndOtherSessionsMutation = { endOtherSessions: { sessionCount: number } | null };

export type ChangePasswordMutationVariables = Exact<{
  data: Types.PasswordChangeInput;
}>;


export type ChangePasswordMutation = { changePassword: { person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } } | null };

export type CreatePasswordResetLinkMutationVariables = Exact<{
  where: Types.UserWhereUniqueInput;
}>;


export type CreatePasswordResetLinkMutation = { createPasswordResetLink: { token: string, link: string | null, expiresAt: string } | null };

export type ResetPasswordMutationVariables = Exact<{
  data: Types.PasswordResetInput;
}>;


export type ResetPasswordMutation = { resetPassword: { person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } } | null };

export type SetUpSecondFactorMutationVariables = Exact<{
  password: string;
}>;


export type SetUpSecondFactorMutation = { setUpSecondFactor: { uri: string, recoveryCodes: Array<string> } | null };

export type ConfirmSecondFactorMutationVariables = Exact<{
  code: string;
}>;


export type ConfirmSecondFactorMutation = { confirmSecondFactor: { person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } } | null };

export type RemoveSecondFactorMutationVariables = Exact<{
  password: string;
}>;


export type RemoveSecondFactorMutation = { removeSecondFactor: { person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } } | null };

export type RenewRecoveryCodesMutationVariables = Exact<{
  password: string;
}>;


export type RenewRecoveryCodesMutation = { renewRecoveryCodes: { recoveryCodes: Array<string> } | null };

export type RecoverExecutorMutationVariables = Exact<{
  where: Types.ExecutorWhereUniqueInput;
  offeredAt: string;
}>;


export type RecoverExecutorMutation = { recoverExecutor: { executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null } } | null };

export type CreateExecutorReleaseMutationVariables = Exact<{
  data: Types.ExecutorReleaseCreateInput;
}>;


export type CreateExecutorReleaseMutation = { createExecutorRelease: { release: { id: string, version: string, channel: string, notes: string, lowestVersion: string | null, withdrawnAt: string | null, withdrawnReason: string | null, revision: number, createdAt: string, artifacts: Array<{ platform: string, url: string, sizeBytes: number, sha256: string, signature: string }>, image: { name: string, digest: string } | null } } | null };

export type UpdateExecutorReleaseMutationVariables = Exact<{
  data: Types.ExecutorReleaseUpdateInput;
  where: Types.ExecutorReleaseWhereUniqueInput;
}>;


export type UpdateExecutorReleaseMutation = { updateExecutorRelease: { release: { id: string, version: string, channel: string, notes: string, lowestVersion: string | null, withdrawnAt: string | null, withdrawnReason: string | null, revision: number, createdAt: string, artifacts: Array<{ platform: string, url: string, sizeBytes: number, sha256: string, signature: string }>, image: { name: string, digest: string } | null } } | null };

export type DeleteExecutorReleaseMutationVariables = Exact<{
  where: Types.ExecutorReleaseWhereUniqueInput;
}>;


export type DeleteExecutorReleaseMutation = { deleteExecutorRelease: { release: { id: string, version: string, channel: string, notes: string, lowestVersion: string | null, withdrawnAt: string | null, withdrawnReason: string | null, revision: number, createdAt: string, artifacts: Array<{ platform: string, url: string, sizeBytes: number, sha256: string, signature: string }>, image: { name: string, digest: string } | null } } | null };

export type RequestExecutorUpgradeMutationVariables = Exact<{
  executorId: string;
  targetVersion: string;
}>;


export type RequestExecutorUpgradeMutation = { requestExecutorUpgrade: { executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null } } | null };

export type CancelExecutorUpgradeMutationVariables = Exact<{
  where: Types.ExecutorWhereUniqueInput;
}>;


export type CancelExecutorUpgradeMutation = { cancelExecutorUpgrade: { executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, keyWarning: string | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string, lifecycle: { state: Types.ClientLifecycleState, endOfLifeAt: string | null, withdrawnReason: string | null, summary: string, warning: string | null, tableNote: string | null } }> }, resources: { cpuCores: { total: number, usedByNodes: number, free: number }, memoryMiB: { total: number, usedByNodes: number, free: number }, diskGiB: { total: number, usedByNodes: number, free: number } }, dataRoots: Array<{ name: string, path: string | null, totalGiB: number | null, freeGiB: number | null }>, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null, since: string } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ id: string, nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, bestBlockHash: string | null, sizeBytes: number | null, begunWith: string | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }>, apiKeyUsages: Array<{ id: string, executorName: string, since: string, lastUsedAt: string | null, apiKey: { id: string, name: string } }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string } | null } } | null };

export type StartUpgradeRolloutMutationVariables = Exact<{
  data: Types.UpgradeRolloutStartInput;
}>;


export type StartUpgradeRolloutMutation = { startUpgradeRollout: { rollout: { id: string, targetVersion: string, groupSize: number, state: Types.UpgradeRolloutState, reason: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, counts: { total: number, waiting: number, underWay: number, upgraded: number, failed: number, skipped: number } } } | null };

export type PauseUpgradeRolloutMutationVariables = Exact<{
  where: Types.UpgradeRolloutWhereUniqueInput;
}>;


export type PauseUpgradeRolloutMutation = { pauseUpgradeRollout: { rollout: { id: string, targetVersion: string, groupSize: number, state: Types.UpgradeRolloutState, reason: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, counts: { total: number, waiting: number, underWay: number, upgraded: number, failed: number, skipped: number } } } | null };

export type ResumeUpgradeRolloutMutationVariables = Exact<{
  where: Types.UpgradeRolloutWhereUniqueInput;
  skipFailed?: boolean | null | undefined;
}>;


export type ResumeUpgradeRolloutMutation = { resumeUpgradeRollout: { rollout: { id: string, targetVersion: string, groupSize: number, state: Types.UpgradeRolloutState, reason: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, counts: { total: number, waiting: number, underWay: number, upgraded: number, failed: number, skipped: number } } } | null };

export type CancelUpgradeRolloutMutationVariables = Exact<{
  where: Types.UpgradeRolloutWhereUniqueInput;
}>;


export type CancelUpgradeRolloutMutation = { cancelUpgradeRollout: { rollout: { id: string, targetVersion: string, groupSize: number, state: Types.UpgradeRolloutState, reason: string | null, requestedBy: string, requestedAt: string, updatedAt: string, endedAt: string | null, counts: { total: number, waiting: number, underWay: number, upgraded: number, failed: number, skipped: number } } } | null };

export type NodeLogSubscriptionVariables = Exact<{
  where: Types.AgentRequestWhereUniqueInput;
}>;


export type NodeLogSubscription = { nodeLog: { sequence: number | null, lines: Array<string>, dropped: number, notice: string | null } | null };

export type ExecutorNudgesSubscriptionVariables = Exact<{
  name: string;
  knownRevision?: number | null | undefined;
}>;


export type ExecutorNudgesSubscription = { executorNudges: { at: string } };

export type ChangesSubscriptionVariables = Exact<{
  types?: Array<Types.ChangeType> | Types.ChangeType | null | undefined;
}>;


export type ChangesSubscription = { changes: Array<{ type: Types.ChangeType, id: string | null, revision: number | null }> | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const ViewerDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Viewer {
  viewer {
    organization {
      id
      name
      slug
      isActive
      createdAt
    }
    purpose
    role
    person {
      id
      email
      name
      isSystemAdmin
      hasSecondFactor
    }
    credential {
      type
      id
    }
    controlPlaneVersion
    organizations {
      organization {
        id
        name
        slug
        isActive
        createdAt
      }
      role
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const ApiKeysDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ApiKeys($where: ApiKeyWhereInput, $take: Int, $skip: Int) {
  apiKeys(where: $where, take: $take, skip: $skip) {
    id
    name
    purpose
    start
    createdAt
    expiresAt
    revokedAt
    owner
    lastUsedAt
    lastUsedFrom
    usage {
      id
      executorName
      executor {
        id
        name
      }
      since
      lastUsedAt
    }
  }
}
    `) as unknown as TypedDocumentString<ApiKeysQuery, ApiKeysQueryVariables>;
export const AgentRequestDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AgentRequest($where: AgentRequestWhereUniqueInput!) {
  agentRequest(where: $where) {
    id
    nodeId
    kind
    args {
      log {
        tail
        from
        to
      }
      followLog {
        tail
        from
        nextChunk
        position
      }
      rpc {
        method
        params
      }
      chain {
        heights
      }
    }
    status
    result {
      log
      rpc
    }
    error
  }
}
    `) as unknown as TypedDocumentString<AgentRequestQuery, AgentRequestQueryVariables>;
export const AuditActionsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AuditActions($filter: AuditActionFilterInput) {
  auditActions(filter: $filter) {
    nodes {
      id
      sequence
      hash
      at
      actor {
        type
        name
        userId
        apiKeyId
      }
      action
      target {
        type
        id
        name
      }
      outcome
      errorCode
      address
      userAgent
      requestId
      unrecorded
      before
      after
    }
    pageInfo {
      startCursor
      endCursor
      hasNextPage
      hasPreviousPage
    }
  }
}
    `) as unknown as TypedDocumentString<AuditActionsQuery, AuditActionsQueryVariables>;
export const AdminAuditActionsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AdminAuditActions($organizationId: ID, $filter: AuditActionFilterInput) {
  adminAuditActions(organizationId: $organizationId, filter: $filter) {
    nodes {
      id
      sequence
      hash
      at
      actor {
        type
        name
        userId
        apiKeyId
      }
      action
      target {
        type
        id
        name
      }
      outcome
      errorCode
      address
      userAgent
      requestId
      unrecorded
      before
      after
    }
    pageInfo {
      startCursor
      endCursor
      hasNextPage
      hasPreviousPage
    }
  }
}
    `) as unknown as TypedDocumentString<AdminAuditActionsQuery, AdminAuditActionsQueryVariables>;
export const AuditVerificationDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AuditVerification($previous: AuditLinkInput, $through: Int, $take: Int) {
  auditVerification(previous: $previous, through: $through, take: $take) {
    count
    firstAt
    lastAt
    last {
      sequence
      hash
    }
    isComplete
    faultCount
    faults {
      kind
      first
      last
    }
  }
}
    `) as unknown as TypedDocumentString<AuditVerificationQuery, AuditVerificationQueryVariables>;
export const AdminAuditVerificationDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AdminAuditVerification($organizationId: ID, $previous: AuditLinkInput, $through: Int, $take: Int) {
  adminAuditVerification(
    organizationId: $organizationId
    previous: $previous
    through: $through
    take: $take
  ) {
    count
    firstAt
    lastAt
    last {
      sequence
      hash
    }
    isComplete
    faultCount
    faults {
      kind
      first
      last
    }
  }
}
    `) as unknown as TypedDocumentString<AdminAuditVerificationQuery, AdminAuditVerificationQueryVariables>;
export const ReadBitcoinConfDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ReadBitcoinConf($data: BitcoinConfInput!) {
  readBitcoinConf(data: $data) {
    network
    signet {
      challenge
      seedNodes
    }
    client
    clientVersion
    nodeType
    overrides {
      key
      value
    }
    lines {
      number
      text
      verdict
      reason
      becomes {
        field
        value
      }
    }
    notes
  }
}
    `) as unknown as TypedDocumentString<ReadBitcoinConfQuery, ReadBitcoinConfQueryVariables>;
export const EndpointsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Endpoints {
  endpoints {
    id
    name
    network
    nodeIds
    nodeLabels {
      key
      value
    }
    executorIds
    address
    port
    tls {
      certFile
      keyFile
    }
    pinnedBlockHash
    members {
      nodeId
      nodeName
      url
      hasGatewayUser
    }
    hosts {
      executorId
      executorName
      state
      reason
      isCurrent
      reportedAt
      members {
        nodeId
        code
        reason
        since
        height
        blocksBehind
      }
    }
    createdAt
  }
}
    `) as unknown as TypedDocumentString<EndpointsQuery, EndpointsQueryVariables>;
export const EndpointDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Endpoint($where: EndpointWhereUniqueInput!) {
  endpoint(where: $where) {
    id
    name
    network
    nodeIds
    nodeLabels {
      key
      value
    }
    executorIds
    address
    port
    tls {
      certFile
      keyFile
    }
    pinnedBlockHash
    members {
      nodeId
      nodeName
      url
      hasGatewayUser
    }
    hosts {
      executorId
      executorName
      state
      reason
      isCurrent
      reportedAt
      members {
        nodeId
        code
        reason
        since
        height
        blocksBehind
      }
    }
    createdAt
  }
}
    `) as unknown as TypedDocumentString<EndpointQuery, EndpointQueryVariables>;
export const ConsumersDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Consumers($where: ConsumerWhereInput, $take: Int, $skip: Int) {
  consumers(where: $where, take: $take, skip: $skip) {
    id
    name
    endpointId
    preset
    addedMethods
    removedMethods
    methods
    methodsAfterRestart
    callsPerSecond
    callsInFlight
    expiresAt
    previousSecretUntil
    lastUsedAt
    counts {
      outcome
      calls
    }
    createdAt
  }
}
    `) as unknown as TypedDocumentString<ConsumersQuery, ConsumersQueryVariables>;
export const EnrolmentTokensDocument = /*#__PURE__*/ new TypedDocumentString(`
    query EnrolmentTokens($take: Int, $skip: Int) {
  enrolmentTokens(take: $take, skip: $skip) {
    id
    executorName
    recovers
    status
    createdAt
    expiresAt
    usedAt
    usedBy
  }
}
    `) as unknown as TypedDocumentString<EnrolmentTokensQuery, EnrolmentTokensQueryVariables>;
export const EventsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Events($filter: EventFilterInput) {
  events(filter: $filter) {
    nodes {
      id
      at
      level
      kind
      message
      data
      executorName
      nodeName
      nodeId
    }
    pageInfo {
      startCursor
      endCursor
      hasNextPage
      hasPreviousPage
    }
  }
}
    `) as unknown as TypedDocumentString<EventsQuery, EventsQueryVariables>;
export const ExecutorsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Executors($where: ExecutorWhereInput, $orderBy: [ExecutorOrderByInput!], $take: Int, $skip: Int) {
  executors(where: $where, orderBy: $orderBy, take: $take, skip: $skip) {
    id
    name
    kind
    version
    channel
    revision
    status
    lastSeenAt
    uninstalledAt
    recovery
    capabilities {
      clients {
        client
        version
        image
        lifecycle {
          state
          endOfLifeAt
          withdrawnReason
          summary
          warning
          tableNote
        }
      }
      networks
      nodeTypes
    }
    resources {
      cpuCores {
        total
        usedByNodes
        free
      }
      memoryMiB {
        total
        usedByNodes
        free
      }
      diskGiB {
        total
        usedByNodes
        free
      }
    }
    dataRoots {
      name
      path
      totalGiB
      freeGiB
    }
    room {
      nodes
      cpuCores {
        total
        overcommit
        promised
        used
        free
        available
      }
      memoryMiB {
        total
        overcommit
        promised
        used
        free
        available
      }
      diskGiB {
        total
        overcommit
        promised
        used
        free
        available
      }
    }
    diskForecast {
      daysUntilFull
      fillsGiBPerDay
      since
    }
    labels {
      key
      value
    }
    cordon {
      at
      by
      reason
    }
    drain {
      at
      by
      reason
      remaining
      completedAt
    }
    orphans {
      id
      nodeId
      name
      containerId
      kept
      data {
        network
        nodeType
        height
        bestBlockHash
        sizeBytes
        begunWith
        openedWith
        wallets
        dataRoot
      }
    }
    createdAt
    apiKeyUsages {
      id
      executorName
      apiKey {
        id
        name
      }
      since
      lastUsedAt
    }
    keyWarning
    upgradability {
      canUpgrade
      reason
      platform
      packaging
    }
    upgrade {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutorsQuery, ExecutorsQueryVariables>;
export const ExecutorsConnectionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ExecutorsConnection($where: ExecutorWhereInput, $orderBy: [ExecutorOrderByInput!], $take: Int, $cursor: String) {
  executorsConnection(
    where: $where
    orderBy: $orderBy
    take: $take
    cursor: $cursor
  ) {
    nodes {
      id
      name
      kind
      version
      channel
      revision
      status
      lastSeenAt
      uninstalledAt
      recovery
      capabilities {
        clients {
          client
          version
          image
          lifecycle {
            state
            endOfLifeAt
            withdrawnReason
            summary
            warning
            tableNote
          }
        }
        networks
        nodeTypes
      }
      resources {
        cpuCores {
          total
          usedByNodes
          free
        }
        memoryMiB {
          total
          usedByNodes
          free
        }
        diskGiB {
          total
          usedByNodes
          free
        }
      }
      dataRoots {
        name
        path
        totalGiB
        freeGiB
      }
      room {
        nodes
        cpuCores {
          total
          overcommit
          promised
          used
          free
          available
        }
        memoryMiB {
          total
          overcommit
          promised
          used
          free
          available
        }
        diskGiB {
          total
          overcommit
          promised
          used
          free
          available
        }
      }
      diskForecast {
        daysUntilFull
        fillsGiBPerDay
        since
      }
      labels {
        key
        value
      }
      cordon {
        at
        by
        reason
      }
      drain {
        at
        by
        reason
        remaining
        completedAt
      }
      orphans {
        id
        nodeId
        name
        containerId
        kept
        data {
          network
          nodeType
          height
          bestBlockHash
          sizeBytes
          begunWith
          openedWith
          wallets
          dataRoot
        }
      }
      createdAt
      apiKeyUsages {
        id
        executorName
        apiKey {
          id
          name
        }
        since
        lastUsedAt
      }
      keyWarning
      upgradability {
        canUpgrade
        reason
        platform
        packaging
      }
      upgrade {
        id
      }
    }
    pageInfo {
      startCursor
      endCursor
      hasNextPage
      hasPreviousPage
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutorsConnectionQuery, ExecutorsConnectionQueryVariables>;
export const ExecutorCountsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ExecutorCounts($where: ExecutorWhereInput) {
  executorCounts(where: $where) {
    total
    online
    offline
  }
}
    `) as unknown as TypedDocumentString<ExecutorCountsQuery, ExecutorCountsQueryVariables>;
export const ExecutorDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Executor($where: ExecutorWhereUniqueInput!) {
  executor(where: $where) {
    id
    name
    kind
    version
    channel
    revision
    status
    lastSeenAt
    uninstalledAt
    recovery
    capabilities {
      clients {
        client
        version
        image
        lifecycle {
          state
          endOfLifeAt
          withdrawnReason
          summary
          warning
          tableNote
        }
      }
      networks
      nodeTypes
    }
    resources {
      cpuCores {
        total
        usedByNodes
        free
      }
      memoryMiB {
        total
        usedByNodes
        free
      }
      diskGiB {
        total
        usedByNodes
        free
      }
    }
    dataRoots {
      name
      path
      totalGiB
      freeGiB
    }
    room {
      nodes
      cpuCores {
        total
        overcommit
        promised
        used
        free
        available
      }
      memoryMiB {
        total
        overcommit
        promised
        used
        free
        available
      }
      diskGiB {
        total
        overcommit
        promised
        used
        free
        available
      }
    }
    diskForecast {
      daysUntilFull
      fillsGiBPerDay
      since
    }
    labels {
      key
      value
    }
    cordon {
      at
      by
      reason
    }
    drain {
      at
      by
      reason
      remaining
      completedAt
    }
    orphans {
      id
      nodeId
      name
      containerId
      kept
      data {
        network
        nodeType
        height
        bestBlockHash
        sizeBytes
        begunWith
        openedWith
        wallets
        dataRoot
      }
    }
    createdAt
    apiKeyUsages {
      id
      executorName
      apiKey {
        id
        name
      }
      since
      lastUsedAt
    }
    keyWarning
    upgradability {
      canUpgrade
      reason
      platform
      packaging
    }
    upgrade {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutorQuery, ExecutorQueryVariables>;
export const ExplainNodeDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ExplainNode($where: NodeWhereUniqueInput!) {
  explainNode(where: $where) {
    id
    desired
    observed
    steps {
      action
      why
    }
    waitingFor
    explainedAt
    isCurrent
    staleReason
  }
}
    `) as unknown as TypedDocumentString<ExplainNodeQuery, ExplainNodeQueryVariables>;
export const NotificationCenterDocument = /*#__PURE__*/ new TypedDocumentString(`
    query NotificationCenter {
  notificationCenter {
    open
    openCritical
    openWarning
    openInfo
    latest {
      id
      code
      severity
      status
      message
      advice
      data
      subjectType
      subjectId
      subjectName
      executorId
      nodeId
      startedAt
      openedAt
      updatedAt
      closedAt
      durationSeconds
      acknowledgedAt
      acknowledgedBy
      note
      branches {
        parent
        forkHeight
        forkHash
        firstHash
        otherHash
        height
        hash
        chainWork
        blocks
        reasons
        nodeCount
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NotificationCenterQuery, NotificationCenterQueryVariables>;
export const NotificationIncidentsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query NotificationIncidents($status: AlertStatus, $filter: AlertIncidentFilterInput) {
  notificationIncidents(status: $status, filter: $filter) {
    nodes {
      id
      code
      severity
      status
      message
      advice
      data
      subjectType
      subjectId
      subjectName
      executorId
      nodeId
      startedAt
      openedAt
      updatedAt
      closedAt
      durationSeconds
      acknowledgedAt
      acknowledgedBy
      note
    }
    pageInfo {
      startCursor
      endCursor
      hasNextPage
      hasPreviousPage
    }
  }
}
    `) as unknown as TypedDocumentString<NotificationIncidentsQuery, NotificationIncidentsQueryVariables>;
export const NotificationIncidentDocument = /*#__PURE__*/ new TypedDocumentString(`
    query NotificationIncident($where: AlertIncidentWhereUniqueInput!) {
  notificationIncident(where: $where) {
    id
    code
    severity
    status
    message
    advice
    data
    subjectType
    subjectId
    subjectName
    executorId
    nodeId
    startedAt
    openedAt
    updatedAt
    closedAt
    durationSeconds
    acknowledgedAt
    acknowledgedBy
    note
    branches {
      parent
      forkHeight
      forkHash
      firstHash
      otherHash
      height
      hash
      chainWork
      blocks
      reasons
      nodeCount
    }
  }
}
    `) as unknown as TypedDocumentString<NotificationIncidentQuery, NotificationIncidentQueryVariables>;
export const PreviewKeptDataRemovalDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PreviewKeptDataRemoval($data: KeptDataRemovalInput!) {
  previewKeptDataRemoval(data: $data) {
    accepted
    issues {
      code
      path
      message
    }
    dataPolicy
    sizeBytes
    wallets
  }
}
    `) as unknown as TypedDocumentString<PreviewKeptDataRemovalQuery, PreviewKeptDataRemovalQueryVariables>;
export const MaintenanceSchedulesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query MaintenanceSchedules {
  maintenanceSchedules {
    label {
      key
      value
    }
    windows {
      timeZone
      windows {
        days
        from
        to
      }
    }
    isOpen
    changesAt
    revision
  }
}
    `) as unknown as TypedDocumentString<MaintenanceSchedulesQuery, MaintenanceSchedulesQueryVariables>;
export const NodeMetricsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query NodeMetrics($where: NodeWhereUniqueInput!, $from: DateTime, $to: DateTime, $stepSeconds: Int) {
  nodeMetrics(where: $where, from: $from, to: $to, stepSeconds: $stepSeconds) {
    stepSeconds
    buckets {
      at
      samples
      height {
        min
        max
        last
        average
      }
      headers {
        min
        max
        last
        average
      }
      verificationProgress {
        min
        max
        last
        average
      }
      peersInbound {
        min
        max
        last
        average
      }
      peersOutbound {
        min
        max
        last
        average
      }
      mempoolTransactions {
        min
        max
        last
        average
      }
      mempoolVirtualBytes {
        min
        max
        last
        average
      }
      mempoolUsageBytes {
        min
        max
        last
        average
      }
      sizeOnDiskBytes {
        min
        max
        last
        average
      }
      cpuPercent {
        min
        max
        last
        average
      }
      memoryMiB {
        min
        max
        last
        average
      }
      receivedBytesPerSecond {
        min
        max
        last
        average
      }
      sentBytesPerSecond {
        min
        max
        last
        average
      }
      mempoolMinFee {
        min
        max
        last
        average
      }
      writtenBytesPerDay {
        min
        max
        last
        average
      }
      unbroadcastTransactions {
        min
        max
        last
        average
      }
      warningCount {
        min
        max
        last
        average
      }
      indexProgress {
        min
        max
        last
        average
      }
      validForkTips {
        min
        max
        last
        average
      }
      validHeadersTips {
        min
        max
        last
        average
      }
      headersOnlyTips {
        min
        max
        last
        average
      }
      invalidTips {
        min
        max
        last
        average
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NodeMetricsQuery, NodeMetricsQueryVariables>;
export const NetworkMetricsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query NetworkMetrics($where: NodeWhereUniqueInput!, $from: DateTime, $to: DateTime, $stepSeconds: Int) {
  networkMetrics(where: $where, from: $from, to: $to, stepSeconds: $stepSeconds) {
    stepSeconds
    buckets {
      at
      samples
      height {
        min
        max
        last
        average
      }
      headers {
        min
        max
        last
        average
      }
      verificationProgress {
        min
        max
        last
        average
      }
      peersInbound {
        min
        max
        last
        average
      }
      peersOutbound {
        min
        max
        last
        average
      }
      mempoolTransactions {
        min
        max
        last
        average
      }
      mempoolVirtualBytes {
        min
        max
        last
        average
      }
      mempoolUsageBytes {
        min
        max
        last
        average
      }
      sizeOnDiskBytes {
        min
        max
        last
        average
      }
      cpuPercent {
        min
        max
        last
        average
      }
      memoryMiB {
        min
        max
        last
        average
      }
      receivedBytesPerSecond {
        min
        max
        last
        average
      }
      sentBytesPerSecond {
        min
        max
        last
        average
      }
      mempoolMinFee {
        min
        max
        last
        average
      }
      writtenBytesPerDay {
        min
        max
        last
        average
      }
      unbroadcastTransactions {
        min
        max
        last
        average
      }
      warningCount {
        min
        max
        last
        average
      }
      indexProgress {
        min
        max
        last
        average
      }
      validForkTips {
        min
        max
        last
        average
      }
      validHeadersTips {
        min
        max
        last
        average
      }
      headersOnlyTips {
        min
        max
        last
        average
      }
      invalidTips {
        min
        max
        last
        average
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NetworkMetricsQuery, NetworkMetricsQueryVariables>;
export const ExecutorMetricsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ExecutorMetrics($where: ExecutorWhereUniqueInput!, $from: DateTime, $to: DateTime, $stepSeconds: Int) {
  executorMetrics(where: $where, from: $from, to: $to, stepSeconds: $stepSeconds) {
    stepSeconds
    buckets {
      at
      samples
      cpuCores {
        total {
          min
          max
          last
          average
        }
        usedByNodes {
          min
          max
          last
          average
        }
        free {
          min
          max
          last
          average
        }
      }
      memoryMiB {
        total {
          min
          max
          last
          average
        }
        usedByNodes {
          min
          max
          last
          average
        }
        free {
          min
          max
          last
          average
        }
      }
      diskGiB {
        total {
          min
          max
          last
          average
        }
        usedByNodes {
          min
          max
          last
          average
        }
        free {
          min
          max
          last
          average
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutorMetricsQuery, ExecutorMetricsQueryVariables>;
export const NetworksDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Networks {
  networks {
    name
    network
    state
    height
    nodeCount
    incidentId
  }
}
    `) as unknown as TypedDocumentString<NetworksQuery, NetworksQueryVariables>;
export const NetworkDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Network($where: ChainNetworkWhereUniqueInput!) {
  network(where: $where) {
    name
    network
    state
    height
    nodeCount
    incidentId
    branches {
      parent
      forkHeight
      forkHash
      firstHash
      otherHash
      height
      hash
      chainWork
      blocks
      reasons
      nodeCount
      nodes {
        id
        name
        client
        clientVersion
        height
        isAnswering
        isSyncing
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NetworkQuery, NetworkQueryVariables>;
export const NodeOptionsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query NodeOptions($where: ExecutorWhereUniqueInput, $client: Client, $clientVersion: String) {
  nodeOptions(where: $where, client: $client, clientVersion: $clientVersion) {
    executor {
      id
      name
      kind
      version
      channel
      revision
      status
      lastSeenAt
      uninstalledAt
      recovery
      capabilities {
        clients {
          client
          version
          image
          lifecycle {
            state
            endOfLifeAt
            withdrawnReason
            summary
            warning
            tableNote
          }
        }
        networks
        nodeTypes
      }
      resources {
        cpuCores {
          total
          usedByNodes
          free
        }
        memoryMiB {
          total
          usedByNodes
          free
        }
        diskGiB {
          total
          usedByNodes
          free
        }
      }
      dataRoots {
        name
        path
        totalGiB
        freeGiB
      }
      room {
        nodes
        cpuCores {
          total
          overcommit
          promised
          used
          free
          available
        }
        memoryMiB {
          total
          overcommit
          promised
          used
          free
          available
        }
        diskGiB {
          total
          overcommit
          promised
          used
          free
          available
        }
      }
      diskForecast {
        daysUntilFull
        fillsGiBPerDay
        since
      }
      labels {
        key
        value
      }
      cordon {
        at
        by
        reason
      }
      drain {
        at
        by
        reason
        remaining
        completedAt
      }
      orphans {
        id
        nodeId
        name
        containerId
        kept
        data {
          network
          nodeType
          height
          bestBlockHash
          sizeBytes
          begunWith
          openedWith
          wallets
          dataRoot
        }
      }
      createdAt
      apiKeyUsages {
        id
        executorName
        apiKey {
          id
          name
        }
        since
        lastUsedAt
      }
      keyWarning
      upgradability {
        canUpgrade
        reason
        platform
        packaging
      }
      upgrade {
        id
      }
    }
    networks
    nodeTypes
    clients {
      client
      version
      note
      lifecycle {
        state
        endOfLifeAt
        withdrawnReason
        advisories {
          id
          severity
          what
          fixedIn
          publishedAt
        }
        summary
        warning
        defects {
          id
          kind
          what
          fixedIn
          workaround
        }
        tableNote
      }
    }
    defaults {
      network
      nodeType
      resources {
        cpuCores
        memoryMiB
        diskGiB
      }
    }
    resourceBounds {
      cpuCores {
        min
        max
      }
      memoryMiB {
        min
        max
      }
      diskGiB {
        min
        max
      }
    }
    catalogVersion
    catalogNote
    configOptions {
      key
      category
      type
      help
      default
      min
      max
      unit
      choices
      repeatable
      advanced
      secret
      platformReason
    }
  }
}
    `) as unknown as TypedDocumentString<NodeOptionsQuery, NodeOptionsQueryVariables>;
export const PreviewNodeCreationDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PreviewNodeCreation($data: NodeCreateInput!) {
  previewNodeCreation(data: $data) {
    accepted
    restarts
    issues {
      code
      path
      message
    }
    executor {
      id
      name
      kind
      version
      channel
      revision
      status
      lastSeenAt
      uninstalledAt
      recovery
      capabilities {
        clients {
          client
          version
          image
          lifecycle {
            state
            endOfLifeAt
            withdrawnReason
            summary
            warning
            tableNote
          }
        }
        networks
        nodeTypes
      }
      resources {
        cpuCores {
          total
          usedByNodes
          free
        }
        memoryMiB {
          total
          usedByNodes
          free
        }
        diskGiB {
          total
          usedByNodes
          free
        }
      }
      dataRoots {
        name
        path
        totalGiB
        freeGiB
      }
      room {
        nodes
        cpuCores {
          total
          overcommit
          promised
          used
          free
          available
        }
        memoryMiB {
          total
          overcommit
          promised
          used
          free
          available
        }
        diskGiB {
          total
          overcommit
          promised
          used
          free
          available
        }
      }
      diskForecast {
        daysUntilFull
        fillsGiBPerDay
        since
      }
      labels {
        key
        value
      }
      cordon {
        at
        by
        reason
      }
      drain {
        at
        by
        reason
        remaining
        completedAt
      }
      orphans {
        id
        nodeId
        name
        containerId
        kept
        data {
          network
          nodeType
          height
          bestBlockHash
          sizeBytes
          begunWith
          openedWith
          wallets
          dataRoot
        }
      }
      createdAt
      apiKeyUsages {
        id
        executorName
        apiKey {
          id
          name
        }
        since
        lastUsedAt
      }
      keyWarning
      upgradability {
        canUpgrade
        reason
        platform
        packaging
      }
      upgrade {
        id
      }
    }
    placement {
      chosenBy
      reason
    }
    node {
      client
      clientVersion
      clientLifecycle {
        state
        endOfLifeAt
        withdrawnReason
        advisories {
          id
          severity
          what
          fixedIn
          publishedAt
        }
        summary
        warning
        defects {
          id
          kind
          what
          fixedIn
          workaround
        }
        tableNote
      }
      nodeType
      resources {
        cpuCores
        memoryMiB
        diskGiB
      }
    }
    notes
    changes {
      field
      from
      to
      consequences {
        kind
        message
        hours {
          from
          to
          measured
        }
      }
    }
    configChanges {
      key
      from
      to
      origin
      note
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewNodeCreationQuery, PreviewNodeCreationQueryVariables>;
export const PreviewNodeUpdateDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PreviewNodeUpdate($data: NodeUpdateInput!, $where: NodeWhereUniqueInput!) {
  previewNodeUpdate(data: $data, where: $where) {
    accepted
    restarts
    issues {
      code
      path
      message
    }
    executor {
      id
      name
      kind
      version
      channel
      revision
      status
      lastSeenAt
      uninstalledAt
      recovery
      capabilities {
        clients {
          client
          version
          image
          lifecycle {
            state
            endOfLifeAt
            withdrawnReason
            summary
            warning
            tableNote
          }
        }
        networks
        nodeTypes
      }
      resources {
        cpuCores {
          total
          usedByNodes
          free
        }
        memoryMiB {
          total
          usedByNodes
          free
        }
        diskGiB {
          total
          usedByNodes
          free
        }
      }
      dataRoots {
        name
        path
        totalGiB
        freeGiB
      }
      room {
        nodes
        cpuCores {
          total
          overcommit
          promised
          used
          free
          available
        }
        memoryMiB {
          total
          overcommit
          promised
          used
          free
          available
        }
        diskGiB {
          total
          overcommit
          promised
          used
          free
          available
        }
      }
      diskForecast {
        daysUntilFull
        fillsGiBPerDay
        since
      }
      labels {
        key
        value
      }
      cordon {
        at
        by
        reason
      }
      drain {
        at
        by
        reason
        remaining
        completedAt
      }
      orphans {
        id
        nodeId
        name
        containerId
        kept
        data {
          network
          nodeType
          height
          bestBlockHash
          sizeBytes
          begunWith
          openedWith
          wallets
          dataRoot
        }
      }
      createdAt
      apiKeyUsages {
        id
        executorName
        apiKey {
          id
          name
        }
        since
        lastUsedAt
      }
      keyWarning
      upgradability {
        canUpgrade
        reason
        platform
        packaging
      }
      upgrade {
        id
      }
    }
    placement {
      chosenBy
      reason
    }
    node {
      client
      clientVersion
      clientLifecycle {
        state
        endOfLifeAt
        withdrawnReason
        advisories {
          id
          severity
          what
          fixedIn
          publishedAt
        }
        summary
        warning
        defects {
          id
          kind
          what
          fixedIn
          workaround
        }
        tableNote
      }
      nodeType
      resources {
        cpuCores
        memoryMiB
        diskGiB
      }
    }
    notes
    changes {
      field
      from
      to
      consequences {
        kind
        message
        hours {
          from
          to
          measured
        }
      }
    }
    configChanges {
      key
      from
      to
      origin
      note
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewNodeUpdateQuery, PreviewNodeUpdateQueryVariables>;
export const PreviewNodeDeletionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PreviewNodeDeletion($where: NodeWhereUniqueInput!, $dataPolicy: NodeDataPolicy, $removal: NodeDataRemovalInput) {
  previewNodeDeletion(where: $where, dataPolicy: $dataPolicy, removal: $removal) {
    accepted
    issues {
      code
      path
      message
    }
    dataPolicy
    sizeBytes
    wallets
  }
}
    `) as unknown as TypedDocumentString<PreviewNodeDeletionQuery, PreviewNodeDeletionQueryVariables>;
export const NodeRolloutsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query NodeRollouts($where: NodeRolloutWhereInput, $take: Int, $skip: Int) {
  nodeRollouts(where: $where, take: $take, skip: $skip) {
    id
    summary
    parallel
    policy {
      budget {
        keepAvailable
        per
      }
      canary {
        count
        soakSeconds
      }
      outsideWindows
      windows {
        timeZone
        windows {
          days
          from
          to
        }
      }
      height {
        at
        avoid
        within
      }
      gate {
        maxBlocksBehind
        minPeers
        maxMemoryPercent
      }
      rehearse
    }
    state
    reason
    undoes
    counts {
      total
      waiting
      underWay
      changed
      failed
      skipped
      restorable
    }
    requestedBy
    requestedAt
    updatedAt
    endedAt
  }
}
    `) as unknown as TypedDocumentString<NodeRolloutsQuery, NodeRolloutsQueryVariables>;
export const NodeRolloutDocument = /*#__PURE__*/ new TypedDocumentString(`
    query NodeRollout($where: NodeRolloutWhereUniqueInput!) {
  nodeRollout(where: $where) {
    id
    summary
    parallel
    policy {
      budget {
        keepAvailable
        per
      }
      canary {
        count
        soakSeconds
      }
      outsideWindows
      windows {
        timeZone
        windows {
          days
          from
          to
        }
      }
      height {
        at
        avoid
        within
      }
      gate {
        maxBlocksBehind
        minPeers
        maxMemoryPercent
      }
      rehearse
    }
    state
    reason
    undoes
    counts {
      total
      waiting
      underWay
      changed
      failed
      skipped
      restorable
    }
    requestedBy
    requestedAt
    updatedAt
    endedAt
  }
}
    `) as unknown as TypedDocumentString<NodeRolloutQuery, NodeRolloutQueryVariables>;
export const NodesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Nodes($where: NodeWhereInput, $orderBy: [NodeOrderByInput!], $take: Int, $skip: Int) {
  nodes(where: $where, orderBy: $orderBy, take: $take, skip: $skip) {
    id
    name
    executor {
      id
      name
    }
    network
    signet {
      challenge
      seedNodes
    }
    networkName
    client
    clientVersion
    clientLifecycle {
      state
      endOfLifeAt
      withdrawnReason
      summary
      warning
      tableNote
    }
    tor {
      mode
      proxy
      onionAddress
    }
    nodeType
    resources {
      cpuCores
      memoryMiB
      diskGiB
    }
    overrides {
      key
      value
    }
    labels {
      key
      value
    }
    desiredState
    dataPolicy
    revision
    waitsFor
    dataRoot
    status {
      phase
      since
      reason
      endpoint {
        host
        rpcPort
        p2pPort
        zmq {
          topic
          url
        }
      }
      containerId
      imageDigest
      appliedRevision
      wallets
      loadedWallets
      reportedAt
    }
    health {
      state
      level
      summary
      incidentId
    }
    problems {
      code
      reason
      advice
      since
    }
    revertFailedChange
    metrics {
      at
      height
      headers
      bestBlockHash
      chainWork
      bestBlockAt
      verificationProgress
      initialBlockDownload
      peersInbound
      peersOutbound
      mempoolTransactions
      mempoolVirtualBytes
      mempoolUsageBytes
      mempoolLimitBytes
      sizeOnDiskBytes
      growthBytesPerDay
      indexes {
        name
        synced
        bestBlockHeight
      }
      uptimeSeconds
      subversion
      warnings
      cpuPercent
      memoryMiB
    }
    createdAt
    updatedAt
  }
}
    `) as unknown as TypedDocumentString<NodesQuery, NodesQueryVariables>;
export const NodesConnectionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query NodesConnection($where: NodeWhereInput, $orderBy: [NodeOrderByInput!], $take: Int, $cursor: String) {
  nodesConnection(where: $where, orderBy: $orderBy, take: $take, cursor: $cursor) {
    nodes {
      id
      name
      executor {
        id
        name
      }
      network
      signet {
        challenge
        seedNodes
      }
      networkName
      client
      clientVersion
      clientLifecycle {
        state
        endOfLifeAt
        withdrawnReason
        summary
        warning
        tableNote
      }
      tor {
        mode
        proxy
        onionAddress
      }
      nodeType
      resources {
        cpuCores
        memoryMiB
        diskGiB
      }
      overrides {
        key
        value
      }
      labels {
        key
        value
      }
      desiredState
      dataPolicy
      revision
      waitsFor
      dataRoot
      status {
        phase
        since
        reason
        endpoint {
          host
          rpcPort
          p2pPort
          zmq {
            topic
            url
          }
        }
        containerId
        imageDigest
        appliedRevision
        wallets
        loadedWallets
        reportedAt
      }
      health {
        state
        level
        summary
        incidentId
      }
      problems {
        code
        reason
        advice
        since
      }
      revertFailedChange
      metrics {
        at
        height
        headers
        bestBlockHash
        chainWork
        bestBlockAt
        verificationProgress
        initialBlockDownload
        peersInbound
        peersOutbound
        mempoolTransactions
        mempoolVirtualBytes
        mempoolUsageBytes
        mempoolLimitBytes
        sizeOnDiskBytes
        growthBytesPerDay
        indexes {
          name
          synced
          bestBlockHeight
        }
        uptimeSeconds
        subversion
        warnings
        cpuPercent
        memoryMiB
      }
      createdAt
      updatedAt
    }
    pageInfo {
      startCursor
      endCursor
      hasNextPage
      hasPreviousPage
    }
  }
}
    `) as unknown as TypedDocumentString<NodesConnectionQuery, NodesConnectionQueryVariables>;
export const NodeCountsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query NodeCounts($where: NodeWhereInput) {
  nodeCounts(where: $where) {
    total
    byPhase {
      phase
      nodes
    }
    byHealth {
      state
      nodes
    }
    byNetwork {
      network
      nodes
    }
  }
}
    `) as unknown as TypedDocumentString<NodeCountsQuery, NodeCountsQueryVariables>;
export const NodeDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Node($where: NodeWhereUniqueInput!) {
  node(where: $where) {
    id
    name
    executor {
      id
      name
    }
    network
    signet {
      challenge
      seedNodes
    }
    networkName
    client
    clientVersion
    clientLifecycle {
      state
      endOfLifeAt
      withdrawnReason
      summary
      warning
      tableNote
    }
    tor {
      mode
      proxy
      onionAddress
    }
    nodeType
    resources {
      cpuCores
      memoryMiB
      diskGiB
    }
    overrides {
      key
      value
    }
    labels {
      key
      value
    }
    effectiveConfig {
      key
      value
      origin
      note
    }
    configState
    desiredState
    dataPolicy
    revision
    waitsFor
    dataRoot
    placement {
      chosenBy
      reason
    }
    status {
      phase
      since
      reason
      endpoint {
        host
        rpcPort
        p2pPort
        zmq {
          topic
          url
        }
      }
      containerId
      imageDigest
      appliedRevision
      wallets
      loadedWallets
      reportedAt
    }
    health {
      state
      level
      summary
      incidentId
    }
    problems {
      code
      reason
      advice
      since
    }
    revertFailedChange
    reverted {
      at
      reason
      revision
      runsRevision
      changes {
        field
        asked
        runs
      }
    }
    metrics {
      at
      height
      headers
      bestBlockHash
      chainWork
      bestBlockAt
      verificationProgress
      initialBlockDownload
      peersInbound
      peersOutbound
      mempoolTransactions
      mempoolVirtualBytes
      mempoolUsageBytes
      mempoolLimitBytes
      sizeOnDiskBytes
      growthBytesPerDay
      indexes {
        name
        synced
        bestBlockHeight
      }
      uptimeSeconds
      subversion
      warnings
      cpuPercent
      memoryMiB
      branches {
        height
        hash
        branchLength
        chainWork
        status
      }
      chainTips {
        status
        count
      }
      bytesReceived
      bytesSent
      receivedBytesPerSecond
      sentBytesPerSecond
      mempoolMinFee
      unbroadcastTransactions
      writtenBytes
      writtenBytesPerDay
      rpcConnections
    }
    createdAt
    createdBy {
      type
      name
      userId
      apiKeyId
    }
    updatedAt
    lastChangedBy {
      type
      name
      userId
      apiKeyId
    }
  }
}
    `) as unknown as TypedDocumentString<NodeQuery, NodeQueryVariables>;
export const NodeRpcCredentialsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query NodeRpcCredentials {
  nodeRpcCredentials {
    user
    password
    refusingNodes
  }
}
    `) as unknown as TypedDocumentString<NodeRpcCredentialsQuery, NodeRpcCredentialsQueryVariables>;
export const RpcCredentialRotationDocument = /*#__PURE__*/ new TypedDocumentString(`
    query RpcCredentialRotation {
  rpcCredentialRotation {
    stage
    stopped
    rollout {
      id
      summary
      parallel
      policy {
        budget {
          keepAvailable
          per
        }
        canary {
          count
          soakSeconds
        }
        outsideWindows
        windows {
          timeZone
          windows {
            days
            from
            to
          }
        }
        height {
          at
          avoid
          within
        }
        gate {
          maxBlocksBehind
          minPeers
          maxMemoryPercent
        }
        rehearse
      }
      state
      reason
      undoes
      counts {
        total
        waiting
        underWay
        changed
        failed
        skipped
        restorable
      }
      requestedBy
      requestedAt
      updatedAt
      endedAt
    }
    requestedAt
    requestedBy
    formerExpiresAt
    endedAt
    currentNodeName
    moved
    skipped {
      name
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<RpcCredentialRotationQuery, RpcCredentialRotationQueryVariables>;
export const PreviewNodesChangeDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PreviewNodesChange($data: NodesChangeInput!, $where: NodeWhereInput!) {
  previewNodesChange(data: $data, where: $where) {
    count
    restarts
    results {
      id
      name
      outcome
      issues {
        code
        path
        message
      }
      node {
        id
        name
      }
      changes {
        field
        from
        to
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewNodesChangeQuery, PreviewNodesChangeQueryVariables>;
export const NotificationSettingsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query NotificationSettings {
  notificationSettings {
    revision
    thresholds {
      executorOfflineSeconds
      nodeFailingSeconds
      crashLoopExits
      syncStalledMinutes
      noPeersMinutes
      blocksBehind
      tipProbability
      memoryPercent
      diskFreePercent
      diskFullDays
      keyEndsDays
      channelFailingMinutes
    }
    nodeOverrides {
      nodeId
      nodeName
      muted
      mutedUntil
      thresholds {
        nodeFailingSeconds
        crashLoopExits
        syncStalledMinutes
        noPeersMinutes
        blocksBehind
        tipProbability
        memoryPercent
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NotificationSettingsQuery, NotificationSettingsQueryVariables>;
export const NotificationChannelsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query NotificationChannels {
  notificationChannels {
    id
    kind
    name
    target
    lowestSeverity
    enabled
    lastSequence
    lastDeliveredAt
    failingSince
    lastFailure
    goneAt
    previousSecretsUntil
    createdAt
  }
}
    `) as unknown as TypedDocumentString<NotificationChannelsQuery, NotificationChannelsQueryVariables>;
export const WebhookDeliveriesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query WebhookDeliveries($where: NotificationChannelWhereUniqueInput) {
  webhookDeliveries(where: $where) {
    id
    channelId
    sequence
    type
    incidentId
    status
    attempts {
      at
      durationMs
      status
      answer
      error
    }
    createdAt
    nextAttemptAt
    acknowledgedAt
  }
}
    `) as unknown as TypedDocumentString<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;
export const WebhookDeliveryDocument = /*#__PURE__*/ new TypedDocumentString(`
    query WebhookDelivery($where: WebhookDeliveryWhereUniqueInput!) {
  webhookDelivery(where: $where) {
    id
    channelId
    sequence
    type
    incidentId
    status
    attempts {
      at
      durationMs
      status
      answer
      error
    }
    createdAt
    nextAttemptAt
    acknowledgedAt
  }
}
    `) as unknown as TypedDocumentString<WebhookDeliveryQuery, WebhookDeliveryQueryVariables>;
export const OrganizationsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Organizations($take: Int, $skip: Int) {
  organizations(take: $take, skip: $skip) {
    id
    name
    slug
    isActive
    createdAt
  }
}
    `) as unknown as TypedDocumentString<OrganizationsQuery, OrganizationsQueryVariables>;
export const MembersDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Members($take: Int, $skip: Int) {
  members(take: $take, skip: $skip) {
    id
    person {
      id
      name
    }
    role
    createdAt
  }
}
    `) as unknown as TypedDocumentString<MembersQuery, MembersQueryVariables>;
export const InvitationsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Invitations($take: Int, $skip: Int) {
  invitations(take: $take, skip: $skip) {
    id
    email
    role
    createdAt
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<InvitationsQuery, InvitationsQueryVariables>;
export const InvitationDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Invitation($where: LinkWhereUniqueInput!) {
  invitation(where: $where) {
    organizationName
    email
    role
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<InvitationQuery, InvitationQueryVariables>;
export const SessionsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Sessions {
  sessions {
    id
    isCurrent
    address
    userAgent
    organizationName
    createdAt
    lastUsedAt
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<SessionsQuery, SessionsQueryVariables>;
export const SingleSignOnDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SingleSignOn {
  singleSignOn {
    name
    passwordsForOwnersOnly
  }
}
    `) as unknown as TypedDocumentString<SingleSignOnQuery, SingleSignOnQueryVariables>;
export const SingleSignOnAttemptsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query SingleSignOnAttempts {
  singleSignOnAttempts {
    id
    at
    refusal
    checks {
      setting
      claim
      isSatisfied
      found
    }
    claims
    groups
  }
}
    `) as unknown as TypedDocumentString<SingleSignOnAttemptsQuery, SingleSignOnAttemptsQueryVariables>;
export const PasswordResetDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PasswordReset($where: LinkWhereUniqueInput!) {
  passwordReset(where: $where) {
    email
  }
}
    `) as unknown as TypedDocumentString<PasswordResetQuery, PasswordResetQueryVariables>;
export const ExecutorOffersDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ExecutorOffers($take: Int, $skip: Int) {
  executorOffers(take: $take, skip: $skip) {
    executor {
      id
      name
    }
    offeredAt
    nodes {
      id
      name
      newName
      network
      signet {
        challenge
        seedNodes
      }
      client
      clientVersion
      clientLifecycle {
        state
        endOfLifeAt
        withdrawnReason
        summary
        warning
        tableNote
      }
      tor {
        mode
        proxy
        onionAddress
      }
      nodeType
      resources {
        cpuCores
        memoryMiB
        diskGiB
      }
      overrides {
        key
        value
      }
      desiredState
      height
      sizeBytes
      problem
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutorOffersQuery, ExecutorOffersQueryVariables>;
export const ExecutorReleasesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ExecutorReleases($where: ExecutorReleaseWhereInput, $orderBy: [ExecutorReleaseOrderByInput!], $take: Int, $skip: Int) {
  executorReleases(where: $where, orderBy: $orderBy, take: $take, skip: $skip) {
    id
    version
    channel
    notes
    artifacts {
      platform
      url
      sizeBytes
      sha256
      signature
    }
    image {
      name
      digest
    }
    lowestVersion
    withdrawnAt
    withdrawnReason
    revision
    createdAt
  }
}
    `) as unknown as TypedDocumentString<ExecutorReleasesQuery, ExecutorReleasesQueryVariables>;
export const UpgradeRolloutsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query UpgradeRollouts($where: UpgradeRolloutWhereInput, $orderBy: [UpgradeRolloutOrderByInput!], $take: Int, $skip: Int) {
  upgradeRollouts(where: $where, orderBy: $orderBy, take: $take, skip: $skip) {
    id
    targetVersion
    groupSize
    state
    reason
    counts {
      total
      waiting
      underWay
      upgraded
      failed
      skipped
    }
    requestedBy
    requestedAt
    updatedAt
    endedAt
  }
}
    `) as unknown as TypedDocumentString<UpgradeRolloutsQuery, UpgradeRolloutsQueryVariables>;
export const UpgradeRolloutDocument = /*#__PURE__*/ new TypedDocumentString(`
    query UpgradeRollout($where: UpgradeRolloutWhereUniqueInput!) {
  upgradeRollout(where: $where) {
    id
    targetVersion
    groupSize
    state
    reason
    counts {
      total
      waiting
      underWay
      upgraded
      failed
      skipped
    }
    requestedBy
    requestedAt
    updatedAt
    endedAt
  }
}
    `) as unknown as TypedDocumentString<UpgradeRolloutQuery, UpgradeRolloutQueryVariables>;
export const PreviewUpgradeRolloutDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PreviewUpgradeRollout($data: UpgradeRolloutStartInput!) {
  previewUpgradeRollout(data: $data) {
    accepted
    members {
      executorId
      executorName
      version
      group
      obstacle
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewUpgradeRolloutQuery, PreviewUpgradeRolloutQueryVariables>;
export const CreateApiKeyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateApiKey($data: ApiKeyCreateInput!) {
  createApiKey(data: $data) {
    apiKey {
      id
      name
      purpose
      start
      createdAt
      expiresAt
      revokedAt
      owner
      lastUsedAt
      lastUsedFrom
      usage {
        id
        executorName
        executor {
          id
          name
        }
        since
        lastUsedAt
      }
    }
    secret
  }
}
    `) as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const RevokeApiKeyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RevokeApiKey($where: ApiKeyWhereUniqueInput!) {
  revokeApiKey(where: $where) {
    apiKey {
      id
      name
      purpose
      start
      createdAt
      expiresAt
      revokedAt
      owner
      lastUsedAt
      lastUsedFrom
      usage {
        id
        executorName
        executor {
          id
          name
        }
        since
        lastUsedAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const DeleteApiKeyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteApiKey($where: ApiKeyWhereUniqueInput!) {
  deleteApiKey(where: $where) {
    apiKey {
      id
      name
      purpose
      start
      createdAt
      expiresAt
      revokedAt
      owner
      lastUsedAt
      lastUsedFrom
      usage {
        id
        executorName
        executor {
          id
          name
        }
        since
        lastUsedAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteApiKeyMutation, DeleteApiKeyMutationVariables>;
export const OpenAgentRequestDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation OpenAgentRequest($data: AgentRequestInput!, $where: NodeWhereUniqueInput!) {
  openAgentRequest(data: $data, where: $where) {
    request {
      id
      nodeId
      kind
      args {
        log {
          tail
          from
          to
        }
        followLog {
          tail
          from
          nextChunk
          position
        }
        rpc {
          method
          params
        }
        chain {
          heights
        }
      }
      status
      result {
        log
        rpc
      }
      error
    }
  }
}
    `) as unknown as TypedDocumentString<OpenAgentRequestMutation, OpenAgentRequestMutationVariables>;
export const SyncExecutorDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SyncExecutor($input: SyncExecutorInput!) {
  syncExecutor(input: $input) {
    executorId
    revision
    nodes {
      id
      name
      revision
      network
      signet {
        challenge
        seedNodes
      }
      client
      clientVersion
      tor {
        mode
        proxy
        onionAddress
      }
      nodeType
      resources {
        cpuCores
        memoryMiB
        diskGiB
      }
      overrides {
        key
        value
      }
      config {
        key
        value
      }
      rpcAuth
      formerRpcAuth
      gatewayRpcAuth
      gatewayMethods
      desiredState
      restartCounter
      dataPolicy
      dataRoot
      removableWallets
      revertFailedChange
      upcomingVersion
    }
    observedRevision
    heartbeatIntervalSeconds
    requests {
      id
      nodeId
      kind
      args {
        log {
          tail
          from
          to
        }
        followLog {
          tail
          from
          nextChunk
          position
        }
        rpc {
          method
          params
        }
        chain {
          heights
        }
      }
      status
      result {
        log
        rpc
      }
      error
    }
    rotateKeyAt
    keyExpiresAt
    upgrade {
      requestId
      targetVersion
      channel
      deadline
      artifact {
        platform
        url
        sizeBytes
        sha256
        signature
      }
      image {
        name
        digest
      }
    }
    recovery
    gateway {
      digest
      endpoints {
        id
        name
        network
        address
        port
        tls {
          certFile
          keyFile
        }
        members {
          nodeId
          name
          url
          user
          password
          hasGatewayUser
          rpcThreads
          passedOver
        }
        branches {
          asOf
          verdict
          losing
          pinned
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SyncExecutorMutation, SyncExecutorMutationVariables>;
export const ReportRuntimeEventsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ReportRuntimeEvents($input: [RuntimeEventInput!]!) {
  reportRuntimeEvents(input: $input) {
    accepted
    rejected {
      id
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<ReportRuntimeEventsMutation, ReportRuntimeEventsMutationVariables>;
export const AnswerAgentRequestDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AnswerAgentRequest($data: AgentAnswerInput!) {
  answerAgentRequest(data: $data) {
    isTaken
    isOpen
  }
}
    `) as unknown as TypedDocumentString<AnswerAgentRequestMutation, AnswerAgentRequestMutationVariables>;
export const CreateEndpointDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateEndpoint($data: EndpointCreateInput!) {
  createEndpoint(data: $data) {
    endpoint {
      id
      name
      network
      nodeIds
      nodeLabels {
        key
        value
      }
      executorIds
      address
      port
      tls {
        certFile
        keyFile
      }
      pinnedBlockHash
      members {
        nodeId
        nodeName
        url
        hasGatewayUser
      }
      hosts {
        executorId
        executorName
        state
        reason
        isCurrent
        reportedAt
        members {
          nodeId
          code
          reason
          since
          height
          blocksBehind
        }
      }
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<CreateEndpointMutation, CreateEndpointMutationVariables>;
export const UpdateEndpointDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateEndpoint($data: EndpointUpdateInput!, $where: EndpointWhereUniqueInput!) {
  updateEndpoint(data: $data, where: $where) {
    endpoint {
      id
      name
      network
      nodeIds
      nodeLabels {
        key
        value
      }
      executorIds
      address
      port
      tls {
        certFile
        keyFile
      }
      pinnedBlockHash
      members {
        nodeId
        nodeName
        url
        hasGatewayUser
      }
      hosts {
        executorId
        executorName
        state
        reason
        isCurrent
        reportedAt
        members {
          nodeId
          code
          reason
          since
          height
          blocksBehind
        }
      }
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateEndpointMutation, UpdateEndpointMutationVariables>;
export const DeleteEndpointDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteEndpoint($where: EndpointWhereUniqueInput!) {
  deleteEndpoint(where: $where) {
    endpoint {
      id
      name
      network
      nodeIds
      nodeLabels {
        key
        value
      }
      executorIds
      address
      port
      tls {
        certFile
        keyFile
      }
      pinnedBlockHash
      members {
        nodeId
        nodeName
        url
        hasGatewayUser
      }
      hosts {
        executorId
        executorName
        state
        reason
        isCurrent
        reportedAt
        members {
          nodeId
          code
          reason
          since
          height
          blocksBehind
        }
      }
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteEndpointMutation, DeleteEndpointMutationVariables>;
export const CreateConsumerDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateConsumer($data: ConsumerCreateInput!) {
  createConsumer(data: $data) {
    consumer {
      id
      name
      endpointId
      preset
      addedMethods
      removedMethods
      methods
      methodsAfterRestart
      callsPerSecond
      callsInFlight
      expiresAt
      previousSecretUntil
      lastUsedAt
      counts {
        outcome
        calls
      }
      createdAt
    }
    secret
  }
}
    `) as unknown as TypedDocumentString<CreateConsumerMutation, CreateConsumerMutationVariables>;
export const UpdateConsumerDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateConsumer($data: ConsumerUpdateInput!, $where: ConsumerWhereUniqueInput!) {
  updateConsumer(data: $data, where: $where) {
    consumer {
      id
      name
      endpointId
      preset
      addedMethods
      removedMethods
      methods
      methodsAfterRestart
      callsPerSecond
      callsInFlight
      expiresAt
      previousSecretUntil
      lastUsedAt
      counts {
        outcome
        calls
      }
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateConsumerMutation, UpdateConsumerMutationVariables>;
export const RotateConsumerSecretDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RotateConsumerSecret($where: ConsumerWhereUniqueInput!, $previousExpiresInSeconds: Int) {
  rotateConsumerSecret(
    where: $where
    previousExpiresInSeconds: $previousExpiresInSeconds
  ) {
    consumer {
      id
      name
      endpointId
      preset
      addedMethods
      removedMethods
      methods
      methodsAfterRestart
      callsPerSecond
      callsInFlight
      expiresAt
      previousSecretUntil
      lastUsedAt
      counts {
        outcome
        calls
      }
      createdAt
    }
    secret
  }
}
    `) as unknown as TypedDocumentString<RotateConsumerSecretMutation, RotateConsumerSecretMutationVariables>;
export const RevokeConsumerDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RevokeConsumer($where: ConsumerWhereUniqueInput!) {
  revokeConsumer(where: $where) {
    consumer {
      id
      name
      endpointId
      preset
      addedMethods
      removedMethods
      methods
      methodsAfterRestart
      callsPerSecond
      callsInFlight
      expiresAt
      previousSecretUntil
      lastUsedAt
      counts {
        outcome
        calls
      }
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeConsumerMutation, RevokeConsumerMutationVariables>;
export const ReportEndpointsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ReportEndpoints($data: EndpointsReportInput!) {
  reportEndpoints(data: $data) {
    accepted
  }
}
    `) as unknown as TypedDocumentString<ReportEndpointsMutation, ReportEndpointsMutationVariables>;
export const CreateEnrolmentTokenDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateEnrolmentToken($data: EnrolmentTokenCreateInput!) {
  createEnrolmentToken(data: $data) {
    enrolmentToken {
      id
      executorName
      recovers
      status
      createdAt
      expiresAt
      usedAt
      usedBy
    }
    token
    installFault
  }
}
    `) as unknown as TypedDocumentString<CreateEnrolmentTokenMutation, CreateEnrolmentTokenMutationVariables>;
export const RevokeEnrolmentTokenDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RevokeEnrolmentToken($where: EnrolmentTokenWhereUniqueInput!) {
  revokeEnrolmentToken(where: $where) {
    enrolmentToken {
      id
      executorName
      recovers
      status
      createdAt
      expiresAt
      usedAt
      usedBy
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeEnrolmentTokenMutation, RevokeEnrolmentTokenMutationVariables>;
export const EnrolExecutorDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation EnrolExecutor($data: EnrolExecutorInput!) {
  enrolExecutor(data: $data) {
    executorName
    organizationName
    secret
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<EnrolExecutorMutation, EnrolExecutorMutationVariables>;
export const RotateExecutorKeyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RotateExecutorKey {
  rotateExecutorKey {
    secret
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<RotateExecutorKeyMutation, RotateExecutorKeyMutationVariables>;
export const DeregisterExecutorDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeregisterExecutor($removedNodes: [ID!]) {
  deregisterExecutor(removedNodes: $removedNodes) {
    executorId
  }
}
    `) as unknown as TypedDocumentString<DeregisterExecutorMutation, DeregisterExecutorMutationVariables>;
export const DeleteExecutorDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteExecutor($where: ExecutorWhereUniqueInput!) {
  deleteExecutor(where: $where) {
    executor {
      id
      name
      kind
      version
      channel
      revision
      status
      lastSeenAt
      uninstalledAt
      recovery
      capabilities {
        clients {
          client
          version
          image
          lifecycle {
            state
            endOfLifeAt
            withdrawnReason
            summary
            warning
            tableNote
          }
        }
        networks
        nodeTypes
      }
      resources {
        cpuCores {
          total
          usedByNodes
          free
        }
        memoryMiB {
          total
          usedByNodes
          free
        }
        diskGiB {
          total
          usedByNodes
          free
        }
      }
      dataRoots {
        name
        path
        totalGiB
        freeGiB
      }
      room {
        nodes
        cpuCores {
          total
          overcommit
          promised
          used
          free
          available
        }
        memoryMiB {
          total
          overcommit
          promised
          used
          free
          available
        }
        diskGiB {
          total
          overcommit
          promised
          used
          free
          available
        }
      }
      diskForecast {
        daysUntilFull
        fillsGiBPerDay
        since
      }
      labels {
        key
        value
      }
      cordon {
        at
        by
        reason
      }
      drain {
        at
        by
        reason
        remaining
        completedAt
      }
      orphans {
        id
        nodeId
        name
        containerId
        kept
        data {
          network
          nodeType
          height
          bestBlockHash
          sizeBytes
          begunWith
          openedWith
          wallets
          dataRoot
        }
      }
      createdAt
      apiKeyUsages {
        id
        executorName
        apiKey {
          id
          name
        }
        since
        lastUsedAt
      }
      keyWarning
      upgradability {
        canUpgrade
        reason
        platform
        packaging
      }
      upgrade {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteExecutorMutation, DeleteExecutorMutationVariables>;
export const UpdateExecutorDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateExecutor($data: ExecutorUpdateInput!, $where: ExecutorWhereUniqueInput!) {
  updateExecutor(data: $data, where: $where) {
    executor {
      id
      name
      kind
      version
      channel
      revision
      status
      lastSeenAt
      uninstalledAt
      recovery
      capabilities {
        clients {
          client
          version
          image
          lifecycle {
            state
            endOfLifeAt
            withdrawnReason
            summary
            warning
            tableNote
          }
        }
        networks
        nodeTypes
      }
      resources {
        cpuCores {
          total
          usedByNodes
          free
        }
        memoryMiB {
          total
          usedByNodes
          free
        }
        diskGiB {
          total
          usedByNodes
          free
        }
      }
      dataRoots {
        name
        path
        totalGiB
        freeGiB
      }
      room {
        nodes
        cpuCores {
          total
          overcommit
          promised
          used
          free
          available
        }
        memoryMiB {
          total
          overcommit
          promised
          used
          free
          available
        }
        diskGiB {
          total
          overcommit
          promised
          used
          free
          available
        }
      }
      diskForecast {
        daysUntilFull
        fillsGiBPerDay
        since
      }
      labels {
        key
        value
      }
      cordon {
        at
        by
        reason
      }
      drain {
        at
        by
        reason
        remaining
        completedAt
      }
      orphans {
        id
        nodeId
        name
        containerId
        kept
        data {
          network
          nodeType
          height
          bestBlockHash
          sizeBytes
          begunWith
          openedWith
          wallets
          dataRoot
        }
      }
      createdAt
      apiKeyUsages {
        id
        executorName
        apiKey {
          id
          name
        }
        since
        lastUsedAt
      }
      keyWarning
      upgradability {
        canUpgrade
        reason
        platform
        packaging
      }
      upgrade {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateExecutorMutation, UpdateExecutorMutationVariables>;
export const CordonExecutorDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CordonExecutor($where: ExecutorWhereUniqueInput!, $reason: String!) {
  cordonExecutor(where: $where, reason: $reason) {
    executor {
      id
      name
      kind
      version
      channel
      revision
      status
      lastSeenAt
      uninstalledAt
      recovery
      capabilities {
        clients {
          client
          version
          image
          lifecycle {
            state
            endOfLifeAt
            withdrawnReason
            summary
            warning
            tableNote
          }
        }
        networks
        nodeTypes
      }
      resources {
        cpuCores {
          total
          usedByNodes
          free
        }
        memoryMiB {
          total
          usedByNodes
          free
        }
        diskGiB {
          total
          usedByNodes
          free
        }
      }
      dataRoots {
        name
        path
        totalGiB
        freeGiB
      }
      room {
        nodes
        cpuCores {
          total
          overcommit
          promised
          used
          free
          available
        }
        memoryMiB {
          total
          overcommit
          promised
          used
          free
          available
        }
        diskGiB {
          total
          overcommit
          promised
          used
          free
          available
        }
      }
      diskForecast {
        daysUntilFull
        fillsGiBPerDay
        since
      }
      labels {
        key
        value
      }
      cordon {
        at
        by
        reason
      }
      drain {
        at
        by
        reason
        remaining
        completedAt
      }
      orphans {
        id
        nodeId
        name
        containerId
        kept
        data {
          network
          nodeType
          height
          bestBlockHash
          sizeBytes
          begunWith
          openedWith
          wallets
          dataRoot
        }
      }
      createdAt
      apiKeyUsages {
        id
        executorName
        apiKey {
          id
          name
        }
        since
        lastUsedAt
      }
      keyWarning
      upgradability {
        canUpgrade
        reason
        platform
        packaging
      }
      upgrade {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CordonExecutorMutation, CordonExecutorMutationVariables>;
export const UncordonExecutorDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UncordonExecutor($where: ExecutorWhereUniqueInput!) {
  uncordonExecutor(where: $where) {
    executor {
      id
      name
      kind
      version
      channel
      revision
      status
      lastSeenAt
      uninstalledAt
      recovery
      capabilities {
        clients {
          client
          version
          image
          lifecycle {
            state
            endOfLifeAt
            withdrawnReason
            summary
            warning
            tableNote
          }
        }
        networks
        nodeTypes
      }
      resources {
        cpuCores {
          total
          usedByNodes
          free
        }
        memoryMiB {
          total
          usedByNodes
          free
        }
        diskGiB {
          total
          usedByNodes
          free
        }
      }
      dataRoots {
        name
        path
        totalGiB
        freeGiB
      }
      room {
        nodes
        cpuCores {
          total
          overcommit
          promised
          used
          free
          available
        }
        memoryMiB {
          total
          overcommit
          promised
          used
          free
          available
        }
        diskGiB {
          total
          overcommit
          promised
          used
          free
          available
        }
      }
      diskForecast {
        daysUntilFull
        fillsGiBPerDay
        since
      }
      labels {
        key
        value
      }
      cordon {
        at
        by
        reason
      }
      drain {
        at
        by
        reason
        remaining
        completedAt
      }
      orphans {
        id
        nodeId
        name
        containerId
        kept
        data {
          network
          nodeType
          height
          bestBlockHash
          sizeBytes
          begunWith
          openedWith
          wallets
          dataRoot
        }
      }
      createdAt
      apiKeyUsages {
        id
        executorName
        apiKey {
          id
          name
        }
        since
        lastUsedAt
      }
      keyWarning
      upgradability {
        canUpgrade
        reason
        platform
        packaging
      }
      upgrade {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UncordonExecutorMutation, UncordonExecutorMutationVariables>;
export const DrainExecutorDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DrainExecutor($where: ExecutorWhereUniqueInput!, $reason: String!) {
  drainExecutor(where: $where, reason: $reason) {
    executor {
      id
      name
      kind
      version
      channel
      revision
      status
      lastSeenAt
      uninstalledAt
      recovery
      capabilities {
        clients {
          client
          version
          image
          lifecycle {
            state
            endOfLifeAt
            withdrawnReason
            summary
            warning
            tableNote
          }
        }
        networks
        nodeTypes
      }
      resources {
        cpuCores {
          total
          usedByNodes
          free
        }
        memoryMiB {
          total
          usedByNodes
          free
        }
        diskGiB {
          total
          usedByNodes
          free
        }
      }
      dataRoots {
        name
        path
        totalGiB
        freeGiB
      }
      room {
        nodes
        cpuCores {
          total
          overcommit
          promised
          used
          free
          available
        }
        memoryMiB {
          total
          overcommit
          promised
          used
          free
          available
        }
        diskGiB {
          total
          overcommit
          promised
          used
          free
          available
        }
      }
      diskForecast {
        daysUntilFull
        fillsGiBPerDay
        since
      }
      labels {
        key
        value
      }
      cordon {
        at
        by
        reason
      }
      drain {
        at
        by
        reason
        remaining
        completedAt
      }
      orphans {
        id
        nodeId
        name
        containerId
        kept
        data {
          network
          nodeType
          height
          bestBlockHash
          sizeBytes
          begunWith
          openedWith
          wallets
          dataRoot
        }
      }
      createdAt
      apiKeyUsages {
        id
        executorName
        apiKey {
          id
          name
        }
        since
        lastUsedAt
      }
      keyWarning
      upgradability {
        canUpgrade
        reason
        platform
        packaging
      }
      upgrade {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DrainExecutorMutation, DrainExecutorMutationVariables>;
export const UndrainExecutorDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UndrainExecutor($where: ExecutorWhereUniqueInput!) {
  undrainExecutor(where: $where) {
    executor {
      id
      name
      kind
      version
      channel
      revision
      status
      lastSeenAt
      uninstalledAt
      recovery
      capabilities {
        clients {
          client
          version
          image
          lifecycle {
            state
            endOfLifeAt
            withdrawnReason
            summary
            warning
            tableNote
          }
        }
        networks
        nodeTypes
      }
      resources {
        cpuCores {
          total
          usedByNodes
          free
        }
        memoryMiB {
          total
          usedByNodes
          free
        }
        diskGiB {
          total
          usedByNodes
          free
        }
      }
      dataRoots {
        name
        path
        totalGiB
        freeGiB
      }
      room {
        nodes
        cpuCores {
          total
          overcommit
          promised
          used
          free
          available
        }
        memoryMiB {
          total
          overcommit
          promised
          used
          free
          available
        }
        diskGiB {
          total
          overcommit
          promised
          used
          free
          available
        }
      }
      diskForecast {
        daysUntilFull
        fillsGiBPerDay
        since
      }
      labels {
        key
        value
      }
      cordon {
        at
        by
        reason
      }
      drain {
        at
        by
        reason
        remaining
        completedAt
      }
      orphans {
        id
        nodeId
        name
        containerId
        kept
        data {
          network
          nodeType
          height
          bestBlockHash
          sizeBytes
          begunWith
          openedWith
          wallets
          dataRoot
        }
      }
      createdAt
      apiKeyUsages {
        id
        executorName
        apiKey {
          id
          name
        }
        since
        lastUsedAt
      }
      keyWarning
      upgradability {
        canUpgrade
        reason
        platform
        packaging
      }
      upgrade {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UndrainExecutorMutation, UndrainExecutorMutationVariables>;
export const AcknowledgeIncidentDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AcknowledgeIncident($where: AlertIncidentWhereUniqueInput!, $note: String) {
  acknowledgeIncident(where: $where, note: $note) {
    incident {
      id
      code
      severity
      status
      message
      advice
      data
      subjectType
      subjectId
      subjectName
      executorId
      nodeId
      startedAt
      openedAt
      updatedAt
      closedAt
      durationSeconds
      acknowledgedAt
      acknowledgedBy
      note
      branches {
        parent
        forkHeight
        forkHash
        firstHash
        otherHash
        height
        hash
        chainWork
        blocks
        reasons
        nodeCount
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AcknowledgeIncidentMutation, AcknowledgeIncidentMutationVariables>;
export const AcknowledgeIncidentsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AcknowledgeIncidents($ids: [ID!]!, $note: String) {
  acknowledgeIncidents(ids: $ids, note: $note) {
    incidents {
      id
      code
      severity
      status
      message
      advice
      data
      subjectType
      subjectId
      subjectName
      executorId
      nodeId
      startedAt
      openedAt
      updatedAt
      closedAt
      durationSeconds
      acknowledgedAt
      acknowledgedBy
      note
      branches {
        parent
        forkHeight
        forkHash
        firstHash
        otherHash
        height
        hash
        chainWork
        blocks
        reasons
        nodeCount
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AcknowledgeIncidentsMutation, AcknowledgeIncidentsMutationVariables>;
export const RemoveKeptDataDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RemoveKeptData($data: KeptDataRemovalInput!) {
  removeKeptData(data: $data) {
    orphan {
      id
      nodeId
      name
      containerId
      kept
      data {
        network
        nodeType
        height
        bestBlockHash
        sizeBytes
        begunWith
        openedWith
        wallets
        dataRoot
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RemoveKeptDataMutation, RemoveKeptDataMutationVariables>;
export const SetMaintenanceScheduleDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SetMaintenanceSchedule($data: MaintenanceScheduleInput!) {
  setMaintenanceSchedule(data: $data) {
    schedule {
      label {
        key
        value
      }
      windows {
        timeZone
        windows {
          days
          from
          to
        }
      }
      isOpen
      changesAt
      revision
    }
  }
}
    `) as unknown as TypedDocumentString<SetMaintenanceScheduleMutation, SetMaintenanceScheduleMutationVariables>;
export const DeleteMaintenanceScheduleDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteMaintenanceSchedule($label: LabelInput) {
  deleteMaintenanceSchedule(label: $label) {
    schedule {
      label {
        key
        value
      }
      windows {
        timeZone
        windows {
          days
          from
          to
        }
      }
      isOpen
      changesAt
      revision
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteMaintenanceScheduleMutation, DeleteMaintenanceScheduleMutationVariables>;
export const StartNodeRolloutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation StartNodeRollout($data: NodeRolloutStartInput!) {
  startNodeRollout(data: $data) {
    rollout {
      id
      summary
      parallel
      policy {
        budget {
          keepAvailable
          per
        }
        canary {
          count
          soakSeconds
        }
        outsideWindows
        windows {
          timeZone
          windows {
            days
            from
            to
          }
        }
        height {
          at
          avoid
          within
        }
        gate {
          maxBlocksBehind
          minPeers
          maxMemoryPercent
        }
        rehearse
      }
      state
      reason
      undoes
      counts {
        total
        waiting
        underWay
        changed
        failed
        skipped
        restorable
      }
      requestedBy
      requestedAt
      updatedAt
      endedAt
    }
  }
}
    `) as unknown as TypedDocumentString<StartNodeRolloutMutation, StartNodeRolloutMutationVariables>;
export const PauseNodeRolloutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation PauseNodeRollout($where: NodeRolloutWhereUniqueInput!) {
  pauseNodeRollout(where: $where) {
    rollout {
      id
      summary
      parallel
      policy {
        budget {
          keepAvailable
          per
        }
        canary {
          count
          soakSeconds
        }
        outsideWindows
        windows {
          timeZone
          windows {
            days
            from
            to
          }
        }
        height {
          at
          avoid
          within
        }
        gate {
          maxBlocksBehind
          minPeers
          maxMemoryPercent
        }
        rehearse
      }
      state
      reason
      undoes
      counts {
        total
        waiting
        underWay
        changed
        failed
        skipped
        restorable
      }
      requestedBy
      requestedAt
      updatedAt
      endedAt
    }
  }
}
    `) as unknown as TypedDocumentString<PauseNodeRolloutMutation, PauseNodeRolloutMutationVariables>;
export const ResumeNodeRolloutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ResumeNodeRollout($where: NodeRolloutWhereUniqueInput!) {
  resumeNodeRollout(where: $where) {
    rollout {
      id
      summary
      parallel
      policy {
        budget {
          keepAvailable
          per
        }
        canary {
          count
          soakSeconds
        }
        outsideWindows
        windows {
          timeZone
          windows {
            days
            from
            to
          }
        }
        height {
          at
          avoid
          within
        }
        gate {
          maxBlocksBehind
          minPeers
          maxMemoryPercent
        }
        rehearse
      }
      state
      reason
      undoes
      counts {
        total
        waiting
        underWay
        changed
        failed
        skipped
        restorable
      }
      requestedBy
      requestedAt
      updatedAt
      endedAt
    }
  }
}
    `) as unknown as TypedDocumentString<ResumeNodeRolloutMutation, ResumeNodeRolloutMutationVariables>;
export const SkipNodeRolloutMemberDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SkipNodeRolloutMember($where: NodeRolloutWhereUniqueInput!, $nodeId: ID!) {
  skipNodeRolloutMember(where: $where, nodeId: $nodeId) {
    rollout {
      id
      summary
      parallel
      policy {
        budget {
          keepAvailable
          per
        }
        canary {
          count
          soakSeconds
        }
        outsideWindows
        windows {
          timeZone
          windows {
            days
            from
            to
          }
        }
        height {
          at
          avoid
          within
        }
        gate {
          maxBlocksBehind
          minPeers
          maxMemoryPercent
        }
        rehearse
      }
      state
      reason
      undoes
      counts {
        total
        waiting
        underWay
        changed
        failed
        skipped
        restorable
      }
      requestedBy
      requestedAt
      updatedAt
      endedAt
    }
  }
}
    `) as unknown as TypedDocumentString<SkipNodeRolloutMemberMutation, SkipNodeRolloutMemberMutationVariables>;
export const CancelNodeRolloutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CancelNodeRollout($where: NodeRolloutWhereUniqueInput!) {
  cancelNodeRollout(where: $where) {
    rollout {
      id
      summary
      parallel
      policy {
        budget {
          keepAvailable
          per
        }
        canary {
          count
          soakSeconds
        }
        outsideWindows
        windows {
          timeZone
          windows {
            days
            from
            to
          }
        }
        height {
          at
          avoid
          within
        }
        gate {
          maxBlocksBehind
          minPeers
          maxMemoryPercent
        }
        rehearse
      }
      state
      reason
      undoes
      counts {
        total
        waiting
        underWay
        changed
        failed
        skipped
        restorable
      }
      requestedBy
      requestedAt
      updatedAt
      endedAt
    }
  }
}
    `) as unknown as TypedDocumentString<CancelNodeRolloutMutation, CancelNodeRolloutMutationVariables>;
export const UndoNodeRolloutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UndoNodeRollout($where: NodeRolloutWhereUniqueInput!, $parallel: Int, $outsideWindows: Boolean) {
  undoNodeRollout(
    where: $where
    parallel: $parallel
    outsideWindows: $outsideWindows
  ) {
    rollout {
      id
      summary
      parallel
      policy {
        budget {
          keepAvailable
          per
        }
        canary {
          count
          soakSeconds
        }
        outsideWindows
        windows {
          timeZone
          windows {
            days
            from
            to
          }
        }
        height {
          at
          avoid
          within
        }
        gate {
          maxBlocksBehind
          minPeers
          maxMemoryPercent
        }
        rehearse
      }
      state
      reason
      undoes
      counts {
        total
        waiting
        underWay
        changed
        failed
        skipped
        restorable
      }
      requestedBy
      requestedAt
      updatedAt
      endedAt
    }
  }
}
    `) as unknown as TypedDocumentString<UndoNodeRolloutMutation, UndoNodeRolloutMutationVariables>;
export const CreateNodeDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateNode($data: NodeCreateInput!) {
  createNode(data: $data) {
    node {
      id
      name
      executor {
        id
        name
      }
      network
      signet {
        challenge
        seedNodes
      }
      networkName
      client
      clientVersion
      clientLifecycle {
        state
        endOfLifeAt
        withdrawnReason
        summary
        warning
        tableNote
      }
      tor {
        mode
        proxy
        onionAddress
      }
      nodeType
      resources {
        cpuCores
        memoryMiB
        diskGiB
      }
      overrides {
        key
        value
      }
      labels {
        key
        value
      }
      effectiveConfig {
        key
        value
        origin
        note
      }
      configState
      desiredState
      dataPolicy
      revision
      waitsFor
      dataRoot
      placement {
        chosenBy
        reason
      }
      status {
        phase
        since
        reason
        endpoint {
          host
          rpcPort
          p2pPort
          zmq {
            topic
            url
          }
        }
        containerId
        imageDigest
        appliedRevision
        wallets
        loadedWallets
        reportedAt
      }
      health {
        state
        level
        summary
        incidentId
      }
      problems {
        code
        reason
        advice
        since
      }
      revertFailedChange
      reverted {
        at
        reason
        revision
        runsRevision
        changes {
          field
          asked
          runs
        }
      }
      metrics {
        at
        height
        headers
        bestBlockHash
        chainWork
        bestBlockAt
        verificationProgress
        initialBlockDownload
        peersInbound
        peersOutbound
        mempoolTransactions
        mempoolVirtualBytes
        mempoolUsageBytes
        mempoolLimitBytes
        sizeOnDiskBytes
        growthBytesPerDay
        indexes {
          name
          synced
          bestBlockHeight
        }
        uptimeSeconds
        subversion
        warnings
        cpuPercent
        memoryMiB
        branches {
          height
          hash
          branchLength
          chainWork
          status
        }
        chainTips {
          status
          count
        }
        bytesReceived
        bytesSent
        receivedBytesPerSecond
        sentBytesPerSecond
        mempoolMinFee
        unbroadcastTransactions
        writtenBytes
        writtenBytesPerDay
        rpcConnections
      }
      createdAt
      createdBy {
        type
        name
        userId
        apiKeyId
      }
      updatedAt
      lastChangedBy {
        type
        name
        userId
        apiKeyId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CreateNodeMutation, CreateNodeMutationVariables>;
export const UpdateNodeDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateNode($data: NodeUpdateInput!, $where: NodeWhereUniqueInput!) {
  updateNode(data: $data, where: $where) {
    node {
      id
      name
      executor {
        id
        name
      }
      network
      signet {
        challenge
        seedNodes
      }
      networkName
      client
      clientVersion
      clientLifecycle {
        state
        endOfLifeAt
        withdrawnReason
        summary
        warning
        tableNote
      }
      tor {
        mode
        proxy
        onionAddress
      }
      nodeType
      resources {
        cpuCores
        memoryMiB
        diskGiB
      }
      overrides {
        key
        value
      }
      labels {
        key
        value
      }
      effectiveConfig {
        key
        value
        origin
        note
      }
      configState
      desiredState
      dataPolicy
      revision
      waitsFor
      dataRoot
      placement {
        chosenBy
        reason
      }
      status {
        phase
        since
        reason
        endpoint {
          host
          rpcPort
          p2pPort
          zmq {
            topic
            url
          }
        }
        containerId
        imageDigest
        appliedRevision
        wallets
        loadedWallets
        reportedAt
      }
      health {
        state
        level
        summary
        incidentId
      }
      problems {
        code
        reason
        advice
        since
      }
      revertFailedChange
      reverted {
        at
        reason
        revision
        runsRevision
        changes {
          field
          asked
          runs
        }
      }
      metrics {
        at
        height
        headers
        bestBlockHash
        chainWork
        bestBlockAt
        verificationProgress
        initialBlockDownload
        peersInbound
        peersOutbound
        mempoolTransactions
        mempoolVirtualBytes
        mempoolUsageBytes
        mempoolLimitBytes
        sizeOnDiskBytes
        growthBytesPerDay
        indexes {
          name
          synced
          bestBlockHeight
        }
        uptimeSeconds
        subversion
        warnings
        cpuPercent
        memoryMiB
        branches {
          height
          hash
          branchLength
          chainWork
          status
        }
        chainTips {
          status
          count
        }
        bytesReceived
        bytesSent
        receivedBytesPerSecond
        sentBytesPerSecond
        mempoolMinFee
        unbroadcastTransactions
        writtenBytes
        writtenBytesPerDay
        rpcConnections
      }
      createdAt
      createdBy {
        type
        name
        userId
        apiKeyId
      }
      updatedAt
      lastChangedBy {
        type
        name
        userId
        apiKeyId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateNodeMutation, UpdateNodeMutationVariables>;
export const RequestNodeLifecycleActionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RequestNodeLifecycleAction($id: ID!, $action: NodeLifecycleAction!) {
  requestNodeLifecycleAction(id: $id, action: $action) {
    node {
      id
      name
      executor {
        id
        name
      }
      network
      signet {
        challenge
        seedNodes
      }
      networkName
      client
      clientVersion
      clientLifecycle {
        state
        endOfLifeAt
        withdrawnReason
        summary
        warning
        tableNote
      }
      tor {
        mode
        proxy
        onionAddress
      }
      nodeType
      resources {
        cpuCores
        memoryMiB
        diskGiB
      }
      overrides {
        key
        value
      }
      labels {
        key
        value
      }
      effectiveConfig {
        key
        value
        origin
        note
      }
      configState
      desiredState
      dataPolicy
      revision
      waitsFor
      dataRoot
      placement {
        chosenBy
        reason
      }
      status {
        phase
        since
        reason
        endpoint {
          host
          rpcPort
          p2pPort
          zmq {
            topic
            url
          }
        }
        containerId
        imageDigest
        appliedRevision
        wallets
        loadedWallets
        reportedAt
      }
      health {
        state
        level
        summary
        incidentId
      }
      problems {
        code
        reason
        advice
        since
      }
      revertFailedChange
      reverted {
        at
        reason
        revision
        runsRevision
        changes {
          field
          asked
          runs
        }
      }
      metrics {
        at
        height
        headers
        bestBlockHash
        chainWork
        bestBlockAt
        verificationProgress
        initialBlockDownload
        peersInbound
        peersOutbound
        mempoolTransactions
        mempoolVirtualBytes
        mempoolUsageBytes
        mempoolLimitBytes
        sizeOnDiskBytes
        growthBytesPerDay
        indexes {
          name
          synced
          bestBlockHeight
        }
        uptimeSeconds
        subversion
        warnings
        cpuPercent
        memoryMiB
        branches {
          height
          hash
          branchLength
          chainWork
          status
        }
        chainTips {
          status
          count
        }
        bytesReceived
        bytesSent
        receivedBytesPerSecond
        sentBytesPerSecond
        mempoolMinFee
        unbroadcastTransactions
        writtenBytes
        writtenBytesPerDay
        rpcConnections
      }
      createdAt
      createdBy {
        type
        name
        userId
        apiKeyId
      }
      updatedAt
      lastChangedBy {
        type
        name
        userId
        apiKeyId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RequestNodeLifecycleActionMutation, RequestNodeLifecycleActionMutationVariables>;
export const RotateRpcCredentialsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RotateRpcCredentials($formerExpiresInSeconds: Int, $policy: NodeRolloutPolicyInput) {
  rotateRpcCredentials(
    formerExpiresInSeconds: $formerExpiresInSeconds
    policy: $policy
  ) {
    rotation {
      stage
      stopped
      rollout {
        id
        summary
        parallel
        policy {
          budget {
            keepAvailable
            per
          }
          canary {
            count
            soakSeconds
          }
          outsideWindows
          windows {
            timeZone
          }
          height {
            at
            avoid
            within
          }
          gate {
            maxBlocksBehind
            minPeers
            maxMemoryPercent
          }
          rehearse
        }
        state
        reason
        undoes
        counts {
          total
          waiting
          underWay
          changed
          failed
          skipped
          restorable
        }
        requestedBy
        requestedAt
        updatedAt
        endedAt
      }
      requestedAt
      requestedBy
      formerExpiresAt
      endedAt
      currentNodeName
      moved
      skipped {
        name
        reason
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RotateRpcCredentialsMutation, RotateRpcCredentialsMutationVariables>;
export const DeleteNodeDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteNode($where: NodeWhereUniqueInput!, $dataPolicy: NodeDataPolicy, $removal: NodeDataRemovalInput) {
  deleteNode(where: $where, dataPolicy: $dataPolicy, removal: $removal) {
    node {
      id
      name
      executor {
        id
        name
      }
      network
      signet {
        challenge
        seedNodes
      }
      networkName
      client
      clientVersion
      clientLifecycle {
        state
        endOfLifeAt
        withdrawnReason
        summary
        warning
        tableNote
      }
      tor {
        mode
        proxy
        onionAddress
      }
      nodeType
      resources {
        cpuCores
        memoryMiB
        diskGiB
      }
      overrides {
        key
        value
      }
      labels {
        key
        value
      }
      effectiveConfig {
        key
        value
        origin
        note
      }
      configState
      desiredState
      dataPolicy
      revision
      waitsFor
      dataRoot
      placement {
        chosenBy
        reason
      }
      status {
        phase
        since
        reason
        endpoint {
          host
          rpcPort
          p2pPort
          zmq {
            topic
            url
          }
        }
        containerId
        imageDigest
        appliedRevision
        wallets
        loadedWallets
        reportedAt
      }
      health {
        state
        level
        summary
        incidentId
      }
      problems {
        code
        reason
        advice
        since
      }
      revertFailedChange
      reverted {
        at
        reason
        revision
        runsRevision
        changes {
          field
          asked
          runs
        }
      }
      metrics {
        at
        height
        headers
        bestBlockHash
        chainWork
        bestBlockAt
        verificationProgress
        initialBlockDownload
        peersInbound
        peersOutbound
        mempoolTransactions
        mempoolVirtualBytes
        mempoolUsageBytes
        mempoolLimitBytes
        sizeOnDiskBytes
        growthBytesPerDay
        indexes {
          name
          synced
          bestBlockHeight
        }
        uptimeSeconds
        subversion
        warnings
        cpuPercent
        memoryMiB
        branches {
          height
          hash
          branchLength
          chainWork
          status
        }
        chainTips {
          status
          count
        }
        bytesReceived
        bytesSent
        receivedBytesPerSecond
        sentBytesPerSecond
        mempoolMinFee
        unbroadcastTransactions
        writtenBytes
        writtenBytesPerDay
        rpcConnections
      }
      createdAt
      createdBy {
        type
        name
        userId
        apiKeyId
      }
      updatedAt
      lastChangedBy {
        type
        name
        userId
        apiKeyId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteNodeMutation, DeleteNodeMutationVariables>;
export const ChangeNodesDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ChangeNodes($data: NodesChangeInput!, $where: NodeWhereInput!, $expectedCount: Int!, $parallel: Int, $atOnce: Boolean, $policy: NodeRolloutPolicyInput) {
  changeNodes(
    data: $data
    where: $where
    expectedCount: $expectedCount
    parallel: $parallel
    atOnce: $atOnce
    policy: $policy
  ) {
    count
    restarts
    results {
      id
      name
      outcome
      issues {
        code
        path
        message
      }
      node {
        id
        name
      }
      changes {
        field
        from
        to
      }
    }
    rollout {
      id
      summary
      parallel
      policy {
        budget {
          keepAvailable
          per
        }
        canary {
          count
          soakSeconds
        }
        outsideWindows
        windows {
          timeZone
          windows {
            days
            from
            to
          }
        }
        height {
          at
          avoid
          within
        }
        gate {
          maxBlocksBehind
          minPeers
          maxMemoryPercent
        }
        rehearse
      }
      state
      reason
      undoes
      counts {
        total
        waiting
        underWay
        changed
        failed
        skipped
        restorable
      }
      requestedBy
      requestedAt
      updatedAt
      endedAt
    }
  }
}
    `) as unknown as TypedDocumentString<ChangeNodesMutation, ChangeNodesMutationVariables>;
export const SaveNotificationSettingsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SaveNotificationSettings($input: NotificationSettingsInput!) {
  saveNotificationSettings(input: $input) {
    settings {
      revision
      thresholds {
        executorOfflineSeconds
        nodeFailingSeconds
        crashLoopExits
        syncStalledMinutes
        noPeersMinutes
        blocksBehind
        tipProbability
        memoryPercent
        diskFreePercent
        diskFullDays
        keyEndsDays
        channelFailingMinutes
      }
      nodeOverrides {
        nodeId
        nodeName
        muted
        mutedUntil
        thresholds {
          nodeFailingSeconds
          crashLoopExits
          syncStalledMinutes
          noPeersMinutes
          blocksBehind
          tipProbability
          memoryPercent
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SaveNotificationSettingsMutation, SaveNotificationSettingsMutationVariables>;
export const CreateNotificationChannelDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateNotificationChannel($data: NotificationChannelCreateInput!) {
  createNotificationChannel(data: $data) {
    channel {
      id
      kind
      name
      target
      lowestSeverity
      enabled
      lastSequence
      lastDeliveredAt
      failingSince
      lastFailure
      goneAt
      previousSecretsUntil
      createdAt
    }
    webhookSecret
  }
}
    `) as unknown as TypedDocumentString<CreateNotificationChannelMutation, CreateNotificationChannelMutationVariables>;
export const UpdateNotificationChannelDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateNotificationChannel($data: NotificationChannelUpdateInput!, $where: NotificationChannelWhereUniqueInput!) {
  updateNotificationChannel(data: $data, where: $where) {
    channel {
      id
      kind
      name
      target
      lowestSeverity
      enabled
      lastSequence
      lastDeliveredAt
      failingSince
      lastFailure
      goneAt
      previousSecretsUntil
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateNotificationChannelMutation, UpdateNotificationChannelMutationVariables>;
export const DeleteNotificationChannelDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteNotificationChannel($where: NotificationChannelWhereUniqueInput!) {
  deleteNotificationChannel(where: $where) {
    channel {
      id
      kind
      name
      target
      lowestSeverity
      enabled
      lastSequence
      lastDeliveredAt
      failingSince
      lastFailure
      goneAt
      previousSecretsUntil
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteNotificationChannelMutation, DeleteNotificationChannelMutationVariables>;
export const RotateWebhookSecretDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RotateWebhookSecret($where: NotificationChannelWhereUniqueInput!) {
  rotateWebhookSecret(where: $where) {
    secret
    previousSecretsUntil
  }
}
    `) as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const TestNotificationWebhookDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation TestNotificationWebhook($where: NotificationChannelWhereUniqueInput) {
  testNotificationWebhook(where: $where) {
    delivery {
      id
      channelId
      sequence
      type
      incidentId
      status
      attempts {
        at
        durationMs
        status
        answer
        error
      }
      createdAt
      nextAttemptAt
      acknowledgedAt
    }
  }
}
    `) as unknown as TypedDocumentString<TestNotificationWebhookMutation, TestNotificationWebhookMutationVariables>;
export const RedeliverWebhookDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RedeliverWebhook($where: WebhookDeliveryWhereUniqueInput!) {
  redeliverWebhook(where: $where) {
    delivery {
      id
      channelId
      sequence
      type
      incidentId
      status
      attempts {
        at
        durationMs
        status
        answer
        error
      }
      createdAt
      nextAttemptAt
      acknowledgedAt
    }
  }
}
    `) as unknown as TypedDocumentString<RedeliverWebhookMutation, RedeliverWebhookMutationVariables>;
export const RedeliverWebhooksDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RedeliverWebhooks($where: NotificationChannelWhereUniqueInput!, $from: DateTime!, $to: DateTime!) {
  redeliverWebhooks(where: $where, from: $from, to: $to) {
    deliveryCount
  }
}
    `) as unknown as TypedDocumentString<RedeliverWebhooksMutation, RedeliverWebhooksMutationVariables>;
export const StartNodeOperationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation StartNodeOperation($data: NodeOperationInput!, $where: NodeWhereUniqueInput!) {
  startNodeOperation(data: $data, where: $where) {
    operation {
      id
      node {
        id
        name
      }
      kind
      params {
        reindex {
          chainstateOnly
          height
        }
        rebuildIndex {
          index
          remove
          height
        }
        move {
          from
          to
        }
        rehearse {
          from
          clientVersion
        }
        seed {
          from
          name
        }
        adopt {
          name
          height
        }
        rotateRpcCredentials {
          stage
        }
      }
      title
      state
      step
      progress
      estimatedEndAt
      requestedBy
      requestedAt
      startedAt
      endedAt
      reason
      cancellable
      result {
        rehearse {
          verdict
          fileSystem
          copiedBytes
          copySeconds
          frozenSeconds
          startSeconds
          stopSeconds
          peakMemoryMiB
          height
          bestBlockHash
          utxoHash
          indexes {
            name
            synced
            height
          }
          ignoredOptions
          warnings
          notes
          wayBack
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StartNodeOperationMutation, StartNodeOperationMutationVariables>;
export const CancelNodeOperationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CancelNodeOperation($where: NodeOperationWhereUniqueInput!) {
  cancelNodeOperation(where: $where) {
    operation {
      id
      node {
        id
        name
      }
      kind
      params {
        reindex {
          chainstateOnly
          height
        }
        rebuildIndex {
          index
          remove
          height
        }
        move {
          from
          to
        }
        rehearse {
          from
          clientVersion
        }
        seed {
          from
          name
        }
        adopt {
          name
          height
        }
        rotateRpcCredentials {
          stage
        }
      }
      title
      state
      step
      progress
      estimatedEndAt
      requestedBy
      requestedAt
      startedAt
      endedAt
      reason
      cancellable
      result {
        rehearse {
          verdict
          fileSystem
          copiedBytes
          copySeconds
          frozenSeconds
          startSeconds
          stopSeconds
          peakMemoryMiB
          height
          bestBlockHash
          utxoHash
          indexes {
            name
            synced
            height
          }
          ignoredOptions
          warnings
          notes
          wayBack
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CancelNodeOperationMutation, CancelNodeOperationMutationVariables>;
export const CreateOrganizationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateOrganization($data: OrganizationCreateInput!) {
  createOrganization(data: $data) {
    organization {
      id
      name
      slug
      isActive
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<CreateOrganizationMutation, CreateOrganizationMutationVariables>;
export const SetActiveOrganizationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SetActiveOrganization($where: OrganizationWhereUniqueInput!) {
  setActiveOrganization(where: $where) {
    organization {
      id
      name
      slug
      isActive
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<SetActiveOrganizationMutation, SetActiveOrganizationMutationVariables>;
export const InviteMemberDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation InviteMember($data: InvitationCreateInput!) {
  inviteMember(data: $data) {
    invitation {
      id
      email
      role
      createdAt
      expiresAt
    }
    token
    link
  }
}
    `) as unknown as TypedDocumentString<InviteMemberMutation, InviteMemberMutationVariables>;
export const RevokeInvitationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RevokeInvitation($where: InvitationWhereUniqueInput!) {
  revokeInvitation(where: $where) {
    invitation {
      id
      email
      role
      createdAt
      expiresAt
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeInvitationMutation, RevokeInvitationMutationVariables>;
export const AcceptInvitationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AcceptInvitation($where: LinkWhereUniqueInput!) {
  acceptInvitation(where: $where) {
    member {
      id
      person {
        id
        name
      }
      role
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<AcceptInvitationMutation, AcceptInvitationMutationVariables>;
export const UpdateMemberRoleDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateMemberRole($where: MemberWhereUniqueInput!, $role: OrganizationRole!) {
  updateMemberRole(where: $where, role: $role) {
    member {
      id
      person {
        id
        name
      }
      role
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateMemberRoleMutation, UpdateMemberRoleMutationVariables>;
export const RemoveMemberDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RemoveMember($where: MemberWhereUniqueInput!) {
  removeMember(where: $where) {
    member {
      id
      person {
        id
        name
      }
      role
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<RemoveMemberMutation, RemoveMemberMutationVariables>;
export const LeaveOrganizationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation LeaveOrganization {
  leaveOrganization {
    member {
      id
      person {
        id
        name
      }
      role
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<LeaveOrganizationMutation, LeaveOrganizationMutationVariables>;
export const AdminUpdateOrganizationMemberRoleDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AdminUpdateOrganizationMemberRole($where: OrganizationMemberWhereUniqueInput!, $role: OrganizationRole!) {
  adminUpdateOrganizationMemberRole(where: $where, role: $role) {
    member {
      id
      person {
        id
        name
      }
      role
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<AdminUpdateOrganizationMemberRoleMutation, AdminUpdateOrganizationMemberRoleMutationVariables>;
export const AdminSetOrganizationActiveDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AdminSetOrganizationActive($where: OrganizationWhereUniqueInput!, $isActive: Boolean!) {
  adminSetOrganizationActive(where: $where, isActive: $isActive) {
    organization {
      id
      name
      slug
      isActive
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<AdminSetOrganizationActiveMutation, AdminSetOrganizationActiveMutationVariables>;
export const AdminSetSystemAdminDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AdminSetSystemAdmin($where: UserWhereUniqueInput!, $isSystemAdmin: Boolean!) {
  adminSetSystemAdmin(where: $where, isSystemAdmin: $isSystemAdmin) {
    person {
      id
      email
      name
      isSystemAdmin
      hasSecondFactor
    }
  }
}
    `) as unknown as TypedDocumentString<AdminSetSystemAdminMutation, AdminSetSystemAdminMutationVariables>;
export const SignUpDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SignUp($data: SignUpInput!) {
  signUp(data: $data) {
    person {
      id
      email
      name
      isSystemAdmin
      hasSecondFactor
    }
  }
}
    `) as unknown as TypedDocumentString<SignUpMutation, SignUpMutationVariables>;
export const SignInDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SignIn($data: SignInInput!) {
  signIn(data: $data) {
    needsSecondFactor
    person {
      id
      email
      name
      isSystemAdmin
      hasSecondFactor
    }
  }
}
    `) as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>;
export const ConfirmSignInDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ConfirmSignIn($data: SecondFactorInput!) {
  confirmSignIn(data: $data) {
    person {
      id
      email
      name
      isSystemAdmin
      hasSecondFactor
    }
  }
}
    `) as unknown as TypedDocumentString<ConfirmSignInMutation, ConfirmSignInMutationVariables>;
export const StartSingleSignOnDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation StartSingleSignOn {
  startSingleSignOn {
    url
  }
}
    `) as unknown as TypedDocumentString<StartSingleSignOnMutation, StartSingleSignOnMutationVariables>;
export const CompleteSingleSignOnDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CompleteSingleSignOn($data: CompleteSingleSignOnInput!) {
  completeSingleSignOn(data: $data) {
    person {
      id
      email
      name
      isSystemAdmin
      hasSecondFactor
    }
  }
}
    `) as unknown as TypedDocumentString<CompleteSingleSignOnMutation, CompleteSingleSignOnMutationVariables>;
export const SignOutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SignOut {
  signOut {
    sessionCount
  }
}
    `) as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>;
export const EndSessionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation EndSession($where: SessionWhereUniqueInput!) {
  endSession(where: $where) {
    sessionId
  }
}
    `) as unknown as TypedDocumentString<EndSessionMutation, EndSessionMutationVariables>;
export const EndOtherSessionsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation EndOtherSessions {
  endOtherSessions {
    sessionCount
  }
}
    `) as unknown as TypedDocumentString<EndOtherSessionsMutation, EndOtherSessionsMutationVariables>;
export const ChangePasswordDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ChangePassword($data: PasswordChangeInput!) {
  changePassword(data: $data) {
    person {
      id
      email
      name
      isSystemAdmin
      hasSecondFactor
    }
  }
}
    `) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const CreatePasswordResetLinkDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreatePasswordResetLink($where: UserWhereUniqueInput!) {
  createPasswordResetLink(where: $where) {
    token
    link
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<CreatePasswordResetLinkMutation, CreatePasswordResetLinkMutationVariables>;
export const ResetPasswordDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ResetPassword($data: PasswordResetInput!) {
  resetPassword(data: $data) {
    person {
      id
      email
      name
      isSystemAdmin
      hasSecondFactor
    }
  }
}
    `) as unknown as TypedDocumentString<ResetPasswordMutation, ResetPasswordMutationVariables>;
export const SetUpSecondFactorDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SetUpSecondFactor($password: String!) {
  setUpSecondFactor(password: $password) {
    uri
    recoveryCodes
  }
}
    `) as unknown as TypedDocumentString<SetUpSecondFactorMutation, SetUpSecondFactorMutationVariables>;
export const ConfirmSecondFactorDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ConfirmSecondFactor($code: String!) {
  confirmSecondFactor(code: $code) {
    person {
      id
      email
      name
      isSystemAdmin
      hasSecondFactor
    }
  }
}
    `) as unknown as TypedDocumentString<ConfirmSecondFactorMutation, ConfirmSecondFactorMutationVariables>;
export const RemoveSecondFactorDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RemoveSecondFactor($password: String!) {
  removeSecondFactor(password: $password) {
    person {
      id
      email
      name
      isSystemAdmin
      hasSecondFactor
    }
  }
}
    `) as unknown as TypedDocumentString<RemoveSecondFactorMutation, RemoveSecondFactorMutationVariables>;
export const RenewRecoveryCodesDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RenewRecoveryCodes($password: String!) {
  renewRecoveryCodes(password: $password) {
    recoveryCodes
  }
}
    `) as unknown as TypedDocumentString<RenewRecoveryCodesMutation, RenewRecoveryCodesMutationVariables>;
export const RecoverExecutorDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RecoverExecutor($where: ExecutorWhereUniqueInput!, $offeredAt: DateTime!) {
  recoverExecutor(where: $where, offeredAt: $offeredAt) {
    executor {
      id
      name
      kind
      version
      channel
      revision
      status
      lastSeenAt
      uninstalledAt
      recovery
      capabilities {
        clients {
          client
          version
          image
          lifecycle {
            state
            endOfLifeAt
            withdrawnReason
            summary
            warning
            tableNote
          }
        }
        networks
        nodeTypes
      }
      resources {
        cpuCores {
          total
          usedByNodes
          free
        }
        memoryMiB {
          total
          usedByNodes
          free
        }
        diskGiB {
          total
          usedByNodes
          free
        }
      }
      dataRoots {
        name
        path
        totalGiB
        freeGiB
      }
      room {
        nodes
        cpuCores {
          total
          overcommit
          promised
          used
          free
          available
        }
        memoryMiB {
          total
          overcommit
          promised
          used
          free
          available
        }
        diskGiB {
          total
          overcommit
          promised
          used
          free
          available
        }
      }
      diskForecast {
        daysUntilFull
        fillsGiBPerDay
        since
      }
      labels {
        key
        value
      }
      cordon {
        at
        by
        reason
      }
      drain {
        at
        by
        reason
        remaining
        completedAt
      }
      orphans {
        id
        nodeId
        name
        containerId
        kept
        data {
          network
          nodeType
          height
          bestBlockHash
          sizeBytes
          begunWith
          openedWith
          wallets
          dataRoot
        }
      }
      createdAt
      apiKeyUsages {
        id
        executorName
        apiKey {
          id
          name
        }
        since
        lastUsedAt
      }
      keyWarning
      upgradability {
        canUpgrade
        reason
        platform
        packaging
      }
      upgrade {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RecoverExecutorMutation, RecoverExecutorMutationVariables>;
export const CreateExecutorReleaseDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateExecutorRelease($data: ExecutorReleaseCreateInput!) {
  createExecutorRelease(data: $data) {
    release {
      id
      version
      channel
      notes
      artifacts {
        platform
        url
        sizeBytes
        sha256
        signature
      }
      image {
        name
        digest
      }
      lowestVersion
      withdrawnAt
      withdrawnReason
      revision
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<CreateExecutorReleaseMutation, CreateExecutorReleaseMutationVariables>;
export const UpdateExecutorReleaseDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateExecutorRelease($data: ExecutorReleaseUpdateInput!, $where: ExecutorReleaseWhereUniqueInput!) {
  updateExecutorRelease(data: $data, where: $where) {
    release {
      id
      version
      channel
      notes
      artifacts {
        platform
        url
        sizeBytes
        sha256
        signature
      }
      image {
        name
        digest
      }
      lowestVersion
      withdrawnAt
      withdrawnReason
      revision
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateExecutorReleaseMutation, UpdateExecutorReleaseMutationVariables>;
export const DeleteExecutorReleaseDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteExecutorRelease($where: ExecutorReleaseWhereUniqueInput!) {
  deleteExecutorRelease(where: $where) {
    release {
      id
      version
      channel
      notes
      artifacts {
        platform
        url
        sizeBytes
        sha256
        signature
      }
      image {
        name
        digest
      }
      lowestVersion
      withdrawnAt
      withdrawnReason
      revision
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteExecutorReleaseMutation, DeleteExecutorReleaseMutationVariables>;
export const RequestExecutorUpgradeDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RequestExecutorUpgrade($executorId: ID!, $targetVersion: String!) {
  requestExecutorUpgrade(executorId: $executorId, targetVersion: $targetVersion) {
    executor {
      id
      name
      kind
      version
      channel
      revision
      status
      lastSeenAt
      uninstalledAt
      recovery
      capabilities {
        clients {
          client
          version
          image
          lifecycle {
            state
            endOfLifeAt
            withdrawnReason
            summary
            warning
            tableNote
          }
        }
        networks
        nodeTypes
      }
      resources {
        cpuCores {
          total
          usedByNodes
          free
        }
        memoryMiB {
          total
          usedByNodes
          free
        }
        diskGiB {
          total
          usedByNodes
          free
        }
      }
      dataRoots {
        name
        path
        totalGiB
        freeGiB
      }
      room {
        nodes
        cpuCores {
          total
          overcommit
          promised
          used
          free
          available
        }
        memoryMiB {
          total
          overcommit
          promised
          used
          free
          available
        }
        diskGiB {
          total
          overcommit
          promised
          used
          free
          available
        }
      }
      diskForecast {
        daysUntilFull
        fillsGiBPerDay
        since
      }
      labels {
        key
        value
      }
      cordon {
        at
        by
        reason
      }
      drain {
        at
        by
        reason
        remaining
        completedAt
      }
      orphans {
        id
        nodeId
        name
        containerId
        kept
        data {
          network
          nodeType
          height
          bestBlockHash
          sizeBytes
          begunWith
          openedWith
          wallets
          dataRoot
        }
      }
      createdAt
      apiKeyUsages {
        id
        executorName
        apiKey {
          id
          name
        }
        since
        lastUsedAt
      }
      keyWarning
      upgradability {
        canUpgrade
        reason
        platform
        packaging
      }
      upgrade {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RequestExecutorUpgradeMutation, RequestExecutorUpgradeMutationVariables>;
export const CancelExecutorUpgradeDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CancelExecutorUpgrade($where: ExecutorWhereUniqueInput!) {
  cancelExecutorUpgrade(where: $where) {
    executor {
      id
      name
      kind
      version
      channel
      revision
      status
      lastSeenAt
      uninstalledAt
      recovery
      capabilities {
        clients {
          client
          version
          image
          lifecycle {
            state
            endOfLifeAt
            withdrawnReason
            summary
            warning
            tableNote
          }
        }
        networks
        nodeTypes
      }
      resources {
        cpuCores {
          total
          usedByNodes
          free
        }
        memoryMiB {
          total
          usedByNodes
          free
        }
        diskGiB {
          total
          usedByNodes
          free
        }
      }
      dataRoots {
        name
        path
        totalGiB
        freeGiB
      }
      room {
        nodes
        cpuCores {
          total
          overcommit
          promised
          used
          free
          available
        }
        memoryMiB {
          total
          overcommit
          promised
          used
          free
          available
        }
        diskGiB {
          total
          overcommit
          promised
          used
          free
          available
        }
      }
      diskForecast {
        daysUntilFull
        fillsGiBPerDay
        since
      }
      labels {
        key
        value
      }
      cordon {
        at
        by
        reason
      }
      drain {
        at
        by
        reason
        remaining
        completedAt
      }
      orphans {
        id
        nodeId
        name
        containerId
        kept
        data {
          network
          nodeType
          height
          bestBlockHash
          sizeBytes
          begunWith
          openedWith
          wallets
          dataRoot
        }
      }
      createdAt
      apiKeyUsages {
        id
        executorName
        apiKey {
          id
          name
        }
        since
        lastUsedAt
      }
      keyWarning
      upgradability {
        canUpgrade
        reason
        platform
        packaging
      }
      upgrade {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CancelExecutorUpgradeMutation, CancelExecutorUpgradeMutationVariables>;
export const StartUpgradeRolloutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation StartUpgradeRollout($data: UpgradeRolloutStartInput!) {
  startUpgradeRollout(data: $data) {
    rollout {
      id
      targetVersion
      groupSize
      state
      reason
      counts {
        total
        waiting
        underWay
        upgraded
        failed
        skipped
      }
      requestedBy
      requestedAt
      updatedAt
      endedAt
    }
  }
}
    `) as unknown as TypedDocumentString<StartUpgradeRolloutMutation, StartUpgradeRolloutMutationVariables>;
export const PauseUpgradeRolloutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation PauseUpgradeRollout($where: UpgradeRolloutWhereUniqueInput!) {
  pauseUpgradeRollout(where: $where) {
    rollout {
      id
      targetVersion
      groupSize
      state
      reason
      counts {
        total
        waiting
        underWay
        upgraded
        failed
        skipped
      }
      requestedBy
      requestedAt
      updatedAt
      endedAt
    }
  }
}
    `) as unknown as TypedDocumentString<PauseUpgradeRolloutMutation, PauseUpgradeRolloutMutationVariables>;
export const ResumeUpgradeRolloutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ResumeUpgradeRollout($where: UpgradeRolloutWhereUniqueInput!, $skipFailed: Boolean) {
  resumeUpgradeRollout(where: $where, skipFailed: $skipFailed) {
    rollout {
      id
      targetVersion
      groupSize
      state
      reason
      counts {
        total
        waiting
        underWay
        upgraded
        failed
        skipped
      }
      requestedBy
      requestedAt
      updatedAt
      endedAt
    }
  }
}
    `) as unknown as TypedDocumentString<ResumeUpgradeRolloutMutation, ResumeUpgradeRolloutMutationVariables>;
export const CancelUpgradeRolloutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CancelUpgradeRollout($where: UpgradeRolloutWhereUniqueInput!) {
  cancelUpgradeRollout(where: $where) {
    rollout {
      id
      targetVersion
      groupSize
      state
      reason
      counts {
        total
        waiting
        underWay
        upgraded
        failed
        skipped
      }
      requestedBy
      requestedAt
      updatedAt
      endedAt
    }
  }
}
    `) as unknown as TypedDocumentString<CancelUpgradeRolloutMutation, CancelUpgradeRolloutMutationVariables>;
export const NodeLogDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription NodeLog($where: AgentRequestWhereUniqueInput!) {
  nodeLog(where: $where) {
    sequence
    lines
    dropped
    notice
  }
}
    `) as unknown as TypedDocumentString<NodeLogSubscription, NodeLogSubscriptionVariables>;
export const ExecutorNudgesDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription ExecutorNudges($name: String!, $knownRevision: Int) {
  executorNudges(name: $name, knownRevision: $knownRevision) {
    at
  }
}
    `) as unknown as TypedDocumentString<ExecutorNudgesSubscription, ExecutorNudgesSubscriptionVariables>;
export const ChangesDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription Changes($types: [ChangeType!]) {
  changes(types: $types) {
    type
    id
    revision
  }
}
    `) as unknown as TypedDocumentString<ChangesSubscription, ChangesSubscriptionVariables>;