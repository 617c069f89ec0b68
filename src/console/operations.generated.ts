/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type WatchChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type WatchChangesSubscription = { changes: Array<{ type: Types.ChangeType, id: string | null }> | null };

export type AuditListQueryVariables = Exact<{
  filter: Types.AuditActionFilterInput;
}>;


export type AuditListQuery = { auditActions: { nodes: Array<{ id: string, at: string, action: string, outcome: Types.AuditOutcome, errorCode: string | null, address: string | null, userAgent: string | null, requestId: string | null, before: unknown, after: unknown, actor: { type: Types.AuditActorType, name: string }, target: { type: string, id: string, name: string | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type DeployOptionsQueryVariables = Exact<{
  executorId?: string | null | undefined;
}>;


export type DeployOptionsQuery = { nodeOptions: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ version: string }>, defaults: Array<{ network: Types.Network, nodeType: Types.NodeType, resources: { cpuCores: number, memoryMiB: number, diskGiB: number } }> } | null };

export type DeployExecutorsQueryVariables = Exact<{ [key: string]: never; }>;


export type DeployExecutorsQuery = { executors: Array<{ id: string, name: string, status: Types.ExecutorStatus, cordon: { reason: string } | null }> | null };

export type PreviewDeploymentQueryVariables = Exact<{
  data: Types.NodeCreateInput;
}>;


export type PreviewDeploymentQuery = { previewNodeCreation: { accepted: boolean, issues: Array<{ code: string, path: Array<string>, message: string }>, placement: { reason: string } | null, executor: { id: string, name: string } | null, configChanges: Array<{ key: string, to: string | null, origin: Types.ConfigOrigin | null, note: string | null }> } | null };

export type DeployNodeMutationVariables = Exact<{
  data: Types.NodeCreateInput;
}>;


export type DeployNodeMutation = { createNode: { id: string, name: string } | null };

export type EventListQueryVariables = Exact<{
  filter: Types.EventFilterInput;
}>;


export type EventListQuery = { events: { nodes: Array<{ id: string, at: string, level: Types.EventLevel, kind: string, message: string, executorName: string | null, nodeName: string | null, nodeId: string | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type ExecutorPageQueryVariables = Exact<{
  id: string;
}>;


export type ExecutorPageQuery = { executor: { id: string, name: string, kind: Types.ExecutorKind, version: string, channel: string, status: Types.ExecutorStatus, lastSeenAt: string, createdAt: string, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, image: string }> }, room: { nodes: number, cpuCores: { total: number | null, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, promised: number, used: number, free: number | null, available: number | null } }, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, sizeBytes: number | null, openedWith: string | null, wallets: Array<string> | null } | null }>, nodes: Array<{ id: string, name: string, network: Types.Network, status: { phase: Types.NodePhase, reason: string | null } }> } | null };

export type CordonExecutorMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type CordonExecutorMutation = { cordonExecutor: { id: string } | null };

export type UncordonExecutorMutationVariables = Exact<{
  id: string;
}>;


export type UncordonExecutorMutation = { uncordonExecutor: { id: string } | null };

export type DrainExecutorMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type DrainExecutorMutation = { drainExecutor: { id: string } | null };

export type UndrainExecutorMutationVariables = Exact<{
  id: string;
}>;


export type UndrainExecutorMutation = { undrainExecutor: { id: string } | null };

export type ChangeExecutorLabelsMutationVariables = Exact<{
  id: string;
  labels: Array<Types.ExecutorLabelInput> | Types.ExecutorLabelInput;
}>;


export type ChangeExecutorLabelsMutation = { updateExecutor: { id: string } | null };

export type DeleteExecutorMutationVariables = Exact<{
  id: string;
}>;


export type DeleteExecutorMutation = { deleteExecutor: { id: string } | null };

export type RemoveKeptDataMutationVariables = Exact<{
  data: Types.KeptDataRemovalInput;
}>;


export type RemoveKeptDataMutation = { removeKeptData: { id: string } | null };

export type RoomOfResourceFragment = { total: number | null, promised: number, used: number, free: number | null, available: number | null };

export type ExecutorListQueryVariables = Exact<{
  where?: Types.ExecutorWhereInput | null | undefined;
  orderBy?: Array<Types.ExecutorOrderByInput> | Types.ExecutorOrderByInput | null | undefined;
}>;


export type ExecutorListQuery = { executorsCount: number | null, executors: Array<{ id: string, name: string, version: string, status: Types.ExecutorStatus, lastSeenAt: string, cordon: { reason: string } | null, drain: { completedAt: string | null, remaining: number } | null, labels: Array<{ key: string, value: string }>, room: { nodes: number, cpuCores: { total: number | null, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, promised: number, used: number, free: number | null, available: number | null } } }> | null };

export type IncidentPageQueryVariables = Exact<{
  id: string;
}>;


export type IncidentPageQuery = { notificationIncident: { id: string, code: Types.AlertCode, severity: Types.AlertSeverity, status: Types.AlertStatus, message: string, advice: string, subjectType: Types.AlertSubjectType, subjectId: string, subjectName: string, executorId: string | null, nodeId: string | null, startedAt: string, openedAt: string, closedAt: string | null, durationSeconds: number, acknowledgedAt: string | null, note: string | null } | null };

export type BeforeIncidentQueryVariables = Exact<{
  audit: Types.AuditActionFilterInput;
  events: Types.EventFilterInput;
}>;


export type BeforeIncidentQuery = { auditActions: { nodes: Array<{ id: string, at: string, action: string, outcome: Types.AuditOutcome, actor: { name: string } }> } | null, events: { nodes: Array<{ id: string, at: string, message: string }> } | null };

export type FreeAndTotalFragment = { total: { last: number } | null, free: { last: number } | null };

export type ResourcesBeforeIncidentQueryVariables = Exact<{
  id: string;
  from: string;
  to: string;
}>;


export type ResourcesBeforeIncidentQuery = { executorMetrics: { buckets: Array<{ at: string, cpuCores: { total: { last: number } | null, free: { last: number } | null }, memoryMiB: { total: { last: number } | null, free: { last: number } | null }, diskMiB: { total: { last: number } | null, free: { last: number } | null } }> } | null };

export type IncidentFieldsFragment = { id: string, code: Types.AlertCode, severity: Types.AlertSeverity, status: Types.AlertStatus, message: string, advice: string, subjectType: Types.AlertSubjectType, subjectId: string, subjectName: string, executorId: string | null, nodeId: string | null, startedAt: string, openedAt: string, closedAt: string | null, durationSeconds: number, acknowledgedAt: string | null, note: string | null };

export type IncidentListQueryVariables = Exact<{
  status?: Types.AlertStatus | null | undefined;
  page: Types.CursorPageInput;
}>;


export type IncidentListQuery = { notificationIncidents: { nodes: Array<{ id: string, code: Types.AlertCode, severity: Types.AlertSeverity, status: Types.AlertStatus, message: string, advice: string, subjectType: Types.AlertSubjectType, subjectId: string, subjectName: string, executorId: string | null, nodeId: string | null, startedAt: string, openedAt: string, closedAt: string | null, durationSeconds: number, acknowledgedAt: string | null, note: string | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type AcknowledgeIncidentMutationVariables = Exact<{
  id: string;
  note?: string | null | undefined;
}>;


export type AcknowledgeIncidentMutation = { acknowledgeIncident: { id: string } | null };

export type NodeConfigurationQueryVariables = Exact<{
  id: string;
}>;


export type NodeConfigurationQuery = { node: { id: string, network: Types.Network, nodeType: Types.NodeType, client: Types.Client, clientVersion: string, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, effectiveConfig: Array<{ key: string, value: string | null, origin: Types.ConfigOrigin, note: string | null }> } | null };

export type NodeVersionsQueryVariables = Exact<{
  executorId: string;
}>;


export type NodeVersionsQuery = { nodeOptions: { clients: Array<{ client: Types.Client, version: string }> } | null };

export type ChangeNodeMutationVariables = Exact<{
  id: string;
  data: Types.NodeUpdateInput;
}>;


export type ChangeNodeMutation = { updateNode: { id: string, waitsFor: string | null } | null };

export type PreviewNodeChangeQueryVariables = Exact<{
  id: string;
  data: Types.NodeUpdateInput;
}>;


export type PreviewNodeChangeQuery = { previewNodeUpdate: { accepted: boolean, issues: Array<{ code: string, path: Array<string>, message: string }>, changes: Array<{ field: string, from: string | null, to: string | null, consequences: Array<{ kind: Types.ConsequenceKind, message: string }> }>, configChanges: Array<{ key: string, from: string | null, to: string | null, origin: Types.ConfigOrigin | null, note: string | null }> } | null };

export type DeleteNodeMutationVariables = Exact<{
  id: string;
  policy: Types.NodeDataPolicy;
  removal?: Types.NodeDataRemovalInput | null | undefined;
}>;


export type DeleteNodeMutation = { deleteNode: { id: string, waitsFor: string | null } | null };

export type AskNodeActionMutationVariables = Exact<{
  id: string;
  action: Types.NodeAction;
  downloadAgain?: boolean | null | undefined;
}>;


export type AskNodeActionMutation = { requestNodeAction: { id: string } | null };

export type NodeReindexStateQueryVariables = Exact<{
  id: string;
}>;


export type NodeReindexStateQuery = { node: { id: string, reindex: { requestId: string, action: Types.ReindexAction, state: Types.NodeReindexState, requestedAt: string, requestedBy: string, begunAt: string | null, endedAt: string | null, reason: string | null, progress: number | null, estimatedEndAt: string | null } | null } | null };

export type NodePageQueryVariables = Exact<{
  id: string;
}>;


export type NodePageQuery = { node: { id: string, name: string, network: Types.Network, client: Types.Client, clientVersion: string, nodeType: Types.NodeType, desiredState: Types.DesiredState, dataPolicy: Types.NodeDataPolicy, waitsFor: string | null, createdAt: string, updatedAt: string, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, placement: { chosenBy: Types.PlacementChooser, reason: string } | null, executor: { id: string, name: string, status: Types.ExecutorStatus, lastSeenAt: string }, status: { phase: Types.NodePhase, since: string | null, reason: string | null, reportedAt: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number } | null } } | null };

export type NodeMeasurementsQueryVariables = Exact<{
  id: string;
}>;


export type NodeMeasurementsQuery = { node: { id: string, metrics: { at: string, height: number, headers: number, bestBlockHash: string, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, mempoolBytes: number, sizeOnDiskBytes: number, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null, indexes: Array<{ name: string, synced: boolean, bestBlockHeight: number }> } | null } | null };

export type NodeLifecycleMutationVariables = Exact<{
  id: string;
  action: Types.NodeLifecycleAction;
}>;


export type NodeLifecycleMutation = { requestNodeLifecycleAction: { id: string, waitsFor: string | null } | null };

export type WhyNodeQueryVariables = Exact<{
  id: string;
}>;


export type WhyNodeQuery = { explainNode: { desired: Array<string>, observed: Array<string>, waitingFor: string | null, explainedAt: string, isCurrent: boolean, staleReason: string | null, steps: Array<{ action: string, why: string }> } | null };

export type NodeListQueryVariables = Exact<{
  where?: Types.NodeWhereInput | null | undefined;
  orderBy?: Array<Types.NodeOrderByInput> | Types.NodeOrderByInput | null | undefined;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type NodeListQuery = { nodes: Array<{ id: string, name: string, network: Types.Network, nodeType: Types.NodeType, clientVersion: string, desiredState: Types.DesiredState, executor: { id: string, name: string }, status: { phase: Types.NodePhase, reason: string | null }, metrics: { height: number, headers: number, verificationProgress: number, peersInbound: number, peersOutbound: number } | null }> | null };

export type NodeListCountsQueryVariables = Exact<{
  where?: Types.NodeWhereInput | null | undefined;
}>;


export type NodeListCountsQuery = { nodeCounts: { total: number, byPhase: Array<{ phase: Types.NodePhase, nodes: number }>, byNetwork: Array<{ network: Types.Network, nodes: number }> } | null };

export type CreateEnrolmentTokenForFirstHostMutationVariables = Exact<{
  input: Types.EnrolmentTokenCreateInput;
}>;


export type CreateEnrolmentTokenForFirstHostMutation = { createEnrolmentToken: { token: string, enrolmentToken: { id: string, expiresAt: string } } | null };

export type OverviewQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewQuery = { executorsCount: number | null, nodeCounts: { total: number, byPhase: Array<{ phase: Types.NodePhase, nodes: number }> } | null, notificationIncidents: { nodes: Array<{ id: string, severity: Types.AlertSeverity, message: string, advice: string, subjectName: string, openedAt: string, acknowledgedAt: string | null, nodeId: string | null }>, pageInfo: { hasNextPage: boolean } } | null, executors: Array<{ id: string, name: string, status: Types.ExecutorStatus, lastSeenAt: string, cordon: { reason: string } | null, room: { nodes: number, memoryMiB: { total: number | null, available: number | null }, diskGiB: { total: number | null, available: number | null } } }> | null, events: { nodes: Array<{ id: string, at: string, level: Types.EventLevel, message: string, nodeId: string | null, nodeName: string | null, executorName: string | null }> } | null };

export type LatestBlocksQueryVariables = Exact<{ [key: string]: never; }>;


export type LatestBlocksQuery = { mainnet: Array<{ id: string, name: string, metrics: { at: string, height: number, bestBlockHash: string } | null }> | null, signet: Array<{ id: string, name: string, metrics: { at: string, height: number, bestBlockHash: string } | null }> | null, regtest: Array<{ id: string, name: string, metrics: { at: string, height: number, bestBlockHash: string } | null }> | null };

export type LatestBlockFragment = { id: string, name: string, metrics: { at: string, height: number, bestBlockHash: string } | null };

export type OwnSessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnSessionsQuery = { sessions: Array<{ id: string, isCurrent: boolean, address: string | null, userAgent: string | null, organizationName: string | null, createdAt: string, lastUsedAt: string, expiresAt: string }> | null };

export type EndSessionMutationVariables = Exact<{
  where: Types.SessionWhereUniqueInput;
}>;


export type EndSessionMutation = { endSession: boolean | null };

export type EndOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndOtherSessionsMutation = { endOtherSessions: number | null };

export type ChangePasswordMutationVariables = Exact<{
  input: Types.PasswordChangeInput;
}>;


export type ChangePasswordMutation = { changePassword: boolean | null };

export type SetUpSecondFactorMutationVariables = Exact<{
  password: string;
}>;


export type SetUpSecondFactorMutation = { setUpSecondFactor: { uri: string, recoveryCodes: Array<string> } | null };

export type ConfirmSecondFactorMutationVariables = Exact<{
  code: string;
}>;


export type ConfirmSecondFactorMutation = { confirmSecondFactor: boolean | null };

export type RemoveSecondFactorMutationVariables = Exact<{
  password: string;
}>;


export type RemoveSecondFactorMutation = { removeSecondFactor: boolean | null };

export type RenewRecoveryCodesMutationVariables = Exact<{
  password: string;
}>;


export type RenewRecoveryCodesMutation = { renewRecoveryCodes: Array<string> | null };

export type OwnKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnKeysQuery = { apiKeys: Array<{ id: string, name: string, start: string, owner: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null }> | null };

export type CreateOwnKeyMutationVariables = Exact<{
  input: Types.ApiKeyCreateInput;
}>;


export type CreateOwnKeyMutation = { createApiKey: { secret: string, apiKey: { id: string, name: string } } | null };

export type RevokeOwnKeyMutationVariables = Exact<{
  where: Types.ApiKeyWhereUniqueInput;
}>;


export type RevokeOwnKeyMutation = { revokeApiKey: { id: string } | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { role: Types.OrganizationRole | null, organization: { id: string, name: string, isActive: boolean } | null, person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } | null, organizations: Array<{ role: Types.OrganizationRole, organization: { id: string, name: string } }> | null } | null };

export type SignInMutationVariables = Exact<{
  input: Types.SignInInput;
}>;


export type SignInMutation = { signIn: { needsSecondFactor: boolean } | null };

export type ConfirmSignInMutationVariables = Exact<{
  input: Types.SecondFactorInput;
}>;


export type ConfirmSignInMutation = { confirmSignIn: { needsSecondFactor: boolean } | null };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { signOut: boolean | null };

export type SetActiveOrganizationMutationVariables = Exact<{
  where: Types.OrganizationWhereUniqueInput;
}>;


export type SetActiveOrganizationMutation = { setActiveOrganization: { id: string } | null };

export type SetPasswordMutationVariables = Exact<{
  input: Types.PasswordResetInput;
}>;


export type SetPasswordMutation = { resetPassword: boolean | null };

export type InvitationByTokenQueryVariables = Exact<{
  where: Types.InvitationTokenInput;
}>;


export type InvitationByTokenQuery = { invitation: { organizationName: string, email: string, role: Types.OrganizationRole, expiresAt: string } | null };

export type SignUpMutationVariables = Exact<{
  input: Types.SignUpInput;
}>;


export type SignUpMutation = { signUp: { id: string, email: string } | null };

export type AcceptInvitationMutationVariables = Exact<{
  token: string;
}>;


export type AcceptInvitationMutation = { acceptInvitation: { id: string, role: Types.OrganizationRole } | null };

export type FindForPaletteQueryVariables = Exact<{
  text: string;
}>;


export type FindForPaletteQuery = { nodes: Array<{ id: string, name: string, network: Types.Network, status: { phase: Types.NodePhase } }> | null };

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
export const RoomOfResourceFragmentDoc = new TypedDocumentString(`
    fragment RoomOfResource on Room {
  total
  promised
  used
  free
  available
}
    `, {"fragmentName":"RoomOfResource"}) as unknown as TypedDocumentString<RoomOfResourceFragment, unknown>;
export const FreeAndTotalFragmentDoc = new TypedDocumentString(`
    fragment FreeAndTotal on ResourceMetrics {
  total {
    last
  }
  free {
    last
  }
}
    `, {"fragmentName":"FreeAndTotal"}) as unknown as TypedDocumentString<FreeAndTotalFragment, unknown>;
export const IncidentFieldsFragmentDoc = new TypedDocumentString(`
    fragment IncidentFields on AlertIncident {
  id
  code
  severity
  status
  message
  advice
  subjectType
  subjectId
  subjectName
  executorId
  nodeId
  startedAt
  openedAt
  closedAt
  durationSeconds
  acknowledgedAt
  note
}
    `, {"fragmentName":"IncidentFields"}) as unknown as TypedDocumentString<IncidentFieldsFragment, unknown>;
export const LatestBlockFragmentDoc = new TypedDocumentString(`
    fragment LatestBlock on Node {
  id
  name
  metrics {
    at
    height
    bestBlockHash
  }
}
    `, {"fragmentName":"LatestBlock"}) as unknown as TypedDocumentString<LatestBlockFragment, unknown>;
export const WatchChangesDocument = new TypedDocumentString(`
    subscription WatchChanges {
  changes {
    type
    id
  }
}
    `) as unknown as TypedDocumentString<WatchChangesSubscription, WatchChangesSubscriptionVariables>;
export const AuditListDocument = new TypedDocumentString(`
    query AuditList($filter: AuditActionFilterInput!) {
  auditActions(filter: $filter) {
    nodes {
      id
      at
      action
      outcome
      errorCode
      address
      userAgent
      requestId
      before
      after
      actor {
        type
        name
      }
      target {
        type
        id
        name
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<AuditListQuery, AuditListQueryVariables>;
export const DeployOptionsDocument = new TypedDocumentString(`
    query DeployOptions($executorId: ID) {
  nodeOptions(executorId: $executorId) {
    networks
    nodeTypes
    clients {
      version
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
  }
}
    `) as unknown as TypedDocumentString<DeployOptionsQuery, DeployOptionsQueryVariables>;
export const DeployExecutorsDocument = new TypedDocumentString(`
    query DeployExecutors {
  executors(take: 500) {
    id
    name
    status
    cordon {
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<DeployExecutorsQuery, DeployExecutorsQueryVariables>;
export const PreviewDeploymentDocument = new TypedDocumentString(`
    query PreviewDeployment($data: NodeCreateInput!) {
  previewNodeCreation(data: $data) {
    accepted
    issues {
      code
      path
      message
    }
    placement {
      reason
    }
    executor {
      id
      name
    }
    configChanges {
      key
      to
      origin
      note
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewDeploymentQuery, PreviewDeploymentQueryVariables>;
export const DeployNodeDocument = new TypedDocumentString(`
    mutation DeployNode($data: NodeCreateInput!) {
  createNode(data: $data) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<DeployNodeMutation, DeployNodeMutationVariables>;
export const EventListDocument = new TypedDocumentString(`
    query EventList($filter: EventFilterInput!) {
  events(filter: $filter) {
    nodes {
      id
      at
      level
      kind
      message
      executorName
      nodeName
      nodeId
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<EventListQuery, EventListQueryVariables>;
export const ExecutorPageDocument = new TypedDocumentString(`
    query ExecutorPage($id: ID!) {
  executor(where: {id: $id}) {
    id
    name
    kind
    version
    channel
    status
    lastSeenAt
    createdAt
    capabilities {
      clients {
        client
        version
        image
      }
      networks
      nodeTypes
    }
    room {
      nodes
      cpuCores {
        ...RoomOfResource
      }
      memoryMiB {
        ...RoomOfResource
      }
      diskGiB {
        ...RoomOfResource
      }
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
      nodeId
      name
      containerId
      kept
      data {
        network
        nodeType
        height
        sizeBytes
        openedWith
        wallets
      }
    }
    nodes(take: 500) {
      id
      name
      network
      status {
        phase
        reason
      }
    }
  }
}
    fragment RoomOfResource on Room {
  total
  promised
  used
  free
  available
}`) as unknown as TypedDocumentString<ExecutorPageQuery, ExecutorPageQueryVariables>;
export const CordonExecutorDocument = new TypedDocumentString(`
    mutation CordonExecutor($id: ID!, $reason: String!) {
  cordonExecutor(where: {id: $id}, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<CordonExecutorMutation, CordonExecutorMutationVariables>;
export const UncordonExecutorDocument = new TypedDocumentString(`
    mutation UncordonExecutor($id: ID!) {
  uncordonExecutor(where: {id: $id}) {
    id
  }
}
    `) as unknown as TypedDocumentString<UncordonExecutorMutation, UncordonExecutorMutationVariables>;
export const DrainExecutorDocument = new TypedDocumentString(`
    mutation DrainExecutor($id: ID!, $reason: String!) {
  drainExecutor(where: {id: $id}, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<DrainExecutorMutation, DrainExecutorMutationVariables>;
export const UndrainExecutorDocument = new TypedDocumentString(`
    mutation UndrainExecutor($id: ID!) {
  undrainExecutor(where: {id: $id}) {
    id
  }
}
    `) as unknown as TypedDocumentString<UndrainExecutorMutation, UndrainExecutorMutationVariables>;
export const ChangeExecutorLabelsDocument = new TypedDocumentString(`
    mutation ChangeExecutorLabels($id: ID!, $labels: [ExecutorLabelInput!]!) {
  updateExecutor(where: {id: $id}, data: {labels: $labels}) {
    id
  }
}
    `) as unknown as TypedDocumentString<ChangeExecutorLabelsMutation, ChangeExecutorLabelsMutationVariables>;
export const DeleteExecutorDocument = new TypedDocumentString(`
    mutation DeleteExecutor($id: ID!) {
  deleteExecutor(where: {id: $id}) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteExecutorMutation, DeleteExecutorMutationVariables>;
export const RemoveKeptDataDocument = new TypedDocumentString(`
    mutation RemoveKeptData($data: KeptDataRemovalInput!) {
  removeKeptData(data: $data) {
    id
  }
}
    `) as unknown as TypedDocumentString<RemoveKeptDataMutation, RemoveKeptDataMutationVariables>;
export const ExecutorListDocument = new TypedDocumentString(`
    query ExecutorList($where: ExecutorWhereInput, $orderBy: [ExecutorOrderByInput!]) {
  executors(where: $where, orderBy: $orderBy, take: 500) {
    id
    name
    version
    status
    lastSeenAt
    cordon {
      reason
    }
    drain {
      completedAt
      remaining
    }
    labels {
      key
      value
    }
    room {
      nodes
      cpuCores {
        ...RoomOfResource
      }
      memoryMiB {
        ...RoomOfResource
      }
      diskGiB {
        ...RoomOfResource
      }
    }
  }
  executorsCount(where: $where)
}
    fragment RoomOfResource on Room {
  total
  promised
  used
  free
  available
}`) as unknown as TypedDocumentString<ExecutorListQuery, ExecutorListQueryVariables>;
export const IncidentPageDocument = new TypedDocumentString(`
    query IncidentPage($id: ID!) {
  notificationIncident(id: $id) {
    ...IncidentFields
  }
}
    fragment IncidentFields on AlertIncident {
  id
  code
  severity
  status
  message
  advice
  subjectType
  subjectId
  subjectName
  executorId
  nodeId
  startedAt
  openedAt
  closedAt
  durationSeconds
  acknowledgedAt
  note
}`) as unknown as TypedDocumentString<IncidentPageQuery, IncidentPageQueryVariables>;
export const BeforeIncidentDocument = new TypedDocumentString(`
    query BeforeIncident($audit: AuditActionFilterInput!, $events: EventFilterInput!) {
  auditActions(filter: $audit) {
    nodes {
      id
      at
      action
      outcome
      actor {
        name
      }
    }
  }
  events(filter: $events) {
    nodes {
      id
      at
      message
    }
  }
}
    `) as unknown as TypedDocumentString<BeforeIncidentQuery, BeforeIncidentQueryVariables>;
export const ResourcesBeforeIncidentDocument = new TypedDocumentString(`
    query ResourcesBeforeIncident($id: ID!, $from: DateTime!, $to: DateTime!) {
  executorMetrics(executorId: $id, from: $from, to: $to) {
    buckets {
      at
      cpuCores {
        ...FreeAndTotal
      }
      memoryMiB {
        ...FreeAndTotal
      }
      diskMiB {
        ...FreeAndTotal
      }
    }
  }
}
    fragment FreeAndTotal on ResourceMetrics {
  total {
    last
  }
  free {
    last
  }
}`) as unknown as TypedDocumentString<ResourcesBeforeIncidentQuery, ResourcesBeforeIncidentQueryVariables>;
export const IncidentListDocument = new TypedDocumentString(`
    query IncidentList($status: AlertStatus, $page: CursorPageInput!) {
  notificationIncidents(status: $status, page: $page) {
    nodes {
      ...IncidentFields
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    fragment IncidentFields on AlertIncident {
  id
  code
  severity
  status
  message
  advice
  subjectType
  subjectId
  subjectName
  executorId
  nodeId
  startedAt
  openedAt
  closedAt
  durationSeconds
  acknowledgedAt
  note
}`) as unknown as TypedDocumentString<IncidentListQuery, IncidentListQueryVariables>;
export const AcknowledgeIncidentDocument = new TypedDocumentString(`
    mutation AcknowledgeIncident($id: ID!, $note: String) {
  acknowledgeIncident(id: $id, note: $note) {
    id
  }
}
    `) as unknown as TypedDocumentString<AcknowledgeIncidentMutation, AcknowledgeIncidentMutationVariables>;
export const NodeConfigurationDocument = new TypedDocumentString(`
    query NodeConfiguration($id: ID!) {
  node(where: {id: $id}) {
    id
    network
    nodeType
    client
    clientVersion
    resources {
      cpuCores
      memoryMiB
      diskGiB
    }
    overrides {
      key
      value
    }
    effectiveConfig {
      key
      value
      origin
      note
    }
  }
}
    `) as unknown as TypedDocumentString<NodeConfigurationQuery, NodeConfigurationQueryVariables>;
export const NodeVersionsDocument = new TypedDocumentString(`
    query NodeVersions($executorId: ID!) {
  nodeOptions(executorId: $executorId) {
    clients {
      client
      version
    }
  }
}
    `) as unknown as TypedDocumentString<NodeVersionsQuery, NodeVersionsQueryVariables>;
export const ChangeNodeDocument = new TypedDocumentString(`
    mutation ChangeNode($id: ID!, $data: NodeUpdateInput!) {
  updateNode(where: {id: $id}, data: $data) {
    id
    waitsFor
  }
}
    `) as unknown as TypedDocumentString<ChangeNodeMutation, ChangeNodeMutationVariables>;
export const PreviewNodeChangeDocument = new TypedDocumentString(`
    query PreviewNodeChange($id: ID!, $data: NodeUpdateInput!) {
  previewNodeUpdate(where: {id: $id}, data: $data) {
    accepted
    issues {
      code
      path
      message
    }
    changes {
      field
      from
      to
      consequences {
        kind
        message
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
    `) as unknown as TypedDocumentString<PreviewNodeChangeQuery, PreviewNodeChangeQueryVariables>;
export const DeleteNodeDocument = new TypedDocumentString(`
    mutation DeleteNode($id: ID!, $policy: NodeDataPolicy!, $removal: NodeDataRemovalInput) {
  deleteNode(where: {id: $id}, data: $policy, removal: $removal) {
    id
    waitsFor
  }
}
    `) as unknown as TypedDocumentString<DeleteNodeMutation, DeleteNodeMutationVariables>;
export const AskNodeActionDocument = new TypedDocumentString(`
    mutation AskNodeAction($id: ID!, $action: NodeAction!, $downloadAgain: Boolean) {
  requestNodeAction(id: $id, action: $action, downloadAgain: $downloadAgain) {
    id
  }
}
    `) as unknown as TypedDocumentString<AskNodeActionMutation, AskNodeActionMutationVariables>;
export const NodeReindexStateDocument = new TypedDocumentString(`
    query NodeReindexState($id: ID!) {
  node(where: {id: $id}) {
    id
    reindex {
      requestId
      action
      state
      requestedAt
      requestedBy
      begunAt
      endedAt
      reason
      progress
      estimatedEndAt
    }
  }
}
    `) as unknown as TypedDocumentString<NodeReindexStateQuery, NodeReindexStateQueryVariables>;
export const NodePageDocument = new TypedDocumentString(`
    query NodePage($id: ID!) {
  node(where: {id: $id}) {
    id
    name
    network
    client
    clientVersion
    nodeType
    desiredState
    dataPolicy
    waitsFor
    createdAt
    updatedAt
    resources {
      cpuCores
      memoryMiB
      diskGiB
    }
    placement {
      chosenBy
      reason
    }
    executor {
      id
      name
      status
      lastSeenAt
    }
    status {
      phase
      since
      reason
      reportedAt
      endpoint {
        host
        rpcPort
        p2pPort
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NodePageQuery, NodePageQueryVariables>;
export const NodeMeasurementsDocument = new TypedDocumentString(`
    query NodeMeasurements($id: ID!) {
  node(where: {id: $id}) {
    id
    metrics {
      at
      height
      headers
      bestBlockHash
      verificationProgress
      initialBlockDownload
      peersInbound
      peersOutbound
      mempoolTransactions
      mempoolBytes
      sizeOnDiskBytes
      uptimeSeconds
      subversion
      warnings
      cpuPercent
      memoryMiB
      indexes {
        name
        synced
        bestBlockHeight
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NodeMeasurementsQuery, NodeMeasurementsQueryVariables>;
export const NodeLifecycleDocument = new TypedDocumentString(`
    mutation NodeLifecycle($id: ID!, $action: NodeLifecycleAction!) {
  requestNodeLifecycleAction(id: $id, action: $action) {
    id
    waitsFor
  }
}
    `) as unknown as TypedDocumentString<NodeLifecycleMutation, NodeLifecycleMutationVariables>;
export const WhyNodeDocument = new TypedDocumentString(`
    query WhyNode($id: ID!) {
  explainNode(id: $id) {
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
    `) as unknown as TypedDocumentString<WhyNodeQuery, WhyNodeQueryVariables>;
export const NodeListDocument = new TypedDocumentString(`
    query NodeList($where: NodeWhereInput, $orderBy: [NodeOrderByInput!], $take: Int, $skip: Int) {
  nodes(where: $where, orderBy: $orderBy, take: $take, skip: $skip) {
    id
    name
    network
    nodeType
    clientVersion
    desiredState
    executor {
      id
      name
    }
    status {
      phase
      reason
    }
    metrics {
      height
      headers
      verificationProgress
      peersInbound
      peersOutbound
    }
  }
}
    `) as unknown as TypedDocumentString<NodeListQuery, NodeListQueryVariables>;
export const NodeListCountsDocument = new TypedDocumentString(`
    query NodeListCounts($where: NodeWhereInput) {
  nodeCounts(where: $where) {
    total
    byPhase {
      phase
      nodes
    }
    byNetwork {
      network
      nodes
    }
  }
}
    `) as unknown as TypedDocumentString<NodeListCountsQuery, NodeListCountsQueryVariables>;
export const CreateEnrolmentTokenForFirstHostDocument = new TypedDocumentString(`
    mutation CreateEnrolmentTokenForFirstHost($input: EnrolmentTokenCreateInput!) {
  createEnrolmentToken(input: $input) {
    token
    enrolmentToken {
      id
      expiresAt
    }
  }
}
    `) as unknown as TypedDocumentString<CreateEnrolmentTokenForFirstHostMutation, CreateEnrolmentTokenForFirstHostMutationVariables>;
export const OverviewDocument = new TypedDocumentString(`
    query Overview {
  nodeCounts {
    total
    byPhase {
      phase
      nodes
    }
  }
  notificationIncidents(status: open, page: {take: 20}) {
    nodes {
      id
      severity
      message
      advice
      subjectName
      openedAt
      acknowledgedAt
      nodeId
    }
    pageInfo {
      hasNextPage
    }
  }
  executors(take: 12) {
    id
    name
    status
    lastSeenAt
    cordon {
      reason
    }
    room {
      nodes
      memoryMiB {
        total
        available
      }
      diskGiB {
        total
        available
      }
    }
  }
  executorsCount
  events(filter: {take: 10}) {
    nodes {
      id
      at
      level
      message
      nodeId
      nodeName
      executorName
    }
  }
}
    `) as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const LatestBlocksDocument = new TypedDocumentString(`
    query LatestBlocks {
  mainnet: nodes(
    where: {network: mainnet}
    orderBy: [{height: {sort: desc, nulls: last}}]
    take: 1
  ) {
    ...LatestBlock
  }
  signet: nodes(
    where: {network: signet}
    orderBy: [{height: {sort: desc, nulls: last}}]
    take: 1
  ) {
    ...LatestBlock
  }
  regtest: nodes(
    where: {network: regtest}
    orderBy: [{height: {sort: desc, nulls: last}}]
    take: 1
  ) {
    ...LatestBlock
  }
}
    fragment LatestBlock on Node {
  id
  name
  metrics {
    at
    height
    bestBlockHash
  }
}`) as unknown as TypedDocumentString<LatestBlocksQuery, LatestBlocksQueryVariables>;
export const OwnSessionsDocument = new TypedDocumentString(`
    query OwnSessions {
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
    `) as unknown as TypedDocumentString<OwnSessionsQuery, OwnSessionsQueryVariables>;
export const EndSessionDocument = new TypedDocumentString(`
    mutation EndSession($where: SessionWhereUniqueInput!) {
  endSession(where: $where)
}
    `) as unknown as TypedDocumentString<EndSessionMutation, EndSessionMutationVariables>;
export const EndOtherSessionsDocument = new TypedDocumentString(`
    mutation EndOtherSessions {
  endOtherSessions
}
    `) as unknown as TypedDocumentString<EndOtherSessionsMutation, EndOtherSessionsMutationVariables>;
export const ChangePasswordDocument = new TypedDocumentString(`
    mutation ChangePassword($input: PasswordChangeInput!) {
  changePassword(input: $input)
}
    `) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const SetUpSecondFactorDocument = new TypedDocumentString(`
    mutation SetUpSecondFactor($password: String!) {
  setUpSecondFactor(password: $password) {
    uri
    recoveryCodes
  }
}
    `) as unknown as TypedDocumentString<SetUpSecondFactorMutation, SetUpSecondFactorMutationVariables>;
export const ConfirmSecondFactorDocument = new TypedDocumentString(`
    mutation ConfirmSecondFactor($code: String!) {
  confirmSecondFactor(code: $code)
}
    `) as unknown as TypedDocumentString<ConfirmSecondFactorMutation, ConfirmSecondFactorMutationVariables>;
export const RemoveSecondFactorDocument = new TypedDocumentString(`
    mutation RemoveSecondFactor($password: String!) {
  removeSecondFactor(password: $password)
}
    `) as unknown as TypedDocumentString<RemoveSecondFactorMutation, RemoveSecondFactorMutationVariables>;
export const RenewRecoveryCodesDocument = new TypedDocumentString(`
    mutation RenewRecoveryCodes($password: String!) {
  renewRecoveryCodes(password: $password)
}
    `) as unknown as TypedDocumentString<RenewRecoveryCodesMutation, RenewRecoveryCodesMutationVariables>;
export const OwnKeysDocument = new TypedDocumentString(`
    query OwnKeys {
  apiKeys(where: {purpose: personal}, take: 500) {
    id
    name
    start
    owner
    createdAt
    expiresAt
    revokedAt
    lastUsedAt
  }
}
    `) as unknown as TypedDocumentString<OwnKeysQuery, OwnKeysQueryVariables>;
export const CreateOwnKeyDocument = new TypedDocumentString(`
    mutation CreateOwnKey($input: ApiKeyCreateInput!) {
  createApiKey(input: $input) {
    secret
    apiKey {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<CreateOwnKeyMutation, CreateOwnKeyMutationVariables>;
export const RevokeOwnKeyDocument = new TypedDocumentString(`
    mutation RevokeOwnKey($where: ApiKeyWhereUniqueInput!) {
  revokeApiKey(where: $where) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeOwnKeyMutation, RevokeOwnKeyMutationVariables>;
export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    role
    organization {
      id
      name
      isActive
    }
    person {
      id
      email
      name
      isSystemAdmin
      hasSecondFactor
    }
    organizations {
      role
      organization {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const SignInDocument = new TypedDocumentString(`
    mutation SignIn($input: SignInInput!) {
  signIn(input: $input) {
    needsSecondFactor
  }
}
    `) as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>;
export const ConfirmSignInDocument = new TypedDocumentString(`
    mutation ConfirmSignIn($input: SecondFactorInput!) {
  confirmSignIn(input: $input) {
    needsSecondFactor
  }
}
    `) as unknown as TypedDocumentString<ConfirmSignInMutation, ConfirmSignInMutationVariables>;
export const SignOutDocument = new TypedDocumentString(`
    mutation SignOut {
  signOut
}
    `) as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>;
export const SetActiveOrganizationDocument = new TypedDocumentString(`
    mutation SetActiveOrganization($where: OrganizationWhereUniqueInput!) {
  setActiveOrganization(where: $where) {
    id
  }
}
    `) as unknown as TypedDocumentString<SetActiveOrganizationMutation, SetActiveOrganizationMutationVariables>;
export const SetPasswordDocument = new TypedDocumentString(`
    mutation SetPassword($input: PasswordResetInput!) {
  resetPassword(input: $input)
}
    `) as unknown as TypedDocumentString<SetPasswordMutation, SetPasswordMutationVariables>;
export const InvitationByTokenDocument = new TypedDocumentString(`
    query InvitationByToken($where: InvitationTokenInput!) {
  invitation(where: $where) {
    organizationName
    email
    role
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<InvitationByTokenQuery, InvitationByTokenQueryVariables>;
export const SignUpDocument = new TypedDocumentString(`
    mutation SignUp($input: SignUpInput!) {
  signUp(input: $input) {
    id
    email
  }
}
    `) as unknown as TypedDocumentString<SignUpMutation, SignUpMutationVariables>;
export const AcceptInvitationDocument = new TypedDocumentString(`
    mutation AcceptInvitation($token: String!) {
  acceptInvitation(token: $token) {
    id
    role
  }
}
    `) as unknown as TypedDocumentString<AcceptInvitationMutation, AcceptInvitationMutationVariables>;
export const FindForPaletteDocument = new TypedDocumentString(`
    query FindForPalette($text: String!) {
  nodes(where: {name: {contains: $text, mode: insensitive}}, take: 8) {
    id
    name
    network
    status {
      phase
    }
  }
}
    `) as unknown as TypedDocumentString<FindForPaletteQuery, FindForPaletteQueryVariables>;