import type * as Types from '../../contract/types.generated.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { KeyRow, EnrolmentTokenRow, InvitationRow, MembershipRow, OrganizationRow, UserRow } from '../tables/accounts.ts';
import type { EndpointRow, ConsumerRow } from '../tables/endpoints.ts';
import type { ExecutorRow } from '../tables/executors.ts';
import type { ReleaseRow, UpgradeRow, RolloutRow, MemberRow } from '../tables/releases.ts';
import type { NodeRolloutRow, NodeRolloutMemberRow } from '../tables/node-rollouts.ts';
import type { SettingsView, NodeOverrideRow } from '../tables/notifications.ts';
import type { AuditActionRow } from '../tables/audit.ts';
import type { VersionLife } from '../../bitcoin/clients/lifecycle.ts';
import type { Advisory } from '../../bitcoin/clients/version-data.ts';
import type { ChannelRow, DeliveryRow } from '../tables/channels.ts';
import type { NodeRow, NodeOptionsRow } from '../tables/nodes.ts';
import type { ShownRequest } from '../tables/agent-requests.ts';
import type { OperationOfNode } from '../tables/node-operations.ts';
import type { Caller } from './caller.ts';
import type { RequestContext } from './context.ts';
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };


export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Types.Maybe<TTypes> | Promise<Types.Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;





/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AcceptInvitationPayload: ResolverTypeWrapper<Omit<Types.AcceptInvitationPayload, 'member'> & { member: ResolversTypes['Member'] }>;
  AcknowledgeIncidentPayload: ResolverTypeWrapper<Types.AcknowledgeIncidentPayload>;
  AcknowledgeIncidentsPayload: ResolverTypeWrapper<Types.AcknowledgeIncidentsPayload>;
  AdminSetOrganizationActivePayload: ResolverTypeWrapper<Omit<Types.AdminSetOrganizationActivePayload, 'organization'> & { organization: ResolversTypes['Organization'] }>;
  AdminSetSystemAdminPayload: ResolverTypeWrapper<Omit<Types.AdminSetSystemAdminPayload, 'person'> & { person: ResolversTypes['User'] }>;
  AdminUpdateOrganizationMemberRolePayload: ResolverTypeWrapper<Omit<Types.AdminUpdateOrganizationMemberRolePayload, 'member'> & { member: ResolversTypes['Member'] }>;
  AdoptParams: ResolverTypeWrapper<Types.AdoptParams>;
  AgentAnswerInput: Types.AgentAnswerInput;
  AgentPackaging: Types.AgentPackaging;
  AgentRequest: ResolverTypeWrapper<ShownRequest>;
  AgentRequestArgs: ResolverTypeWrapper<Types.AgentRequestArgs>;
  AgentRequestInput: Types.AgentRequestInput;
  AgentRequestResult: ResolverTypeWrapper<Types.AgentRequestResult>;
  AgentRequestStatus: Types.AgentRequestStatus;
  AgentRequestWhereUniqueInput: Types.AgentRequestWhereUniqueInput;
  AgentResultInput: Types.AgentResultInput;
  AlertCode: Types.AlertCode;
  AlertIncident: ResolverTypeWrapper<Types.AlertIncident>;
  AlertIncidentConnection: ResolverTypeWrapper<Types.AlertIncidentConnection>;
  AlertIncidentEdge: ResolverTypeWrapper<Types.AlertIncidentEdge>;
  AlertIncidentFilterInput: Types.AlertIncidentFilterInput;
  AlertIncidentWhereUniqueInput: Types.AlertIncidentWhereUniqueInput;
  AlertSeverity: Types.AlertSeverity;
  AlertStatus: Types.AlertStatus;
  AlertSubjectType: Types.AlertSubjectType;
  AnswerAgentRequestPayload: ResolverTypeWrapper<Types.AnswerAgentRequestPayload>;
  ApiKey: ResolverTypeWrapper<KeyRow>;
  ApiKeyCreateInput: Types.ApiKeyCreateInput;
  ApiKeyPurpose: Types.ApiKeyPurpose;
  ApiKeyPurposeFilter: Types.ApiKeyPurposeFilter;
  ApiKeyWhereInput: Types.ApiKeyWhereInput;
  ApiKeyWhereUniqueInput: Types.ApiKeyWhereUniqueInput;
  AuditAction: ResolverTypeWrapper<AuditActionRow>;
  AuditActionConnection: ResolverTypeWrapper<Omit<Types.AuditActionConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['AuditActionEdge']>, nodes: Array<ResolversTypes['AuditAction']> }>;
  AuditActionEdge: ResolverTypeWrapper<Omit<Types.AuditActionEdge, 'node'> & { node: ResolversTypes['AuditAction'] }>;
  AuditActionFilterInput: Types.AuditActionFilterInput;
  AuditActor: ResolverTypeWrapper<Types.AuditActor>;
  AuditActorType: Types.AuditActorType;
  AuditFault: ResolverTypeWrapper<Types.AuditFault>;
  AuditFaultKind: Types.AuditFaultKind;
  AuditLink: ResolverTypeWrapper<Types.AuditLink>;
  AuditLinkInput: Types.AuditLinkInput;
  AuditOutcome: Types.AuditOutcome;
  AuditTarget: ResolverTypeWrapper<Types.AuditTarget>;
  AuditVerification: ResolverTypeWrapper<Types.AuditVerification>;
  BitcoinConf: ResolverTypeWrapper<Types.BitcoinConf>;
  BitcoinConfField: ResolverTypeWrapper<Types.BitcoinConfField>;
  BitcoinConfInput: Types.BitcoinConfInput;
  BitcoinConfLine: ResolverTypeWrapper<Types.BitcoinConfLine>;
  BitcoinConfVerdict: Types.BitcoinConfVerdict;
  Boolean: ResolverTypeWrapper<Types.Scalars['Boolean']['output']>;
  BooleanFilter: Types.BooleanFilter;
  ByteCount: ResolverTypeWrapper<Types.Scalars['ByteCount']['output']>;
  CancelExecutorUpgradePayload: ResolverTypeWrapper<Omit<Types.CancelExecutorUpgradePayload, 'executor'> & { executor: ResolversTypes['Executor'] }>;
  CancelNodeOperationPayload: ResolverTypeWrapper<Omit<Types.CancelNodeOperationPayload, 'operation'> & { operation: ResolversTypes['NodeOperation'] }>;
  CancelNodeRolloutPayload: ResolverTypeWrapper<Omit<Types.CancelNodeRolloutPayload, 'rollout'> & { rollout: ResolversTypes['NodeRollout'] }>;
  CancelUpgradeRolloutPayload: ResolverTypeWrapper<Omit<Types.CancelUpgradeRolloutPayload, 'rollout'> & { rollout: ResolversTypes['UpgradeRollout'] }>;
  ChainArgs: ResolverTypeWrapper<Types.ChainArgs>;
  ChainBlockInput: Types.ChainBlockInput;
  ChainBranch: ResolverTypeWrapper<Types.ChainBranch>;
  ChainBranchNode: ResolverTypeWrapper<Types.ChainBranchNode>;
  ChainData: ResolverTypeWrapper<Types.ChainData>;
  ChainDataInput: Types.ChainDataInput;
  ChainIndex: Types.ChainIndex;
  ChainNetwork: ResolverTypeWrapper<Types.ChainNetwork>;
  ChainNetworkState: Types.ChainNetworkState;
  ChainNetworkWhereUniqueInput: Types.ChainNetworkWhereUniqueInput;
  ChainReadingInput: Types.ChainReadingInput;
  ChainTipCount: ResolverTypeWrapper<Types.ChainTipCount>;
  ChainTipStatus: Types.ChainTipStatus;
  ChainVerdict: Types.ChainVerdict;
  Change: ResolverTypeWrapper<Types.Change>;
  ChangeNodesPayload: ResolverTypeWrapper<Omit<Types.ChangeNodesPayload, 'results' | 'rollout'> & { results: Array<ResolversTypes['NodesChangeResult']>, rollout?: Types.Maybe<ResolversTypes['NodeRollout']> }>;
  ChangePasswordPayload: ResolverTypeWrapper<Omit<Types.ChangePasswordPayload, 'person'> & { person: ResolversTypes['User'] }>;
  ChangeType: Types.ChangeType;
  Client: Types.Client;
  ClientAdvisory: ResolverTypeWrapper<Advisory>;
  ClientAdvisorySeverity: Types.ClientAdvisorySeverity;
  ClientCapability: ResolverTypeWrapper<Omit<Types.ClientCapability, 'lifecycle'> & { lifecycle: ResolversTypes['ClientLifecycle'] }>;
  ClientCapabilityInput: Types.ClientCapabilityInput;
  ClientDefect: ResolverTypeWrapper<Types.ClientDefect>;
  ClientDefectKind: Types.ClientDefectKind;
  ClientLifecycle: ResolverTypeWrapper<VersionLife>;
  ClientLifecycleState: Types.ClientLifecycleState;
  ClientOption: ResolverTypeWrapper<Types.ClientCapabilityInput>;
  CompleteSingleSignOnInput: Types.CompleteSingleSignOnInput;
  CompleteSingleSignOnPayload: ResolverTypeWrapper<Omit<Types.CompleteSingleSignOnPayload, 'person'> & { person: ResolversTypes['User'] }>;
  ConfigChange: ResolverTypeWrapper<Types.ConfigChange>;
  ConfigLine: ResolverTypeWrapper<Types.ConfigLine>;
  ConfigOption: ResolverTypeWrapper<Types.ConfigOption>;
  ConfigOptionType: Types.ConfigOptionType;
  ConfigOrigin: Types.ConfigOrigin;
  ConfigOverride: ResolverTypeWrapper<Types.ConfigOverride>;
  ConfigOverrideInput: Types.ConfigOverrideInput;
  ConfigSetting: ResolverTypeWrapper<Types.ConfigSetting>;
  ConfigState: Types.ConfigState;
  ConfirmSecondFactorPayload: ResolverTypeWrapper<Omit<Types.ConfirmSecondFactorPayload, 'person'> & { person: ResolversTypes['User'] }>;
  ConfirmSignInPayload: ResolverTypeWrapper<Omit<Types.ConfirmSignInPayload, 'person'> & { person: ResolversTypes['User'] }>;
  ConsequenceHours: ResolverTypeWrapper<Types.ConsequenceHours>;
  ConsequenceKind: Types.ConsequenceKind;
  Consumer: ResolverTypeWrapper<ConsumerRow>;
  ConsumerCount: ResolverTypeWrapper<Types.ConsumerCount>;
  ConsumerCountInput: Types.ConsumerCountInput;
  ConsumerCreateInput: Types.ConsumerCreateInput;
  ConsumerPreset: Types.ConsumerPreset;
  ConsumerReportInput: Types.ConsumerReportInput;
  ConsumerUpdateInput: Types.ConsumerUpdateInput;
  ConsumerWhereInput: Types.ConsumerWhereInput;
  ConsumerWhereUniqueInput: Types.ConsumerWhereUniqueInput;
  CordonExecutorPayload: ResolverTypeWrapper<Omit<Types.CordonExecutorPayload, 'executor'> & { executor: ResolversTypes['Executor'] }>;
  CreateApiKeyPayload: ResolverTypeWrapper<Omit<Types.CreateApiKeyPayload, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>;
  CreateConsumerPayload: ResolverTypeWrapper<Omit<Types.CreateConsumerPayload, 'consumer'> & { consumer: ResolversTypes['Consumer'] }>;
  CreateEndpointPayload: ResolverTypeWrapper<Omit<Types.CreateEndpointPayload, 'endpoint'> & { endpoint: ResolversTypes['Endpoint'] }>;
  CreateEnrolmentTokenPayload: ResolverTypeWrapper<Omit<Types.CreateEnrolmentTokenPayload, 'enrolmentToken'> & { enrolmentToken: ResolversTypes['EnrolmentToken'] }>;
  CreateExecutorReleasePayload: ResolverTypeWrapper<Omit<Types.CreateExecutorReleasePayload, 'release'> & { release: ResolversTypes['ExecutorRelease'] }>;
  CreateNodePayload: ResolverTypeWrapper<Omit<Types.CreateNodePayload, 'node'> & { node: ResolversTypes['Node'] }>;
  CreateNotificationChannelPayload: ResolverTypeWrapper<Omit<Types.CreateNotificationChannelPayload, 'channel'> & { channel: ResolversTypes['NotificationChannel'] }>;
  CreateOrganizationPayload: ResolverTypeWrapper<Omit<Types.CreateOrganizationPayload, 'organization'> & { organization: ResolversTypes['Organization'] }>;
  CreatePasswordResetLinkPayload: ResolverTypeWrapper<Types.CreatePasswordResetLinkPayload>;
  Credential: ResolverTypeWrapper<Types.Credential>;
  CredentialType: Types.CredentialType;
  CustomSignet: ResolverTypeWrapper<Types.CustomSignet>;
  CustomSignetInput: Types.CustomSignetInput;
  DaemonBranch: ResolverTypeWrapper<Types.DaemonBranch>;
  DataRoot: ResolverTypeWrapper<Types.DataRoot>;
  DataRootInput: Types.DataRootInput;
  DateTime: ResolverTypeWrapper<Types.Scalars['DateTime']['output']>;
  DateTimeFilter: Types.DateTimeFilter;
  DeleteApiKeyPayload: ResolverTypeWrapper<Omit<Types.DeleteApiKeyPayload, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>;
  DeleteEndpointPayload: ResolverTypeWrapper<Omit<Types.DeleteEndpointPayload, 'endpoint'> & { endpoint: ResolversTypes['Endpoint'] }>;
  DeleteExecutorPayload: ResolverTypeWrapper<Omit<Types.DeleteExecutorPayload, 'executor'> & { executor: ResolversTypes['Executor'] }>;
  DeleteExecutorReleasePayload: ResolverTypeWrapper<Omit<Types.DeleteExecutorReleasePayload, 'release'> & { release: ResolversTypes['ExecutorRelease'] }>;
  DeleteMaintenanceSchedulePayload: ResolverTypeWrapper<Types.DeleteMaintenanceSchedulePayload>;
  DeleteNodePayload: ResolverTypeWrapper<Omit<Types.DeleteNodePayload, 'node'> & { node: ResolversTypes['Node'] }>;
  DeleteNotificationChannelPayload: ResolverTypeWrapper<Omit<Types.DeleteNotificationChannelPayload, 'channel'> & { channel: ResolversTypes['NotificationChannel'] }>;
  DeploymentStateInput: Types.DeploymentStateInput;
  DeregisterExecutorPayload: ResolverTypeWrapper<Types.DeregisterExecutorPayload>;
  DesiredConsumer: ResolverTypeWrapper<Types.DesiredConsumer>;
  DesiredConsumerSecret: ResolverTypeWrapper<Types.DesiredConsumerSecret>;
  DesiredEndpoint: ResolverTypeWrapper<Types.DesiredEndpoint>;
  DesiredEndpointBranches: ResolverTypeWrapper<Types.DesiredEndpointBranches>;
  DesiredEndpointMember: ResolverTypeWrapper<Types.DesiredEndpointMember>;
  DesiredGateway: ResolverTypeWrapper<Types.DesiredGateway>;
  DesiredNode: ResolverTypeWrapper<Types.DesiredNode>;
  DesiredOperation: ResolverTypeWrapper<Types.DesiredOperation>;
  DesiredState: Types.DesiredState;
  DesiredStateFilter: Types.DesiredStateFilter;
  DesiredUpgrade: ResolverTypeWrapper<Types.DesiredUpgrade>;
  DiskForecast: ResolverTypeWrapper<Types.DiskForecast>;
  DrainExecutorPayload: ResolverTypeWrapper<Omit<Types.DrainExecutorPayload, 'executor'> & { executor: ResolversTypes['Executor'] }>;
  EndOtherSessionsPayload: ResolverTypeWrapper<Types.EndOtherSessionsPayload>;
  EndSessionPayload: ResolverTypeWrapper<Types.EndSessionPayload>;
  Endpoint: ResolverTypeWrapper<EndpointRow>;
  EndpointCallInput: Types.EndpointCallInput;
  EndpointCreateInput: Types.EndpointCreateInput;
  EndpointHost: ResolverTypeWrapper<Types.EndpointHost>;
  EndpointHostMember: ResolverTypeWrapper<Types.EndpointHostMember>;
  EndpointHostState: Types.EndpointHostState;
  EndpointMember: ResolverTypeWrapper<Types.EndpointMember>;
  EndpointMemberReportInput: Types.EndpointMemberReportInput;
  EndpointReportInput: Types.EndpointReportInput;
  EndpointTls: ResolverTypeWrapper<Types.EndpointTls>;
  EndpointTlsInput: Types.EndpointTlsInput;
  EndpointUpdateInput: Types.EndpointUpdateInput;
  EndpointWhereUniqueInput: Types.EndpointWhereUniqueInput;
  EndpointsReportInput: Types.EndpointsReportInput;
  EnrolExecutorInput: Types.EnrolExecutorInput;
  EnrolExecutorPayload: ResolverTypeWrapper<Types.EnrolExecutorPayload>;
  EnrolmentToken: ResolverTypeWrapper<EnrolmentTokenRow>;
  EnrolmentTokenCreateInput: Types.EnrolmentTokenCreateInput;
  EnrolmentTokenStatus: Types.EnrolmentTokenStatus;
  EnrolmentTokenWhereUniqueInput: Types.EnrolmentTokenWhereUniqueInput;
  ErrorExtensions: ResolverTypeWrapper<Types.ErrorExtensions>;
  ErrorIssue: ResolverTypeWrapper<Types.ErrorIssue>;
  Event: ResolverTypeWrapper<Types.Event>;
  EventConnection: ResolverTypeWrapper<Types.EventConnection>;
  EventEdge: ResolverTypeWrapper<Types.EventEdge>;
  EventFilterInput: Types.EventFilterInput;
  EventLevel: Types.EventLevel;
  Executor: ResolverTypeWrapper<ExecutorRow>;
  ExecutorApiKeyUsage: ResolverTypeWrapper<KeyRow>;
  ExecutorCapabilities: ResolverTypeWrapper<Omit<Types.ExecutorCapabilities, 'clients'> & { clients: Array<ResolversTypes['ClientCapability']> }>;
  ExecutorCapabilitiesInput: Types.ExecutorCapabilitiesInput;
  ExecutorConnection: ResolverTypeWrapper<Omit<Types.ExecutorConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['ExecutorEdge']>, nodes: Array<ResolversTypes['Executor']> }>;
  ExecutorCordon: ResolverTypeWrapper<Types.ExecutorCordon>;
  ExecutorCounts: ResolverTypeWrapper<Types.ExecutorCounts>;
  ExecutorDrain: ResolverTypeWrapper<Types.ExecutorDrain>;
  ExecutorEdge: ResolverTypeWrapper<Omit<Types.ExecutorEdge, 'node'> & { node: ResolversTypes['Executor'] }>;
  ExecutorMetricsBucket: ResolverTypeWrapper<Types.ExecutorMetricsBucket>;
  ExecutorMetricsHistory: ResolverTypeWrapper<Types.ExecutorMetricsHistory>;
  ExecutorNudge: ResolverTypeWrapper<Types.ExecutorNudge>;
  ExecutorOffer: ResolverTypeWrapper<Omit<Types.ExecutorOffer, 'executor' | 'nodes'> & { executor: ResolversTypes['Executor'], nodes: Array<ResolversTypes['OfferedNode']> }>;
  ExecutorOrderByInput: Types.ExecutorOrderByInput;
  ExecutorRelationFilter: Types.ExecutorRelationFilter;
  ExecutorRelease: ResolverTypeWrapper<ReleaseRow>;
  ExecutorReleaseCreateInput: Types.ExecutorReleaseCreateInput;
  ExecutorReleaseOrderByInput: Types.ExecutorReleaseOrderByInput;
  ExecutorReleaseUpdateInput: Types.ExecutorReleaseUpdateInput;
  ExecutorReleaseWhereInput: Types.ExecutorReleaseWhereInput;
  ExecutorReleaseWhereUniqueInput: Types.ExecutorReleaseWhereUniqueInput;
  ExecutorResources: ResolverTypeWrapper<Types.ExecutorResources>;
  ExecutorResourcesInput: Types.ExecutorResourcesInput;
  ExecutorRoom: ResolverTypeWrapper<Types.ExecutorRoom>;
  ExecutorStatus: Types.ExecutorStatus;
  ExecutorStatusFilter: Types.ExecutorStatusFilter;
  ExecutorUpdateInput: Types.ExecutorUpdateInput;
  ExecutorUpgradability: ResolverTypeWrapper<Types.ExecutorUpgradability>;
  ExecutorUpgrade: ResolverTypeWrapper<UpgradeRow>;
  ExecutorWhereInput: Types.ExecutorWhereInput;
  ExecutorWhereUniqueInput: Types.ExecutorWhereUniqueInput;
  ExplainedStepInput: Types.ExplainedStepInput;
  ExplanationInput: Types.ExplanationInput;
  Float: ResolverTypeWrapper<Types.Scalars['Float']['output']>;
  FloatFilter: Types.FloatFilter;
  FollowedLogArgs: ResolverTypeWrapper<Types.FollowedLogArgs>;
  HeldMoveInput: Types.HeldMoveInput;
  HeldNodeInput: Types.HeldNodeInput;
  HeldOperationInput: Types.HeldOperationInput;
  HeldOperationParamsInput: Types.HeldOperationParamsInput;
  HeldRebuildIndexInput: Types.HeldRebuildIndexInput;
  HeldRehearseInput: Types.HeldRehearseInput;
  HeldReindexInput: Types.HeldReindexInput;
  HeldSeedInput: Types.HeldSeedInput;
  HeldStateInput: Types.HeldStateInput;
  ID: ResolverTypeWrapper<Types.Scalars['ID']['output']>;
  IndexStatus: ResolverTypeWrapper<Types.IndexStatus>;
  Int: ResolverTypeWrapper<Types.Scalars['Int']['output']>;
  IntFilter: Types.IntFilter;
  Invitation: ResolverTypeWrapper<InvitationRow>;
  InvitationCreateInput: Types.InvitationCreateInput;
  InvitationPreview: ResolverTypeWrapper<Types.InvitationPreview>;
  InvitationWhereUniqueInput: Types.InvitationWhereUniqueInput;
  InviteMemberPayload: ResolverTypeWrapper<Omit<Types.InviteMemberPayload, 'invitation'> & { invitation: ResolversTypes['Invitation'] }>;
  JSON: ResolverTypeWrapper<Types.Scalars['JSON']['output']>;
  KeptDataRemovalInput: Types.KeptDataRemovalInput;
  Label: ResolverTypeWrapper<Types.Label>;
  LabelChangesInput: Types.LabelChangesInput;
  LabelInput: Types.LabelInput;
  LeaveOrganizationPayload: ResolverTypeWrapper<Omit<Types.LeaveOrganizationPayload, 'member'> & { member: ResolversTypes['Member'] }>;
  LinkWhereUniqueInput: Types.LinkWhereUniqueInput;
  LogArgs: ResolverTypeWrapper<Types.LogArgs>;
  LogChunkInput: Types.LogChunkInput;
  LogRequestInput: Types.LogRequestInput;
  MaintenanceSchedule: ResolverTypeWrapper<Types.MaintenanceSchedule>;
  MaintenanceScheduleInput: Types.MaintenanceScheduleInput;
  MaintenanceWindow: ResolverTypeWrapper<Types.MaintenanceWindow>;
  MaintenanceWindowInput: Types.MaintenanceWindowInput;
  MaintenanceWindows: ResolverTypeWrapper<Types.MaintenanceWindows>;
  MaintenanceWindowsInput: Types.MaintenanceWindowsInput;
  Member: ResolverTypeWrapper<MembershipRow>;
  MemberWhereUniqueInput: Types.MemberWhereUniqueInput;
  MetricSummary: ResolverTypeWrapper<Types.MetricSummary>;
  MoveInput: Types.MoveInput;
  MoveParams: ResolverTypeWrapper<Types.MoveParams>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Network: Types.Network;
  NetworkCount: ResolverTypeWrapper<Types.NetworkCount>;
  NetworkFilter: Types.NetworkFilter;
  Node: ResolverTypeWrapper<NodeRow>;
  NodeChange: ResolverTypeWrapper<Types.NodeChange>;
  NodeConnection: ResolverTypeWrapper<Omit<Types.NodeConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['NodeEdge']>, nodes: Array<ResolversTypes['Node']> }>;
  NodeConsequence: ResolverTypeWrapper<Types.NodeConsequence>;
  NodeCounts: ResolverTypeWrapper<Types.NodeCounts>;
  NodeCreateInput: Types.NodeCreateInput;
  NodeDataPolicy: Types.NodeDataPolicy;
  NodeDataRemovalInput: Types.NodeDataRemovalInput;
  NodeDefaults: ResolverTypeWrapper<Types.NodeDefaults>;
  NodeDeletionPreview: ResolverTypeWrapper<Types.NodeDeletionPreview>;
  NodeEdge: ResolverTypeWrapper<Omit<Types.NodeEdge, 'node'> & { node: ResolversTypes['Node'] }>;
  NodeEndpoint: ResolverTypeWrapper<Types.NodeEndpoint>;
  NodeEndpointInput: Types.NodeEndpointInput;
  NodeExplanation: ResolverTypeWrapper<Types.NodeExplanation>;
  NodeHealth: ResolverTypeWrapper<Types.NodeHealth>;
  NodeHealthCount: ResolverTypeWrapper<Types.NodeHealthCount>;
  NodeHealthFilter: Types.NodeHealthFilter;
  NodeHealthLevel: Types.NodeHealthLevel;
  NodeHealthState: Types.NodeHealthState;
  NodeIncidentListFilter: Types.NodeIncidentListFilter;
  NodeIssue: ResolverTypeWrapper<Types.NodeIssue>;
  NodeLifecycleAction: Types.NodeLifecycleAction;
  NodeListRelationFilter: Types.NodeListRelationFilter;
  NodeLogChunk: ResolverTypeWrapper<Types.NodeLogChunk>;
  NodeMetrics: ResolverTypeWrapper<Types.NodeMetrics>;
  NodeMetricsBucket: ResolverTypeWrapper<Types.NodeMetricsBucket>;
  NodeMetricsHistory: ResolverTypeWrapper<Types.NodeMetricsHistory>;
  NodeOperation: ResolverTypeWrapper<OperationOfNode>;
  NodeOperationInput: Types.NodeOperationInput;
  NodeOperationKind: Types.NodeOperationKind;
  NodeOperationParams: ResolverTypeWrapper<Types.NodeOperationParams>;
  NodeOperationResult: ResolverTypeWrapper<Types.NodeOperationResult>;
  NodeOperationState: Types.NodeOperationState;
  NodeOperationWhereUniqueInput: Types.NodeOperationWhereUniqueInput;
  NodeOptions: ResolverTypeWrapper<NodeOptionsRow>;
  NodeOrderByInput: Types.NodeOrderByInput;
  NodePhase: Types.NodePhase;
  NodePhaseCount: ResolverTypeWrapper<Types.NodePhaseCount>;
  NodePhaseFilter: Types.NodePhaseFilter;
  NodePlacement: ResolverTypeWrapper<Types.NodePlacement>;
  NodePreview: ResolverTypeWrapper<Omit<Types.NodePreview, 'executor' | 'node'> & { executor?: Types.Maybe<ResolversTypes['Executor']>, node?: Types.Maybe<ResolversTypes['PreviewedNode']> }>;
  NodeProblem: ResolverTypeWrapper<Types.NodeProblem>;
  NodeProblemCode: Types.NodeProblemCode;
  NodeProblemInput: Types.NodeProblemInput;
  NodeProblemListFilter: Types.NodeProblemListFilter;
  NodeResources: ResolverTypeWrapper<Types.NodeResources>;
  NodeResourcesInput: Types.NodeResourcesInput;
  NodeRollout: ResolverTypeWrapper<NodeRolloutRow>;
  NodeRolloutBudget: ResolverTypeWrapper<Types.NodeRolloutBudget>;
  NodeRolloutBudgetInput: Types.NodeRolloutBudgetInput;
  NodeRolloutCanary: ResolverTypeWrapper<Types.NodeRolloutCanary>;
  NodeRolloutCanaryInput: Types.NodeRolloutCanaryInput;
  NodeRolloutChange: ResolverTypeWrapper<Types.NodeRolloutChange>;
  NodeRolloutCounts: ResolverTypeWrapper<Types.NodeRolloutCounts>;
  NodeRolloutGate: ResolverTypeWrapper<Types.NodeRolloutGate>;
  NodeRolloutGateInput: Types.NodeRolloutGateInput;
  NodeRolloutHeight: ResolverTypeWrapper<Types.NodeRolloutHeight>;
  NodeRolloutHeightInput: Types.NodeRolloutHeightInput;
  NodeRolloutMember: ResolverTypeWrapper<NodeRolloutMemberRow>;
  NodeRolloutMemberInput: Types.NodeRolloutMemberInput;
  NodeRolloutMemberState: Types.NodeRolloutMemberState;
  NodeRolloutPolicy: ResolverTypeWrapper<Types.NodeRolloutPolicy>;
  NodeRolloutPolicyInput: Types.NodeRolloutPolicyInput;
  NodeRolloutStartInput: Types.NodeRolloutStartInput;
  NodeRolloutState: Types.NodeRolloutState;
  NodeRolloutStateFilter: Types.NodeRolloutStateFilter;
  NodeRolloutWait: ResolverTypeWrapper<Types.NodeRolloutWait>;
  NodeRolloutWaitCode: Types.NodeRolloutWaitCode;
  NodeRolloutWhereInput: Types.NodeRolloutWhereInput;
  NodeRolloutWhereUniqueInput: Types.NodeRolloutWhereUniqueInput;
  NodeRpcCredentials: ResolverTypeWrapper<Types.NodeRpcCredentials>;
  NodeStatus: ResolverTypeWrapper<Types.NodeStatus>;
  NodeStep: ResolverTypeWrapper<Types.NodeStep>;
  NodeTor: ResolverTypeWrapper<Types.NodeTor>;
  NodeTorInput: Types.NodeTorInput;
  NodeTorMode: Types.NodeTorMode;
  NodeType: Types.NodeType;
  NodeTypeFilter: Types.NodeTypeFilter;
  NodeUpdateInput: Types.NodeUpdateInput;
  NodeWhereInput: Types.NodeWhereInput;
  NodeWhereUniqueInput: Types.NodeWhereUniqueInput;
  NodesAction: Types.NodesAction;
  NodesChangeInput: Types.NodesChangeInput;
  NodesChangeOutcome: Types.NodesChangeOutcome;
  NodesChangePreview: ResolverTypeWrapper<Omit<Types.NodesChangePreview, 'results'> & { results: Array<ResolversTypes['NodesChangeResult']> }>;
  NodesChangeResult: ResolverTypeWrapper<Omit<Types.NodesChangeResult, 'node'> & { node?: Types.Maybe<ResolversTypes['Node']> }>;
  NodesSettingsInput: Types.NodesSettingsInput;
  NotificationCenter: ResolverTypeWrapper<Types.NotificationCenter>;
  NotificationChannel: ResolverTypeWrapper<ChannelRow>;
  NotificationChannelCreateInput: Types.NotificationChannelCreateInput;
  NotificationChannelKind: Types.NotificationChannelKind;
  NotificationChannelUpdateInput: Types.NotificationChannelUpdateInput;
  NotificationChannelWhereUniqueInput: Types.NotificationChannelWhereUniqueInput;
  NotificationNodeOverride: ResolverTypeWrapper<NodeOverrideRow>;
  NotificationNodeOverrideInput: Types.NotificationNodeOverrideInput;
  NotificationNodeThresholds: ResolverTypeWrapper<Types.NotificationNodeThresholds>;
  NotificationNodeThresholdsInput: Types.NotificationNodeThresholdsInput;
  NotificationSettings: ResolverTypeWrapper<SettingsView>;
  NotificationSettingsInput: Types.NotificationSettingsInput;
  NotificationThresholds: ResolverTypeWrapper<Types.NotificationThresholds>;
  NotificationThresholdsInput: Types.NotificationThresholdsInput;
  NullableSortInput: Types.NullableSortInput;
  NullsOrder: Types.NullsOrder;
  NumberBounds: ResolverTypeWrapper<Types.NumberBounds>;
  ObservedNodeInput: Types.ObservedNodeInput;
  OfferedNode: ResolverTypeWrapper<Omit<Types.OfferedNode, 'clientLifecycle'>>;
  OpenAgentRequestPayload: ResolverTypeWrapper<Omit<Types.OpenAgentRequestPayload, 'request'> & { request: ResolversTypes['AgentRequest'] }>;
  OperationReportInput: Types.OperationReportInput;
  OperationResultInput: Types.OperationResultInput;
  Organization: ResolverTypeWrapper<OrganizationRow>;
  OrganizationCreateInput: Types.OrganizationCreateInput;
  OrganizationMemberWhereUniqueInput: Types.OrganizationMemberWhereUniqueInput;
  OrganizationMembership: ResolverTypeWrapper<Omit<Types.OrganizationMembership, 'organization'> & { organization: ResolversTypes['Organization'] }>;
  OrganizationRole: Types.OrganizationRole;
  OrganizationWhereUniqueInput: Types.OrganizationWhereUniqueInput;
  OrphanedNode: ResolverTypeWrapper<Types.OrphanedNodeInput & { executorId: string }>;
  OrphanedNodeInput: Types.OrphanedNodeInput;
  OvercommitInput: Types.OvercommitInput;
  PageDirection: Types.PageDirection;
  PageInfo: ResolverTypeWrapper<Types.PageInfo>;
  PasswordChangeInput: Types.PasswordChangeInput;
  PasswordResetInput: Types.PasswordResetInput;
  PasswordResetPreview: ResolverTypeWrapper<Types.PasswordResetPreview>;
  PauseNodeRolloutPayload: ResolverTypeWrapper<Omit<Types.PauseNodeRolloutPayload, 'rollout'> & { rollout: ResolversTypes['NodeRollout'] }>;
  PauseUpgradeRolloutPayload: ResolverTypeWrapper<Omit<Types.PauseUpgradeRolloutPayload, 'rollout'> & { rollout: ResolversTypes['UpgradeRollout'] }>;
  Permission: Types.Permission;
  PlacementChooser: Types.PlacementChooser;
  PreviewedNode: ResolverTypeWrapper<Omit<Types.PreviewedNode, 'clientLifecycle'>>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  QueryMode: Types.QueryMode;
  RebuildIndexInput: Types.RebuildIndexInput;
  RebuildIndexParams: ResolverTypeWrapper<Types.RebuildIndexParams>;
  RecoverExecutorPayload: ResolverTypeWrapper<Omit<Types.RecoverExecutorPayload, 'executor'> & { executor: ResolversTypes['Executor'] }>;
  RecoveryState: Types.RecoveryState;
  RedeliverWebhookPayload: ResolverTypeWrapper<Omit<Types.RedeliverWebhookPayload, 'delivery'> & { delivery: ResolversTypes['WebhookDelivery'] }>;
  RedeliverWebhooksPayload: ResolverTypeWrapper<Types.RedeliverWebhooksPayload>;
  RehearsalResult: ResolverTypeWrapper<Types.RehearsalResult>;
  RehearsalResultInput: Types.RehearsalResultInput;
  RehearsalVerdict: Types.RehearsalVerdict;
  RehearseInput: Types.RehearseInput;
  RehearseParams: ResolverTypeWrapper<Types.RehearseParams>;
  RehearsedIndex: ResolverTypeWrapper<Types.RehearsedIndex>;
  RehearsedIndexInput: Types.RehearsedIndexInput;
  ReindexInput: Types.ReindexInput;
  ReindexParams: ResolverTypeWrapper<Types.ReindexParams>;
  RejectedEvent: ResolverTypeWrapper<Types.RejectedEvent>;
  ReleaseArtifact: ResolverTypeWrapper<Types.ReleaseArtifact>;
  ReleaseArtifactInput: Types.ReleaseArtifactInput;
  ReleaseImage: ResolverTypeWrapper<Types.ReleaseImage>;
  ReleaseImageInput: Types.ReleaseImageInput;
  RemoveKeptDataPayload: ResolverTypeWrapper<Omit<Types.RemoveKeptDataPayload, 'orphan'> & { orphan: ResolversTypes['OrphanedNode'] }>;
  RemoveMemberPayload: ResolverTypeWrapper<Omit<Types.RemoveMemberPayload, 'member'> & { member: ResolversTypes['Member'] }>;
  RemoveSecondFactorPayload: ResolverTypeWrapper<Omit<Types.RemoveSecondFactorPayload, 'person'> & { person: ResolversTypes['User'] }>;
  RenewRecoveryCodesPayload: ResolverTypeWrapper<Types.RenewRecoveryCodesPayload>;
  ReportEndpointsPayload: ResolverTypeWrapper<Types.ReportEndpointsPayload>;
  ReportRuntimeEventsPayload: ResolverTypeWrapper<Types.ReportRuntimeEventsPayload>;
  RequestExecutorUpgradePayload: ResolverTypeWrapper<Omit<Types.RequestExecutorUpgradePayload, 'executor'> & { executor: ResolversTypes['Executor'] }>;
  RequestNodeLifecycleActionPayload: ResolverTypeWrapper<Omit<Types.RequestNodeLifecycleActionPayload, 'node'> & { node: ResolversTypes['Node'] }>;
  ResetPasswordPayload: ResolverTypeWrapper<Omit<Types.ResetPasswordPayload, 'person'> & { person: ResolversTypes['User'] }>;
  ResourceAmount: ResolverTypeWrapper<Types.ResourceAmount>;
  ResourceAmountInput: Types.ResourceAmountInput;
  ResourceBounds: ResolverTypeWrapper<Types.ResourceBounds>;
  ResourceMetrics: ResolverTypeWrapper<Types.ResourceMetrics>;
  ResumeNodeRolloutPayload: ResolverTypeWrapper<Omit<Types.ResumeNodeRolloutPayload, 'rollout'> & { rollout: ResolversTypes['NodeRollout'] }>;
  ResumeUpgradeRolloutPayload: ResolverTypeWrapper<Omit<Types.ResumeUpgradeRolloutPayload, 'rollout'> & { rollout: ResolversTypes['UpgradeRollout'] }>;
  RevertedChange: ResolverTypeWrapper<Types.RevertedChange>;
  RevertedChangeInput: Types.RevertedChangeInput;
  RevertedField: ResolverTypeWrapper<Types.RevertedField>;
  RevertedFieldInput: Types.RevertedFieldInput;
  RevokeApiKeyPayload: ResolverTypeWrapper<Omit<Types.RevokeApiKeyPayload, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>;
  RevokeConsumerPayload: ResolverTypeWrapper<Omit<Types.RevokeConsumerPayload, 'consumer'> & { consumer: ResolversTypes['Consumer'] }>;
  RevokeEnrolmentTokenPayload: ResolverTypeWrapper<Omit<Types.RevokeEnrolmentTokenPayload, 'enrolmentToken'> & { enrolmentToken: ResolversTypes['EnrolmentToken'] }>;
  RevokeInvitationPayload: ResolverTypeWrapper<Omit<Types.RevokeInvitationPayload, 'invitation'> & { invitation: ResolversTypes['Invitation'] }>;
  Room: ResolverTypeWrapper<Types.Room>;
  RotateConsumerSecretPayload: ResolverTypeWrapper<Omit<Types.RotateConsumerSecretPayload, 'consumer'> & { consumer: ResolversTypes['Consumer'] }>;
  RotateExecutorKeyPayload: ResolverTypeWrapper<Types.RotateExecutorKeyPayload>;
  RotateRpcCredentialsParams: ResolverTypeWrapper<Types.RotateRpcCredentialsParams>;
  RotateRpcCredentialsPayload: ResolverTypeWrapper<Omit<Types.RotateRpcCredentialsPayload, 'rotation'> & { rotation: ResolversTypes['RpcCredentialRotation'] }>;
  RotateWebhookSecretPayload: ResolverTypeWrapper<Types.RotateWebhookSecretPayload>;
  RpcArgs: ResolverTypeWrapper<Types.RpcArgs>;
  RpcCredentialRotation: ResolverTypeWrapper<Omit<Types.RpcCredentialRotation, 'rollout'> & { rollout?: Types.Maybe<ResolversTypes['NodeRollout']> }>;
  RpcRequestInput: Types.RpcRequestInput;
  RpcRotationStage: Types.RpcRotationStage;
  RuntimeEventInput: Types.RuntimeEventInput;
  SaveNotificationSettingsPayload: ResolverTypeWrapper<Omit<Types.SaveNotificationSettingsPayload, 'settings'> & { settings: ResolversTypes['NotificationSettings'] }>;
  SecondFactorInput: Types.SecondFactorInput;
  SeedParams: ResolverTypeWrapper<Types.SeedParams>;
  Session: ResolverTypeWrapper<Omit<Types.Session, 'createdAt' | 'expiresAt' | 'lastUsedAt'>>;
  SessionWhereUniqueInput: Types.SessionWhereUniqueInput;
  SetActiveOrganizationPayload: ResolverTypeWrapper<Omit<Types.SetActiveOrganizationPayload, 'organization'> & { organization: ResolversTypes['Organization'] }>;
  SetMaintenanceSchedulePayload: ResolverTypeWrapper<Types.SetMaintenanceSchedulePayload>;
  SetUpSecondFactorPayload: ResolverTypeWrapper<Types.SetUpSecondFactorPayload>;
  SignInInput: Types.SignInInput;
  SignInPayload: ResolverTypeWrapper<Omit<Types.SignInPayload, 'person'> & { person?: Types.Maybe<ResolversTypes['User']> }>;
  SignOutPayload: ResolverTypeWrapper<Types.SignOutPayload>;
  SignUpInput: Types.SignUpInput;
  SignUpPayload: ResolverTypeWrapper<Omit<Types.SignUpPayload, 'person'> & { person: ResolversTypes['User'] }>;
  SingleSignOn: ResolverTypeWrapper<Types.SingleSignOn>;
  SingleSignOnAttempt: ResolverTypeWrapper<Types.SingleSignOnAttempt>;
  SingleSignOnCheck: ResolverTypeWrapper<Types.SingleSignOnCheck>;
  SkipNodeRolloutMemberPayload: ResolverTypeWrapper<Omit<Types.SkipNodeRolloutMemberPayload, 'rollout'> & { rollout: ResolversTypes['NodeRollout'] }>;
  SkippedRpcNode: ResolverTypeWrapper<Types.SkippedRpcNode>;
  SortOrder: Types.SortOrder;
  StartNodeOperationPayload: ResolverTypeWrapper<Omit<Types.StartNodeOperationPayload, 'operation'> & { operation: ResolversTypes['NodeOperation'] }>;
  StartNodeRolloutPayload: ResolverTypeWrapper<Omit<Types.StartNodeRolloutPayload, 'rollout'> & { rollout: ResolversTypes['NodeRollout'] }>;
  StartSingleSignOnPayload: ResolverTypeWrapper<Types.StartSingleSignOnPayload>;
  StartUpgradeRolloutPayload: ResolverTypeWrapper<Omit<Types.StartUpgradeRolloutPayload, 'rollout'> & { rollout: ResolversTypes['UpgradeRollout'] }>;
  String: ResolverTypeWrapper<Types.Scalars['String']['output']>;
  StringFilter: Types.StringFilter;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SyncExecutorInput: Types.SyncExecutorInput;
  SyncExecutorPayload: ResolverTypeWrapper<Omit<Types.SyncExecutorPayload, 'requests'> & { requests: Array<ResolversTypes['AgentRequest']> }>;
  TestNotificationWebhookPayload: ResolverTypeWrapper<Omit<Types.TestNotificationWebhookPayload, 'delivery'> & { delivery: ResolversTypes['WebhookDelivery'] }>;
  TextFormat: Types.TextFormat;
  UncordonExecutorPayload: ResolverTypeWrapper<Omit<Types.UncordonExecutorPayload, 'executor'> & { executor: ResolversTypes['Executor'] }>;
  UndoNodeRolloutPayload: ResolverTypeWrapper<Omit<Types.UndoNodeRolloutPayload, 'rollout'> & { rollout: ResolversTypes['NodeRollout'] }>;
  UndrainExecutorPayload: ResolverTypeWrapper<Omit<Types.UndrainExecutorPayload, 'executor'> & { executor: ResolversTypes['Executor'] }>;
  UpdateConsumerPayload: ResolverTypeWrapper<Omit<Types.UpdateConsumerPayload, 'consumer'> & { consumer: ResolversTypes['Consumer'] }>;
  UpdateEndpointPayload: ResolverTypeWrapper<Omit<Types.UpdateEndpointPayload, 'endpoint'> & { endpoint: ResolversTypes['Endpoint'] }>;
  UpdateExecutorPayload: ResolverTypeWrapper<Omit<Types.UpdateExecutorPayload, 'executor'> & { executor: ResolversTypes['Executor'] }>;
  UpdateExecutorReleasePayload: ResolverTypeWrapper<Omit<Types.UpdateExecutorReleasePayload, 'release'> & { release: ResolversTypes['ExecutorRelease'] }>;
  UpdateMemberRolePayload: ResolverTypeWrapper<Omit<Types.UpdateMemberRolePayload, 'member'> & { member: ResolversTypes['Member'] }>;
  UpdateNodePayload: ResolverTypeWrapper<Omit<Types.UpdateNodePayload, 'node'> & { node: ResolversTypes['Node'] }>;
  UpdateNotificationChannelPayload: ResolverTypeWrapper<Omit<Types.UpdateNotificationChannelPayload, 'channel'> & { channel: ResolversTypes['NotificationChannel'] }>;
  UpgradabilityInput: Types.UpgradabilityInput;
  UpgradeReportInput: Types.UpgradeReportInput;
  UpgradeReportState: Types.UpgradeReportState;
  UpgradeRollout: ResolverTypeWrapper<RolloutRow>;
  UpgradeRolloutCounts: ResolverTypeWrapper<Types.UpgradeRolloutCounts>;
  UpgradeRolloutMember: ResolverTypeWrapper<MemberRow>;
  UpgradeRolloutMemberState: Types.UpgradeRolloutMemberState;
  UpgradeRolloutOrderByInput: Types.UpgradeRolloutOrderByInput;
  UpgradeRolloutPreview: ResolverTypeWrapper<Types.UpgradeRolloutPreview>;
  UpgradeRolloutPreviewMember: ResolverTypeWrapper<Types.UpgradeRolloutPreviewMember>;
  UpgradeRolloutStartInput: Types.UpgradeRolloutStartInput;
  UpgradeRolloutState: Types.UpgradeRolloutState;
  UpgradeRolloutStateFilter: Types.UpgradeRolloutStateFilter;
  UpgradeRolloutWhereInput: Types.UpgradeRolloutWhereInput;
  UpgradeRolloutWhereUniqueInput: Types.UpgradeRolloutWhereUniqueInput;
  UpgradeState: Types.UpgradeState;
  User: ResolverTypeWrapper<UserRow>;
  UserErrorCode: Types.UserErrorCode;
  UserWhereUniqueInput: Types.UserWhereUniqueInput;
  Viewer: ResolverTypeWrapper<Caller>;
  WebhookAttempt: ResolverTypeWrapper<Types.WebhookAttempt>;
  WebhookDelivery: ResolverTypeWrapper<DeliveryRow>;
  WebhookDeliveryStatus: Types.WebhookDeliveryStatus;
  WebhookDeliveryWhereUniqueInput: Types.WebhookDeliveryWhereUniqueInput;
  Weekday: Types.Weekday;
  ZmqEndpoint: ResolverTypeWrapper<Types.ZmqEndpoint>;
  ZmqEndpointInput: Types.ZmqEndpointInput;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AcceptInvitationPayload: Omit<Types.AcceptInvitationPayload, 'member'> & { member: ResolversParentTypes['Member'] };
  AcknowledgeIncidentPayload: Types.AcknowledgeIncidentPayload;
  AcknowledgeIncidentsPayload: Types.AcknowledgeIncidentsPayload;
  AdminSetOrganizationActivePayload: Omit<Types.AdminSetOrganizationActivePayload, 'organization'> & { organization: ResolversParentTypes['Organization'] };
  AdminSetSystemAdminPayload: Omit<Types.AdminSetSystemAdminPayload, 'person'> & { person: ResolversParentTypes['User'] };
  AdminUpdateOrganizationMemberRolePayload: Omit<Types.AdminUpdateOrganizationMemberRolePayload, 'member'> & { member: ResolversParentTypes['Member'] };
  AdoptParams: Types.AdoptParams;
  AgentAnswerInput: Types.AgentAnswerInput;
  AgentRequest: ShownRequest;
  AgentRequestArgs: Types.AgentRequestArgs;
  AgentRequestInput: Types.AgentRequestInput;
  AgentRequestResult: Types.AgentRequestResult;
  AgentRequestWhereUniqueInput: Types.AgentRequestWhereUniqueInput;
  AgentResultInput: Types.AgentResultInput;
  AlertIncident: Types.AlertIncident;
  AlertIncidentConnection: Types.AlertIncidentConnection;
  AlertIncidentEdge: Types.AlertIncidentEdge;
  AlertIncidentFilterInput: Types.AlertIncidentFilterInput;
  AlertIncidentWhereUniqueInput: Types.AlertIncidentWhereUniqueInput;
  AnswerAgentRequestPayload: Types.AnswerAgentRequestPayload;
  ApiKey: KeyRow;
  ApiKeyCreateInput: Types.ApiKeyCreateInput;
  ApiKeyPurposeFilter: Types.ApiKeyPurposeFilter;
  ApiKeyWhereInput: Types.ApiKeyWhereInput;
  ApiKeyWhereUniqueInput: Types.ApiKeyWhereUniqueInput;
  AuditAction: AuditActionRow;
  AuditActionConnection: Omit<Types.AuditActionConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['AuditActionEdge']>, nodes: Array<ResolversParentTypes['AuditAction']> };
  AuditActionEdge: Omit<Types.AuditActionEdge, 'node'> & { node: ResolversParentTypes['AuditAction'] };
  AuditActionFilterInput: Types.AuditActionFilterInput;
  AuditActor: Types.AuditActor;
  AuditFault: Types.AuditFault;
  AuditLink: Types.AuditLink;
  AuditLinkInput: Types.AuditLinkInput;
  AuditTarget: Types.AuditTarget;
  AuditVerification: Types.AuditVerification;
  BitcoinConf: Types.BitcoinConf;
  BitcoinConfField: Types.BitcoinConfField;
  BitcoinConfInput: Types.BitcoinConfInput;
  BitcoinConfLine: Types.BitcoinConfLine;
  Boolean: Types.Scalars['Boolean']['output'];
  BooleanFilter: Types.BooleanFilter;
  ByteCount: Types.Scalars['ByteCount']['output'];
  CancelExecutorUpgradePayload: Omit<Types.CancelExecutorUpgradePayload, 'executor'> & { executor: ResolversParentTypes['Executor'] };
  CancelNodeOperationPayload: Omit<Types.CancelNodeOperationPayload, 'operation'> & { operation: ResolversParentTypes['NodeOperation'] };
  CancelNodeRolloutPayload: Omit<Types.CancelNodeRolloutPayload, 'rollout'> & { rollout: ResolversParentTypes['NodeRollout'] };
  CancelUpgradeRolloutPayload: Omit<Types.CancelUpgradeRolloutPayload, 'rollout'> & { rollout: ResolversParentTypes['UpgradeRollout'] };
  ChainArgs: Types.ChainArgs;
  ChainBlockInput: Types.ChainBlockInput;
  ChainBranch: Types.ChainBranch;
  ChainBranchNode: Types.ChainBranchNode;
  ChainData: Types.ChainData;
  ChainDataInput: Types.ChainDataInput;
  ChainNetwork: Types.ChainNetwork;
  ChainNetworkWhereUniqueInput: Types.ChainNetworkWhereUniqueInput;
  ChainReadingInput: Types.ChainReadingInput;
  ChainTipCount: Types.ChainTipCount;
  Change: Types.Change;
  ChangeNodesPayload: Omit<Types.ChangeNodesPayload, 'results' | 'rollout'> & { results: Array<ResolversParentTypes['NodesChangeResult']>, rollout?: Types.Maybe<ResolversParentTypes['NodeRollout']> };
  ChangePasswordPayload: Omit<Types.ChangePasswordPayload, 'person'> & { person: ResolversParentTypes['User'] };
  ClientAdvisory: Advisory;
  ClientCapability: Omit<Types.ClientCapability, 'lifecycle'> & { lifecycle: ResolversParentTypes['ClientLifecycle'] };
  ClientCapabilityInput: Types.ClientCapabilityInput;
  ClientDefect: Types.ClientDefect;
  ClientLifecycle: VersionLife;
  ClientOption: Types.ClientCapabilityInput;
  CompleteSingleSignOnInput: Types.CompleteSingleSignOnInput;
  CompleteSingleSignOnPayload: Omit<Types.CompleteSingleSignOnPayload, 'person'> & { person: ResolversParentTypes['User'] };
  ConfigChange: Types.ConfigChange;
  ConfigLine: Types.ConfigLine;
  ConfigOption: Types.ConfigOption;
  ConfigOverride: Types.ConfigOverride;
  ConfigOverrideInput: Types.ConfigOverrideInput;
  ConfigSetting: Types.ConfigSetting;
  ConfirmSecondFactorPayload: Omit<Types.ConfirmSecondFactorPayload, 'person'> & { person: ResolversParentTypes['User'] };
  ConfirmSignInPayload: Omit<Types.ConfirmSignInPayload, 'person'> & { person: ResolversParentTypes['User'] };
  ConsequenceHours: Types.ConsequenceHours;
  Consumer: ConsumerRow;
  ConsumerCount: Types.ConsumerCount;
  ConsumerCountInput: Types.ConsumerCountInput;
  ConsumerCreateInput: Types.ConsumerCreateInput;
  ConsumerReportInput: Types.ConsumerReportInput;
  ConsumerUpdateInput: Types.ConsumerUpdateInput;
  ConsumerWhereInput: Types.ConsumerWhereInput;
  ConsumerWhereUniqueInput: Types.ConsumerWhereUniqueInput;
  CordonExecutorPayload: Omit<Types.CordonExecutorPayload, 'executor'> & { executor: ResolversParentTypes['Executor'] };
  CreateApiKeyPayload: Omit<Types.CreateApiKeyPayload, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] };
  CreateConsumerPayload: Omit<Types.CreateConsumerPayload, 'consumer'> & { consumer: ResolversParentTypes['Consumer'] };
  CreateEndpointPayload: Omit<Types.CreateEndpointPayload, 'endpoint'> & { endpoint: ResolversParentTypes['Endpoint'] };
  CreateEnrolmentTokenPayload: Omit<Types.CreateEnrolmentTokenPayload, 'enrolmentToken'> & { enrolmentToken: ResolversParentTypes['EnrolmentToken'] };
  CreateExecutorReleasePayload: Omit<Types.CreateExecutorReleasePayload, 'release'> & { release: ResolversParentTypes['ExecutorRelease'] };
  CreateNodePayload: Omit<Types.CreateNodePayload, 'node'> & { node: ResolversParentTypes['Node'] };
  CreateNotificationChannelPayload: Omit<Types.CreateNotificationChannelPayload, 'channel'> & { channel: ResolversParentTypes['NotificationChannel'] };
  CreateOrganizationPayload: Omit<Types.CreateOrganizationPayload, 'organization'> & { organization: ResolversParentTypes['Organization'] };
  CreatePasswordResetLinkPayload: Types.CreatePasswordResetLinkPayload;
  Credential: Types.Credential;
  CustomSignet: Types.CustomSignet;
  CustomSignetInput: Types.CustomSignetInput;
  DaemonBranch: Types.DaemonBranch;
  DataRoot: Types.DataRoot;
  DataRootInput: Types.DataRootInput;
  DateTime: Types.Scalars['DateTime']['output'];
  DateTimeFilter: Types.DateTimeFilter;
  DeleteApiKeyPayload: Omit<Types.DeleteApiKeyPayload, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] };
  DeleteEndpointPayload: Omit<Types.DeleteEndpointPayload, 'endpoint'> & { endpoint: ResolversParentTypes['Endpoint'] };
  DeleteExecutorPayload: Omit<Types.DeleteExecutorPayload, 'executor'> & { executor: ResolversParentTypes['Executor'] };
  DeleteExecutorReleasePayload: Omit<Types.DeleteExecutorReleasePayload, 'release'> & { release: ResolversParentTypes['ExecutorRelease'] };
  DeleteMaintenanceSchedulePayload: Types.DeleteMaintenanceSchedulePayload;
  DeleteNodePayload: Omit<Types.DeleteNodePayload, 'node'> & { node: ResolversParentTypes['Node'] };
  DeleteNotificationChannelPayload: Omit<Types.DeleteNotificationChannelPayload, 'channel'> & { channel: ResolversParentTypes['NotificationChannel'] };
  DeploymentStateInput: Types.DeploymentStateInput;
  DeregisterExecutorPayload: Types.DeregisterExecutorPayload;
  DesiredConsumer: Types.DesiredConsumer;
  DesiredConsumerSecret: Types.DesiredConsumerSecret;
  DesiredEndpoint: Types.DesiredEndpoint;
  DesiredEndpointBranches: Types.DesiredEndpointBranches;
  DesiredEndpointMember: Types.DesiredEndpointMember;
  DesiredGateway: Types.DesiredGateway;
  DesiredNode: Types.DesiredNode;
  DesiredOperation: Types.DesiredOperation;
  DesiredStateFilter: Types.DesiredStateFilter;
  DesiredUpgrade: Types.DesiredUpgrade;
  DiskForecast: Types.DiskForecast;
  DrainExecutorPayload: Omit<Types.DrainExecutorPayload, 'executor'> & { executor: ResolversParentTypes['Executor'] };
  EndOtherSessionsPayload: Types.EndOtherSessionsPayload;
  EndSessionPayload: Types.EndSessionPayload;
  Endpoint: EndpointRow;
  EndpointCallInput: Types.EndpointCallInput;
  EndpointCreateInput: Types.EndpointCreateInput;
  EndpointHost: Types.EndpointHost;
  EndpointHostMember: Types.EndpointHostMember;
  EndpointMember: Types.EndpointMember;
  EndpointMemberReportInput: Types.EndpointMemberReportInput;
  EndpointReportInput: Types.EndpointReportInput;
  EndpointTls: Types.EndpointTls;
  EndpointTlsInput: Types.EndpointTlsInput;
  EndpointUpdateInput: Types.EndpointUpdateInput;
  EndpointWhereUniqueInput: Types.EndpointWhereUniqueInput;
  EndpointsReportInput: Types.EndpointsReportInput;
  EnrolExecutorInput: Types.EnrolExecutorInput;
  EnrolExecutorPayload: Types.EnrolExecutorPayload;
  EnrolmentToken: EnrolmentTokenRow;
  EnrolmentTokenCreateInput: Types.EnrolmentTokenCreateInput;
  EnrolmentTokenWhereUniqueInput: Types.EnrolmentTokenWhereUniqueInput;
  ErrorExtensions: Types.ErrorExtensions;
  ErrorIssue: Types.ErrorIssue;
  Event: Types.Event;
  EventConnection: Types.EventConnection;
  EventEdge: Types.EventEdge;
  EventFilterInput: Types.EventFilterInput;
  Executor: ExecutorRow;
  ExecutorApiKeyUsage: KeyRow;
  ExecutorCapabilities: Omit<Types.ExecutorCapabilities, 'clients'> & { clients: Array<ResolversParentTypes['ClientCapability']> };
  ExecutorCapabilitiesInput: Types.ExecutorCapabilitiesInput;
  ExecutorConnection: Omit<Types.ExecutorConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['ExecutorEdge']>, nodes: Array<ResolversParentTypes['Executor']> };
  ExecutorCordon: Types.ExecutorCordon;
  ExecutorCounts: Types.ExecutorCounts;
  ExecutorDrain: Types.ExecutorDrain;
  ExecutorEdge: Omit<Types.ExecutorEdge, 'node'> & { node: ResolversParentTypes['Executor'] };
  ExecutorMetricsBucket: Types.ExecutorMetricsBucket;
  ExecutorMetricsHistory: Types.ExecutorMetricsHistory;
  ExecutorNudge: Types.ExecutorNudge;
  ExecutorOffer: Omit<Types.ExecutorOffer, 'executor' | 'nodes'> & { executor: ResolversParentTypes['Executor'], nodes: Array<ResolversParentTypes['OfferedNode']> };
  ExecutorOrderByInput: Types.ExecutorOrderByInput;
  ExecutorRelationFilter: Types.ExecutorRelationFilter;
  ExecutorRelease: ReleaseRow;
  ExecutorReleaseCreateInput: Types.ExecutorReleaseCreateInput;
  ExecutorReleaseOrderByInput: Types.ExecutorReleaseOrderByInput;
  ExecutorReleaseUpdateInput: Types.ExecutorReleaseUpdateInput;
  ExecutorReleaseWhereInput: Types.ExecutorReleaseWhereInput;
  ExecutorReleaseWhereUniqueInput: Types.ExecutorReleaseWhereUniqueInput;
  ExecutorResources: Types.ExecutorResources;
  ExecutorResourcesInput: Types.ExecutorResourcesInput;
  ExecutorRoom: Types.ExecutorRoom;
  ExecutorStatusFilter: Types.ExecutorStatusFilter;
  ExecutorUpdateInput: Types.ExecutorUpdateInput;
  ExecutorUpgradability: Types.ExecutorUpgradability;
  ExecutorUpgrade: UpgradeRow;
  ExecutorWhereInput: Types.ExecutorWhereInput;
  ExecutorWhereUniqueInput: Types.ExecutorWhereUniqueInput;
  ExplainedStepInput: Types.ExplainedStepInput;
  ExplanationInput: Types.ExplanationInput;
  Float: Types.Scalars['Float']['output'];
  FloatFilter: Types.FloatFilter;
  FollowedLogArgs: Types.FollowedLogArgs;
  HeldMoveInput: Types.HeldMoveInput;
  HeldNodeInput: Types.HeldNodeInput;
  HeldOperationInput: Types.HeldOperationInput;
  HeldOperationParamsInput: Types.HeldOperationParamsInput;
  HeldRebuildIndexInput: Types.HeldRebuildIndexInput;
  HeldRehearseInput: Types.HeldRehearseInput;
  HeldReindexInput: Types.HeldReindexInput;
  HeldSeedInput: Types.HeldSeedInput;
  HeldStateInput: Types.HeldStateInput;
  ID: Types.Scalars['ID']['output'];
  IndexStatus: Types.IndexStatus;
  Int: Types.Scalars['Int']['output'];
  IntFilter: Types.IntFilter;
  Invitation: InvitationRow;
  InvitationCreateInput: Types.InvitationCreateInput;
  InvitationPreview: Types.InvitationPreview;
  InvitationWhereUniqueInput: Types.InvitationWhereUniqueInput;
  InviteMemberPayload: Omit<Types.InviteMemberPayload, 'invitation'> & { invitation: ResolversParentTypes['Invitation'] };
  JSON: Types.Scalars['JSON']['output'];
  KeptDataRemovalInput: Types.KeptDataRemovalInput;
  Label: Types.Label;
  LabelChangesInput: Types.LabelChangesInput;
  LabelInput: Types.LabelInput;
  LeaveOrganizationPayload: Omit<Types.LeaveOrganizationPayload, 'member'> & { member: ResolversParentTypes['Member'] };
  LinkWhereUniqueInput: Types.LinkWhereUniqueInput;
  LogArgs: Types.LogArgs;
  LogChunkInput: Types.LogChunkInput;
  LogRequestInput: Types.LogRequestInput;
  MaintenanceSchedule: Types.MaintenanceSchedule;
  MaintenanceScheduleInput: Types.MaintenanceScheduleInput;
  MaintenanceWindow: Types.MaintenanceWindow;
  MaintenanceWindowInput: Types.MaintenanceWindowInput;
  MaintenanceWindows: Types.MaintenanceWindows;
  MaintenanceWindowsInput: Types.MaintenanceWindowsInput;
  Member: MembershipRow;
  MemberWhereUniqueInput: Types.MemberWhereUniqueInput;
  MetricSummary: Types.MetricSummary;
  MoveInput: Types.MoveInput;
  MoveParams: Types.MoveParams;
  Mutation: Record<PropertyKey, never>;
  NetworkCount: Types.NetworkCount;
  NetworkFilter: Types.NetworkFilter;
  Node: NodeRow;
  NodeChange: Types.NodeChange;
  NodeConnection: Omit<Types.NodeConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['NodeEdge']>, nodes: Array<ResolversParentTypes['Node']> };
  NodeConsequence: Types.NodeConsequence;
  NodeCounts: Types.NodeCounts;
  NodeCreateInput: Types.NodeCreateInput;
  NodeDataRemovalInput: Types.NodeDataRemovalInput;
  NodeDefaults: Types.NodeDefaults;
  NodeDeletionPreview: Types.NodeDeletionPreview;
  NodeEdge: Omit<Types.NodeEdge, 'node'> & { node: ResolversParentTypes['Node'] };
  NodeEndpoint: Types.NodeEndpoint;
  NodeEndpointInput: Types.NodeEndpointInput;
  NodeExplanation: Types.NodeExplanation;
  NodeHealth: Types.NodeHealth;
  NodeHealthCount: Types.NodeHealthCount;
  NodeHealthFilter: Types.NodeHealthFilter;
  NodeIncidentListFilter: Types.NodeIncidentListFilter;
  NodeIssue: Types.NodeIssue;
  NodeListRelationFilter: Types.NodeListRelationFilter;
  NodeLogChunk: Types.NodeLogChunk;
  NodeMetrics: Types.NodeMetrics;
  NodeMetricsBucket: Types.NodeMetricsBucket;
  NodeMetricsHistory: Types.NodeMetricsHistory;
  NodeOperation: OperationOfNode;
  NodeOperationInput: Types.NodeOperationInput;
  NodeOperationParams: Types.NodeOperationParams;
  NodeOperationResult: Types.NodeOperationResult;
  NodeOperationWhereUniqueInput: Types.NodeOperationWhereUniqueInput;
  NodeOptions: NodeOptionsRow;
  NodeOrderByInput: Types.NodeOrderByInput;
  NodePhaseCount: Types.NodePhaseCount;
  NodePhaseFilter: Types.NodePhaseFilter;
  NodePlacement: Types.NodePlacement;
  NodePreview: Omit<Types.NodePreview, 'executor' | 'node'> & { executor?: Types.Maybe<ResolversParentTypes['Executor']>, node?: Types.Maybe<ResolversParentTypes['PreviewedNode']> };
  NodeProblem: Types.NodeProblem;
  NodeProblemInput: Types.NodeProblemInput;
  NodeProblemListFilter: Types.NodeProblemListFilter;
  NodeResources: Types.NodeResources;
  NodeResourcesInput: Types.NodeResourcesInput;
  NodeRollout: NodeRolloutRow;
  NodeRolloutBudget: Types.NodeRolloutBudget;
  NodeRolloutBudgetInput: Types.NodeRolloutBudgetInput;
  NodeRolloutCanary: Types.NodeRolloutCanary;
  NodeRolloutCanaryInput: Types.NodeRolloutCanaryInput;
  NodeRolloutChange: Types.NodeRolloutChange;
  NodeRolloutCounts: Types.NodeRolloutCounts;
  NodeRolloutGate: Types.NodeRolloutGate;
  NodeRolloutGateInput: Types.NodeRolloutGateInput;
  NodeRolloutHeight: Types.NodeRolloutHeight;
  NodeRolloutHeightInput: Types.NodeRolloutHeightInput;
  NodeRolloutMember: NodeRolloutMemberRow;
  NodeRolloutMemberInput: Types.NodeRolloutMemberInput;
  NodeRolloutPolicy: Types.NodeRolloutPolicy;
  NodeRolloutPolicyInput: Types.NodeRolloutPolicyInput;
  NodeRolloutStartInput: Types.NodeRolloutStartInput;
  NodeRolloutStateFilter: Types.NodeRolloutStateFilter;
  NodeRolloutWait: Types.NodeRolloutWait;
  NodeRolloutWhereInput: Types.NodeRolloutWhereInput;
  NodeRolloutWhereUniqueInput: Types.NodeRolloutWhereUniqueInput;
  NodeRpcCredentials: Types.NodeRpcCredentials;
  NodeStatus: Types.NodeStatus;
  NodeStep: Types.NodeStep;
  NodeTor: Types.NodeTor;
  NodeTorInput: Types.NodeTorInput;
  NodeTypeFilter: Types.NodeTypeFilter;
  NodeUpdateInput: Types.NodeUpdateInput;
  NodeWhereInput: Types.NodeWhereInput;
  NodeWhereUniqueInput: Types.NodeWhereUniqueInput;
  NodesChangeInput: Types.NodesChangeInput;
  NodesChangePreview: Omit<Types.NodesChangePreview, 'results'> & { results: Array<ResolversParentTypes['NodesChangeResult']> };
  NodesChangeResult: Omit<Types.NodesChangeResult, 'node'> & { node?: Types.Maybe<ResolversParentTypes['Node']> };
  NodesSettingsInput: Types.NodesSettingsInput;
  NotificationCenter: Types.NotificationCenter;
  NotificationChannel: ChannelRow;
  NotificationChannelCreateInput: Types.NotificationChannelCreateInput;
  NotificationChannelUpdateInput: Types.NotificationChannelUpdateInput;
  NotificationChannelWhereUniqueInput: Types.NotificationChannelWhereUniqueInput;
  NotificationNodeOverride: NodeOverrideRow;
  NotificationNodeOverrideInput: Types.NotificationNodeOverrideInput;
  NotificationNodeThresholds: Types.NotificationNodeThresholds;
  NotificationNodeThresholdsInput: Types.NotificationNodeThresholdsInput;
  NotificationSettings: SettingsView;
  NotificationSettingsInput: Types.NotificationSettingsInput;
  NotificationThresholds: Types.NotificationThresholds;
  NotificationThresholdsInput: Types.NotificationThresholdsInput;
  NullableSortInput: Types.NullableSortInput;
  NumberBounds: Types.NumberBounds;
  ObservedNodeInput: Types.ObservedNodeInput;
  OfferedNode: Omit<Types.OfferedNode, 'clientLifecycle'>;
  OpenAgentRequestPayload: Omit<Types.OpenAgentRequestPayload, 'request'> & { request: ResolversParentTypes['AgentRequest'] };
  OperationReportInput: Types.OperationReportInput;
  OperationResultInput: Types.OperationResultInput;
  Organization: OrganizationRow;
  OrganizationCreateInput: Types.OrganizationCreateInput;
  OrganizationMemberWhereUniqueInput: Types.OrganizationMemberWhereUniqueInput;
  OrganizationMembership: Omit<Types.OrganizationMembership, 'organization'> & { organization: ResolversParentTypes['Organization'] };
  OrganizationWhereUniqueInput: Types.OrganizationWhereUniqueInput;
  OrphanedNode: Types.OrphanedNodeInput & { executorId: string };
  OrphanedNodeInput: Types.OrphanedNodeInput;
  OvercommitInput: Types.OvercommitInput;
  PageInfo: Types.PageInfo;
  PasswordChangeInput: Types.PasswordChangeInput;
  PasswordResetInput: Types.PasswordResetInput;
  PasswordResetPreview: Types.PasswordResetPreview;
  PauseNodeRolloutPayload: Omit<Types.PauseNodeRolloutPayload, 'rollout'> & { rollout: ResolversParentTypes['NodeRollout'] };
  PauseUpgradeRolloutPayload: Omit<Types.PauseUpgradeRolloutPayload, 'rollout'> & { rollout: ResolversParentTypes['UpgradeRollout'] };
  PreviewedNode: Omit<Types.PreviewedNode, 'clientLifecycle'>;
  Query: Record<PropertyKey, never>;
  RebuildIndexInput: Types.RebuildIndexInput;
  RebuildIndexParams: Types.RebuildIndexParams;
  RecoverExecutorPayload: Omit<Types.RecoverExecutorPayload, 'executor'> & { executor: ResolversParentTypes['Executor'] };
  RedeliverWebhookPayload: Omit<Types.RedeliverWebhookPayload, 'delivery'> & { delivery: ResolversParentTypes['WebhookDelivery'] };
  RedeliverWebhooksPayload: Types.RedeliverWebhooksPayload;
  RehearsalResult: Types.RehearsalResult;
  RehearsalResultInput: Types.RehearsalResultInput;
  RehearseInput: Types.RehearseInput;
  RehearseParams: Types.RehearseParams;
  RehearsedIndex: Types.RehearsedIndex;
  RehearsedIndexInput: Types.RehearsedIndexInput;
  ReindexInput: Types.ReindexInput;
  ReindexParams: Types.ReindexParams;
  RejectedEvent: Types.RejectedEvent;
  ReleaseArtifact: Types.ReleaseArtifact;
  ReleaseArtifactInput: Types.ReleaseArtifactInput;
  ReleaseImage: Types.ReleaseImage;
  ReleaseImageInput: Types.ReleaseImageInput;
  RemoveKeptDataPayload: Omit<Types.RemoveKeptDataPayload, 'orphan'> & { orphan: ResolversParentTypes['OrphanedNode'] };
  RemoveMemberPayload: Omit<Types.RemoveMemberPayload, 'member'> & { member: ResolversParentTypes['Member'] };
  RemoveSecondFactorPayload: Omit<Types.RemoveSecondFactorPayload, 'person'> & { person: ResolversParentTypes['User'] };
  RenewRecoveryCodesPayload: Types.RenewRecoveryCodesPayload;
  ReportEndpointsPayload: Types.ReportEndpointsPayload;
  ReportRuntimeEventsPayload: Types.ReportRuntimeEventsPayload;
  RequestExecutorUpgradePayload: Omit<Types.RequestExecutorUpgradePayload, 'executor'> & { executor: ResolversParentTypes['Executor'] };
  RequestNodeLifecycleActionPayload: Omit<Types.RequestNodeLifecycleActionPayload, 'node'> & { node: ResolversParentTypes['Node'] };
  ResetPasswordPayload: Omit<Types.ResetPasswordPayload, 'person'> & { person: ResolversParentTypes['User'] };
  ResourceAmount: Types.ResourceAmount;
  ResourceAmountInput: Types.ResourceAmountInput;
  ResourceBounds: Types.ResourceBounds;
  ResourceMetrics: Types.ResourceMetrics;
  ResumeNodeRolloutPayload: Omit<Types.ResumeNodeRolloutPayload, 'rollout'> & { rollout: ResolversParentTypes['NodeRollout'] };
  ResumeUpgradeRolloutPayload: Omit<Types.ResumeUpgradeRolloutPayload, 'rollout'> & { rollout: ResolversParentTypes['UpgradeRollout'] };
  RevertedChange: Types.RevertedChange;
  RevertedChangeInput: Types.RevertedChangeInput;
  RevertedField: Types.RevertedField;
  RevertedFieldInput: Types.RevertedFieldInput;
  RevokeApiKeyPayload: Omit<Types.RevokeApiKeyPayload, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] };
  RevokeConsumerPayload: Omit<Types.RevokeConsumerPayload, 'consumer'> & { consumer: ResolversParentTypes['Consumer'] };
  RevokeEnrolmentTokenPayload: Omit<Types.RevokeEnrolmentTokenPayload, 'enrolmentToken'> & { enrolmentToken: ResolversParentTypes['EnrolmentToken'] };
  RevokeInvitationPayload: Omit<Types.RevokeInvitationPayload, 'invitation'> & { invitation: ResolversParentTypes['Invitation'] };
  Room: Types.Room;
  RotateConsumerSecretPayload: Omit<Types.RotateConsumerSecretPayload, 'consumer'> & { consumer: ResolversParentTypes['Consumer'] };
  RotateExecutorKeyPayload: Types.RotateExecutorKeyPayload;
  RotateRpcCredentialsParams: Types.RotateRpcCredentialsParams;
  RotateRpcCredentialsPayload: Omit<Types.RotateRpcCredentialsPayload, 'rotation'> & { rotation: ResolversParentTypes['RpcCredentialRotation'] };
  RotateWebhookSecretPayload: Types.RotateWebhookSecretPayload;
  RpcArgs: Types.RpcArgs;
  RpcCredentialRotation: Omit<Types.RpcCredentialRotation, 'rollout'> & { rollout?: Types.Maybe<ResolversParentTypes['NodeRollout']> };
  RpcRequestInput: Types.RpcRequestInput;
  RuntimeEventInput: Types.RuntimeEventInput;
  SaveNotificationSettingsPayload: Omit<Types.SaveNotificationSettingsPayload, 'settings'> & { settings: ResolversParentTypes['NotificationSettings'] };
  SecondFactorInput: Types.SecondFactorInput;
  SeedParams: Types.SeedParams;
  Session: Omit<Types.Session, 'createdAt' | 'expiresAt' | 'lastUsedAt'>;
  SessionWhereUniqueInput: Types.SessionWhereUniqueInput;
  SetActiveOrganizationPayload: Omit<Types.SetActiveOrganizationPayload, 'organization'> & { organization: ResolversParentTypes['Organization'] };
  SetMaintenanceSchedulePayload: Types.SetMaintenanceSchedulePayload;
  SetUpSecondFactorPayload: Types.SetUpSecondFactorPayload;
  SignInInput: Types.SignInInput;
  SignInPayload: Omit<Types.SignInPayload, 'person'> & { person?: Types.Maybe<ResolversParentTypes['User']> };
  SignOutPayload: Types.SignOutPayload;
  SignUpInput: Types.SignUpInput;
  SignUpPayload: Omit<Types.SignUpPayload, 'person'> & { person: ResolversParentTypes['User'] };
  SingleSignOn: Types.SingleSignOn;
  SingleSignOnAttempt: Types.SingleSignOnAttempt;
  SingleSignOnCheck: Types.SingleSignOnCheck;
  SkipNodeRolloutMemberPayload: Omit<Types.SkipNodeRolloutMemberPayload, 'rollout'> & { rollout: ResolversParentTypes['NodeRollout'] };
  SkippedRpcNode: Types.SkippedRpcNode;
  StartNodeOperationPayload: Omit<Types.StartNodeOperationPayload, 'operation'> & { operation: ResolversParentTypes['NodeOperation'] };
  StartNodeRolloutPayload: Omit<Types.StartNodeRolloutPayload, 'rollout'> & { rollout: ResolversParentTypes['NodeRollout'] };
  StartSingleSignOnPayload: Types.StartSingleSignOnPayload;
  StartUpgradeRolloutPayload: Omit<Types.StartUpgradeRolloutPayload, 'rollout'> & { rollout: ResolversParentTypes['UpgradeRollout'] };
  String: Types.Scalars['String']['output'];
  StringFilter: Types.StringFilter;
  Subscription: Record<PropertyKey, never>;
  SyncExecutorInput: Types.SyncExecutorInput;
  SyncExecutorPayload: Omit<Types.SyncExecutorPayload, 'requests'> & { requests: Array<ResolversParentTypes['AgentRequest']> };
  TestNotificationWebhookPayload: Omit<Types.TestNotificationWebhookPayload, 'delivery'> & { delivery: ResolversParentTypes['WebhookDelivery'] };
  UncordonExecutorPayload: Omit<Types.UncordonExecutorPayload, 'executor'> & { executor: ResolversParentTypes['Executor'] };
  UndoNodeRolloutPayload: Omit<Types.UndoNodeRolloutPayload, 'rollout'> & { rollout: ResolversParentTypes['NodeRollout'] };
  UndrainExecutorPayload: Omit<Types.UndrainExecutorPayload, 'executor'> & { executor: ResolversParentTypes['Executor'] };
  UpdateConsumerPayload: Omit<Types.UpdateConsumerPayload, 'consumer'> & { consumer: ResolversParentTypes['Consumer'] };
  UpdateEndpointPayload: Omit<Types.UpdateEndpointPayload, 'endpoint'> & { endpoint: ResolversParentTypes['Endpoint'] };
  UpdateExecutorPayload: Omit<Types.UpdateExecutorPayload, 'executor'> & { executor: ResolversParentTypes['Executor'] };
  UpdateExecutorReleasePayload: Omit<Types.UpdateExecutorReleasePayload, 'release'> & { release: ResolversParentTypes['ExecutorRelease'] };
  UpdateMemberRolePayload: Omit<Types.UpdateMemberRolePayload, 'member'> & { member: ResolversParentTypes['Member'] };
  UpdateNodePayload: Omit<Types.UpdateNodePayload, 'node'> & { node: ResolversParentTypes['Node'] };
  UpdateNotificationChannelPayload: Omit<Types.UpdateNotificationChannelPayload, 'channel'> & { channel: ResolversParentTypes['NotificationChannel'] };
  UpgradabilityInput: Types.UpgradabilityInput;
  UpgradeReportInput: Types.UpgradeReportInput;
  UpgradeRollout: RolloutRow;
  UpgradeRolloutCounts: Types.UpgradeRolloutCounts;
  UpgradeRolloutMember: MemberRow;
  UpgradeRolloutOrderByInput: Types.UpgradeRolloutOrderByInput;
  UpgradeRolloutPreview: Types.UpgradeRolloutPreview;
  UpgradeRolloutPreviewMember: Types.UpgradeRolloutPreviewMember;
  UpgradeRolloutStartInput: Types.UpgradeRolloutStartInput;
  UpgradeRolloutStateFilter: Types.UpgradeRolloutStateFilter;
  UpgradeRolloutWhereInput: Types.UpgradeRolloutWhereInput;
  UpgradeRolloutWhereUniqueInput: Types.UpgradeRolloutWhereUniqueInput;
  User: UserRow;
  UserWhereUniqueInput: Types.UserWhereUniqueInput;
  Viewer: Caller;
  WebhookAttempt: Types.WebhookAttempt;
  WebhookDelivery: DeliveryRow;
  WebhookDeliveryWhereUniqueInput: Types.WebhookDeliveryWhereUniqueInput;
  ZmqEndpoint: Types.ZmqEndpoint;
  ZmqEndpointInput: Types.ZmqEndpointInput;
};

export type LimitDirectiveArgs = {
  format?: Types.Maybe<Types.TextFormat>;
  line?: Types.Maybe<Types.Scalars['Int']['input']>;
  max?: Types.Maybe<Types.Scalars['Float']['input']>;
  maxItems?: Types.Maybe<Types.Scalars['Int']['input']>;
  min?: Types.Maybe<Types.Scalars['Float']['input']>;
  minLength?: Types.Maybe<Types.Scalars['Int']['input']>;
  text?: Types.Maybe<Types.Scalars['Int']['input']>;
};

export type LimitDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = LimitDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type OptionalDirectiveArgs = { };

export type OptionalDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = OptionalDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type PermissionDirectiveArgs = {
  of: Types.Permission;
};

export type PermissionDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = PermissionDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type AcceptInvitationPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AcceptInvitationPayload'] = ResolversParentTypes['AcceptInvitationPayload']> = {
  member?: Resolver<ResolversTypes['Member'], ParentType, ContextType>;
};

export type AcknowledgeIncidentPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AcknowledgeIncidentPayload'] = ResolversParentTypes['AcknowledgeIncidentPayload']> = {
  incident?: Resolver<ResolversTypes['AlertIncident'], ParentType, ContextType>;
};

export type AcknowledgeIncidentsPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AcknowledgeIncidentsPayload'] = ResolversParentTypes['AcknowledgeIncidentsPayload']> = {
  incidents?: Resolver<Array<ResolversTypes['AlertIncident']>, ParentType, ContextType>;
};

export type AdminSetOrganizationActivePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AdminSetOrganizationActivePayload'] = ResolversParentTypes['AdminSetOrganizationActivePayload']> = {
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
};

export type AdminSetSystemAdminPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AdminSetSystemAdminPayload'] = ResolversParentTypes['AdminSetSystemAdminPayload']> = {
  person?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type AdminUpdateOrganizationMemberRolePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AdminUpdateOrganizationMemberRolePayload'] = ResolversParentTypes['AdminUpdateOrganizationMemberRolePayload']> = {
  member?: Resolver<ResolversTypes['Member'], ParentType, ContextType>;
};

export type AdoptParamsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AdoptParams'] = ResolversParentTypes['AdoptParams']> = {
  height?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AgentRequestResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AgentRequest'] = ResolversParentTypes['AgentRequest']> = {
  args?: Resolver<ResolversTypes['AgentRequestArgs'], ParentType, ContextType>;
  error?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  result?: Resolver<Types.Maybe<ResolversTypes['AgentRequestResult']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['AgentRequestStatus'], ParentType, ContextType>;
};

export type AgentRequestArgsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AgentRequestArgs'] = ResolversParentTypes['AgentRequestArgs']> = {
  chain?: Resolver<Types.Maybe<ResolversTypes['ChainArgs']>, ParentType, ContextType>;
  followLog?: Resolver<Types.Maybe<ResolversTypes['FollowedLogArgs']>, ParentType, ContextType>;
  log?: Resolver<Types.Maybe<ResolversTypes['LogArgs']>, ParentType, ContextType>;
  rpc?: Resolver<Types.Maybe<ResolversTypes['RpcArgs']>, ParentType, ContextType>;
};

export type AgentRequestResultResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AgentRequestResult'] = ResolversParentTypes['AgentRequestResult']> = {
  log?: Resolver<Types.Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  rpc?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AlertIncidentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AlertIncident'] = ResolversParentTypes['AlertIncident']> = {
  acknowledgedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  acknowledgedBy?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  advice?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  branches?: Resolver<Types.Maybe<Array<ResolversTypes['ChainBranch']>>, ParentType, ContextType>;
  closedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  code?: Resolver<ResolversTypes['AlertCode'], ParentType, ContextType>;
  data?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  durationSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  executorId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  note?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  openedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['AlertSeverity'], ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['AlertStatus'], ParentType, ContextType>;
  subjectId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  subjectName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subjectType?: Resolver<ResolversTypes['AlertSubjectType'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type AlertIncidentConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AlertIncidentConnection'] = ResolversParentTypes['AlertIncidentConnection']> = {
  edges?: Resolver<Array<ResolversTypes['AlertIncidentEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['AlertIncident']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type AlertIncidentEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AlertIncidentEdge'] = ResolversParentTypes['AlertIncidentEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['AlertIncident'], ParentType, ContextType>;
};

export type AnswerAgentRequestPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AnswerAgentRequestPayload'] = ResolversParentTypes['AnswerAgentRequestPayload']> = {
  isOpen?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isTaken?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ApiKeyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastUsedFrom?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  purpose?: Resolver<ResolversTypes['ApiKeyPurpose'], ParentType, ContextType>;
  revokedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  start?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  usage?: Resolver<Types.Maybe<ResolversTypes['ExecutorApiKeyUsage']>, ParentType, ContextType>;
};

export type AuditActionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditAction'] = ResolversParentTypes['AuditAction']> = {
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  actor?: Resolver<ResolversTypes['AuditActor'], ParentType, ContextType>;
  address?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  after?: Resolver<Types.Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  before?: Resolver<Types.Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  errorCode?: Resolver<Types.Maybe<ResolversTypes['UserErrorCode']>, ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['AuditOutcome'], ParentType, ContextType>;
  requestId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  target?: Resolver<Types.Maybe<ResolversTypes['AuditTarget']>, ParentType, ContextType>;
  unrecorded?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  userAgent?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AuditActionConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditActionConnection'] = ResolversParentTypes['AuditActionConnection']> = {
  edges?: Resolver<Array<ResolversTypes['AuditActionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['AuditAction']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type AuditActionEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditActionEdge'] = ResolversParentTypes['AuditActionEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['AuditAction'], ParentType, ContextType>;
};

export type AuditActorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditActor'] = ResolversParentTypes['AuditActor']> = {
  apiKeyId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['AuditActorType'], ParentType, ContextType>;
  userId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type AuditFaultResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditFault'] = ResolversParentTypes['AuditFault']> = {
  first?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['AuditFaultKind'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AuditLinkResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditLink'] = ResolversParentTypes['AuditLink']> = {
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AuditTargetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditTarget'] = ResolversParentTypes['AuditTarget']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AuditVerificationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AuditVerification'] = ResolversParentTypes['AuditVerification']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  faultCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  faults?: Resolver<Array<ResolversTypes['AuditFault']>, ParentType, ContextType>;
  firstAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['AuditLink'], ParentType, ContextType>;
  lastAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type BitcoinConfResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BitcoinConf'] = ResolversParentTypes['BitcoinConf']> = {
  client?: Resolver<ResolversTypes['Client'], ParentType, ContextType>;
  clientVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lines?: Resolver<Array<ResolversTypes['BitcoinConfLine']>, ParentType, ContextType>;
  network?: Resolver<Types.Maybe<ResolversTypes['Network']>, ParentType, ContextType>;
  nodeType?: Resolver<ResolversTypes['NodeType'], ParentType, ContextType>;
  notes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  overrides?: Resolver<Array<ResolversTypes['ConfigOverride']>, ParentType, ContextType>;
  signet?: Resolver<Types.Maybe<ResolversTypes['CustomSignet']>, ParentType, ContextType>;
};

export type BitcoinConfFieldResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BitcoinConfField'] = ResolversParentTypes['BitcoinConfField']> = {
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type BitcoinConfLineResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BitcoinConfLine'] = ResolversParentTypes['BitcoinConfLine']> = {
  becomes?: Resolver<Array<ResolversTypes['BitcoinConfField']>, ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['BitcoinConfVerdict'], ParentType, ContextType>;
};

export interface ByteCountScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['ByteCount'], any> {
  name: 'ByteCount';
}

export type CancelExecutorUpgradePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CancelExecutorUpgradePayload'] = ResolversParentTypes['CancelExecutorUpgradePayload']> = {
  executor?: Resolver<ResolversTypes['Executor'], ParentType, ContextType>;
};

export type CancelNodeOperationPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CancelNodeOperationPayload'] = ResolversParentTypes['CancelNodeOperationPayload']> = {
  operation?: Resolver<ResolversTypes['NodeOperation'], ParentType, ContextType>;
};

export type CancelNodeRolloutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CancelNodeRolloutPayload'] = ResolversParentTypes['CancelNodeRolloutPayload']> = {
  rollout?: Resolver<ResolversTypes['NodeRollout'], ParentType, ContextType>;
};

export type CancelUpgradeRolloutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CancelUpgradeRolloutPayload'] = ResolversParentTypes['CancelUpgradeRolloutPayload']> = {
  rollout?: Resolver<ResolversTypes['UpgradeRollout'], ParentType, ContextType>;
};

export type ChainArgsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChainArgs'] = ResolversParentTypes['ChainArgs']> = {
  heights?: Resolver<Array<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ChainBranchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChainBranch'] = ResolversParentTypes['ChainBranch']> = {
  blocks?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  chainWork?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firstHash?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  forkHash?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  forkHeight?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ChainBranchNode']>, ParentType, ContextType>;
  otherHash?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  parent?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  reasons?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ChainBranchNodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChainBranchNode'] = ResolversParentTypes['ChainBranchNode']> = {
  client?: Resolver<ResolversTypes['Client'], ParentType, ContextType>;
  clientVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isAnswering?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isSyncing?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ChainDataResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChainData'] = ResolversParentTypes['ChainData']> = {
  begunWith?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  bestBlockHash?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  dataRoot?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  height?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  network?: Resolver<Types.Maybe<ResolversTypes['Network']>, ParentType, ContextType>;
  nodeType?: Resolver<Types.Maybe<ResolversTypes['NodeType']>, ParentType, ContextType>;
  openedWith?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sizeBytes?: Resolver<Types.Maybe<ResolversTypes['ByteCount']>, ParentType, ContextType>;
  wallets?: Resolver<Types.Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type ChainNetworkResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChainNetwork'] = ResolversParentTypes['ChainNetwork']> = {
  branches?: Resolver<Array<ResolversTypes['ChainBranch']>, ParentType, ContextType>;
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  incidentId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  network?: Resolver<ResolversTypes['Network'], ParentType, ContextType>;
  nodeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['ChainNetworkState'], ParentType, ContextType>;
};

export type ChainTipCountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChainTipCount'] = ResolversParentTypes['ChainTipCount']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ChainTipStatus'], ParentType, ContextType>;
};

export type ChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Change'] = ResolversParentTypes['Change']> = {
  id?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  revision?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ChangeType'], ParentType, ContextType>;
};

export type ChangeNodesPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChangeNodesPayload'] = ResolversParentTypes['ChangeNodesPayload']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  restarts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  results?: Resolver<Array<ResolversTypes['NodesChangeResult']>, ParentType, ContextType>;
  rollout?: Resolver<Types.Maybe<ResolversTypes['NodeRollout']>, ParentType, ContextType>;
};

export type ChangePasswordPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChangePasswordPayload'] = ResolversParentTypes['ChangePasswordPayload']> = {
  person?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type ClientAdvisoryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ClientAdvisory'] = ResolversParentTypes['ClientAdvisory']> = {
  fixedIn?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['ClientAdvisorySeverity'], ParentType, ContextType>;
  what?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ClientCapabilityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ClientCapability'] = ResolversParentTypes['ClientCapability']> = {
  client?: Resolver<ResolversTypes['Client'], ParentType, ContextType>;
  image?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lifecycle?: Resolver<ResolversTypes['ClientLifecycle'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ClientDefectResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ClientDefect'] = ResolversParentTypes['ClientDefect']> = {
  fixedIn?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ClientDefectKind'], ParentType, ContextType>;
  what?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  workaround?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ClientLifecycleResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ClientLifecycle'] = ResolversParentTypes['ClientLifecycle']> = {
  advisories?: Resolver<Array<ResolversTypes['ClientAdvisory']>, ParentType, ContextType>;
  defects?: Resolver<Array<ResolversTypes['ClientDefect']>, ParentType, ContextType>;
  endOfLifeAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['ClientLifecycleState'], ParentType, ContextType>;
  summary?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tableNote?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  warning?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  withdrawnReason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ClientOptionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ClientOption'] = ResolversParentTypes['ClientOption']> = {
  client?: Resolver<ResolversTypes['Client'], ParentType, ContextType>;
  lifecycle?: Resolver<ResolversTypes['ClientLifecycle'], ParentType, ContextType>;
  note?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CompleteSingleSignOnPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CompleteSingleSignOnPayload'] = ResolversParentTypes['CompleteSingleSignOnPayload']> = {
  person?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type ConfigChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConfigChange'] = ResolversParentTypes['ConfigChange']> = {
  from?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  note?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  origin?: Resolver<Types.Maybe<ResolversTypes['ConfigOrigin']>, ParentType, ContextType>;
  to?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ConfigLineResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConfigLine'] = ResolversParentTypes['ConfigLine']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ConfigOptionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConfigOption'] = ResolversParentTypes['ConfigOption']> = {
  advanced?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  category?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  choices?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  default?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  help?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  max?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  min?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  platformReason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  repeatable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ConfigOptionType'], ParentType, ContextType>;
  unit?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ConfigOverrideResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConfigOverride'] = ResolversParentTypes['ConfigOverride']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ConfigSettingResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConfigSetting'] = ResolversParentTypes['ConfigSetting']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  note?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  origin?: Resolver<ResolversTypes['ConfigOrigin'], ParentType, ContextType>;
  value?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ConfirmSecondFactorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConfirmSecondFactorPayload'] = ResolversParentTypes['ConfirmSecondFactorPayload']> = {
  person?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type ConfirmSignInPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConfirmSignInPayload'] = ResolversParentTypes['ConfirmSignInPayload']> = {
  person?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type ConsequenceHoursResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsequenceHours'] = ResolversParentTypes['ConsequenceHours']> = {
  from?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  measured?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ConsumerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Consumer'] = ResolversParentTypes['Consumer']> = {
  addedMethods?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  callsInFlight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  callsPerSecond?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  counts?: Resolver<Array<ResolversTypes['ConsumerCount']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  endpointId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  expiresAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  methods?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  methodsAfterRestart?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  preset?: Resolver<ResolversTypes['ConsumerPreset'], ParentType, ContextType>;
  previousSecretUntil?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  removedMethods?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ConsumerCountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsumerCount'] = ResolversParentTypes['ConsumerCount']> = {
  calls?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CordonExecutorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CordonExecutorPayload'] = ResolversParentTypes['CordonExecutorPayload']> = {
  executor?: Resolver<ResolversTypes['Executor'], ParentType, ContextType>;
};

export type CreateApiKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateApiKeyPayload'] = ResolversParentTypes['CreateApiKeyPayload']> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CreateConsumerPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateConsumerPayload'] = ResolversParentTypes['CreateConsumerPayload']> = {
  consumer?: Resolver<ResolversTypes['Consumer'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CreateEndpointPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateEndpointPayload'] = ResolversParentTypes['CreateEndpointPayload']> = {
  endpoint?: Resolver<ResolversTypes['Endpoint'], ParentType, ContextType>;
};

export type CreateEnrolmentTokenPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateEnrolmentTokenPayload'] = ResolversParentTypes['CreateEnrolmentTokenPayload']> = {
  enrolmentToken?: Resolver<ResolversTypes['EnrolmentToken'], ParentType, ContextType>;
  installFault?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CreateExecutorReleasePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateExecutorReleasePayload'] = ResolversParentTypes['CreateExecutorReleasePayload']> = {
  release?: Resolver<ResolversTypes['ExecutorRelease'], ParentType, ContextType>;
};

export type CreateNodePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateNodePayload'] = ResolversParentTypes['CreateNodePayload']> = {
  node?: Resolver<ResolversTypes['Node'], ParentType, ContextType>;
};

export type CreateNotificationChannelPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateNotificationChannelPayload'] = ResolversParentTypes['CreateNotificationChannelPayload']> = {
  channel?: Resolver<ResolversTypes['NotificationChannel'], ParentType, ContextType>;
  webhookSecret?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CreateOrganizationPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreateOrganizationPayload'] = ResolversParentTypes['CreateOrganizationPayload']> = {
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
};

export type CreatePasswordResetLinkPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreatePasswordResetLinkPayload'] = ResolversParentTypes['CreatePasswordResetLinkPayload']> = {
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  link?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CredentialResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Credential'] = ResolversParentTypes['Credential']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['CredentialType'], ParentType, ContextType>;
};

export type CustomSignetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CustomSignet'] = ResolversParentTypes['CustomSignet']> = {
  challenge?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  seedNodes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DaemonBranchResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DaemonBranch'] = ResolversParentTypes['DaemonBranch']> = {
  branchLength?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  chainWork?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ChainTipStatus'], ParentType, ContextType>;
};

export type DataRootResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DataRoot'] = ResolversParentTypes['DataRoot']> = {
  freeGiB?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  totalGiB?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DeleteApiKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeleteApiKeyPayload'] = ResolversParentTypes['DeleteApiKeyPayload']> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
};

export type DeleteEndpointPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeleteEndpointPayload'] = ResolversParentTypes['DeleteEndpointPayload']> = {
  endpoint?: Resolver<ResolversTypes['Endpoint'], ParentType, ContextType>;
};

export type DeleteExecutorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeleteExecutorPayload'] = ResolversParentTypes['DeleteExecutorPayload']> = {
  executor?: Resolver<ResolversTypes['Executor'], ParentType, ContextType>;
};

export type DeleteExecutorReleasePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeleteExecutorReleasePayload'] = ResolversParentTypes['DeleteExecutorReleasePayload']> = {
  release?: Resolver<ResolversTypes['ExecutorRelease'], ParentType, ContextType>;
};

export type DeleteMaintenanceSchedulePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeleteMaintenanceSchedulePayload'] = ResolversParentTypes['DeleteMaintenanceSchedulePayload']> = {
  schedule?: Resolver<ResolversTypes['MaintenanceSchedule'], ParentType, ContextType>;
};

export type DeleteNodePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeleteNodePayload'] = ResolversParentTypes['DeleteNodePayload']> = {
  node?: Resolver<ResolversTypes['Node'], ParentType, ContextType>;
};

export type DeleteNotificationChannelPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeleteNotificationChannelPayload'] = ResolversParentTypes['DeleteNotificationChannelPayload']> = {
  channel?: Resolver<ResolversTypes['NotificationChannel'], ParentType, ContextType>;
};

export type DeregisterExecutorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeregisterExecutorPayload'] = ResolversParentTypes['DeregisterExecutorPayload']> = {
  executorId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type DesiredConsumerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DesiredConsumer'] = ResolversParentTypes['DesiredConsumer']> = {
  callsInFlight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  callsPerSecond?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  expiresAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  methods?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  secrets?: Resolver<Array<ResolversTypes['DesiredConsumerSecret']>, ParentType, ContextType>;
};

export type DesiredConsumerSecretResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DesiredConsumerSecret'] = ResolversParentTypes['DesiredConsumerSecret']> = {
  expiresAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DesiredEndpointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DesiredEndpoint'] = ResolversParentTypes['DesiredEndpoint']> = {
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  branches?: Resolver<Types.Maybe<ResolversTypes['DesiredEndpointBranches']>, ParentType, ContextType>;
  consumers?: Resolver<Array<ResolversTypes['DesiredConsumer']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  members?: Resolver<Array<ResolversTypes['DesiredEndpointMember']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  network?: Resolver<ResolversTypes['Network'], ParentType, ContextType>;
  port?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tls?: Resolver<Types.Maybe<ResolversTypes['EndpointTls']>, ParentType, ContextType>;
};

export type DesiredEndpointBranchesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DesiredEndpointBranches'] = ResolversParentTypes['DesiredEndpointBranches']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  losing?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  pinned?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['ChainVerdict'], ParentType, ContextType>;
};

export type DesiredEndpointMemberResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DesiredEndpointMember'] = ResolversParentTypes['DesiredEndpointMember']> = {
  hasGatewayUser?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  passedOver?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  password?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rpcThreads?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  user?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DesiredGatewayResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DesiredGateway'] = ResolversParentTypes['DesiredGateway']> = {
  digest?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endpoints?: Resolver<Array<ResolversTypes['DesiredEndpoint']>, ParentType, ContextType>;
};

export type DesiredNodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DesiredNode'] = ResolversParentTypes['DesiredNode']> = {
  client?: Resolver<ResolversTypes['Client'], ParentType, ContextType>;
  clientVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  config?: Resolver<Array<ResolversTypes['ConfigLine']>, ParentType, ContextType>;
  dataPolicy?: Resolver<ResolversTypes['NodeDataPolicy'], ParentType, ContextType>;
  dataRoot?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  desiredState?: Resolver<ResolversTypes['DesiredState'], ParentType, ContextType>;
  formerRpcAuth?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  gatewayMethods?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  gatewayRpcAuth?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  network?: Resolver<ResolversTypes['Network'], ParentType, ContextType>;
  nodeType?: Resolver<ResolversTypes['NodeType'], ParentType, ContextType>;
  operations?: Resolver<Array<ResolversTypes['DesiredOperation']>, ParentType, ContextType>;
  overrides?: Resolver<Array<ResolversTypes['ConfigOverride']>, ParentType, ContextType>;
  removableWallets?: Resolver<Types.Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  resources?: Resolver<ResolversTypes['NodeResources'], ParentType, ContextType>;
  restartCounter?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  revertFailedChange?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rpcAuth?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  signet?: Resolver<Types.Maybe<ResolversTypes['CustomSignet']>, ParentType, ContextType>;
  tor?: Resolver<Types.Maybe<ResolversTypes['NodeTor']>, ParentType, ContextType>;
  upcomingVersion?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DesiredOperationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DesiredOperation'] = ResolversParentTypes['DesiredOperation']> = {
  hasStarted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  params?: Resolver<ResolversTypes['NodeOperationParams'], ParentType, ContextType>;
};

export type DesiredUpgradeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DesiredUpgrade'] = ResolversParentTypes['DesiredUpgrade']> = {
  artifact?: Resolver<Types.Maybe<ResolversTypes['ReleaseArtifact']>, ParentType, ContextType>;
  channel?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  deadline?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  image?: Resolver<Types.Maybe<ResolversTypes['ReleaseImage']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  targetVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DiskForecastResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DiskForecast'] = ResolversParentTypes['DiskForecast']> = {
  daysUntilFull?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  fillsGiBPerDay?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type DrainExecutorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DrainExecutorPayload'] = ResolversParentTypes['DrainExecutorPayload']> = {
  executor?: Resolver<ResolversTypes['Executor'], ParentType, ContextType>;
};

export type EndOtherSessionsPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EndOtherSessionsPayload'] = ResolversParentTypes['EndOtherSessionsPayload']> = {
  sessionCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EndSessionPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EndSessionPayload'] = ResolversParentTypes['EndSessionPayload']> = {
  sessionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type EndpointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Endpoint'] = ResolversParentTypes['Endpoint']> = {
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  executorIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  hosts?: Resolver<Array<ResolversTypes['EndpointHost']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  members?: Resolver<Array<ResolversTypes['EndpointMember']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  network?: Resolver<ResolversTypes['Network'], ParentType, ContextType>;
  nodeIds?: Resolver<Types.Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  nodeLabels?: Resolver<Array<ResolversTypes['Label']>, ParentType, ContextType>;
  pinnedBlockHash?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  port?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tls?: Resolver<Types.Maybe<ResolversTypes['EndpointTls']>, ParentType, ContextType>;
};

export type EndpointHostResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EndpointHost'] = ResolversParentTypes['EndpointHost']> = {
  executorId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  executorName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  members?: Resolver<Array<ResolversTypes['EndpointHostMember']>, ParentType, ContextType>;
  reason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reportedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['EndpointHostState'], ParentType, ContextType>;
};

export type EndpointHostMemberResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EndpointHostMember'] = ResolversParentTypes['EndpointHostMember']> = {
  blocksBehind?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  height?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type EndpointMemberResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EndpointMember'] = ResolversParentTypes['EndpointMember']> = {
  hasGatewayUser?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type EndpointTlsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EndpointTls'] = ResolversParentTypes['EndpointTls']> = {
  certFile?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  keyFile?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type EnrolExecutorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EnrolExecutorPayload'] = ResolversParentTypes['EnrolExecutorPayload']> = {
  executorName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  organizationName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type EnrolmentTokenResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EnrolmentToken'] = ResolversParentTypes['EnrolmentToken']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  executorName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  recovers?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['EnrolmentTokenStatus'], ParentType, ContextType>;
  usedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  usedBy?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ErrorExtensionsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ErrorExtensions'] = ResolversParentTypes['ErrorExtensions']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  cost?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  current?: Resolver<Types.Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  currentRevision?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  existingId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  hint?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  issues?: Resolver<Types.Maybe<Array<ResolversTypes['ErrorIssue']>>, ParentType, ContextType>;
  limit?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  link?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  retryAfterSeconds?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  retryable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ErrorIssueResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ErrorIssue'] = ResolversParentTypes['ErrorIssue']> = {
  code?: Resolver<Types.Maybe<ResolversTypes['UserErrorCode']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type EventResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  data?: Resolver<Types.Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  executorName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  level?: Resolver<ResolversTypes['EventLevel'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  nodeName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type EventConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EventConnection'] = ResolversParentTypes['EventConnection']> = {
  edges?: Resolver<Array<ResolversTypes['EventEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type EventEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EventEdge'] = ResolversParentTypes['EventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Event'], ParentType, ContextType>;
};

export type ExecutorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Executor'] = ResolversParentTypes['Executor']> = {
  apiKeyUsages?: Resolver<Array<ResolversTypes['ExecutorApiKeyUsage']>, ParentType, ContextType>;
  capabilities?: Resolver<ResolversTypes['ExecutorCapabilities'], ParentType, ContextType>;
  channel?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  cordon?: Resolver<Types.Maybe<ResolversTypes['ExecutorCordon']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  dataRoots?: Resolver<Array<ResolversTypes['DataRoot']>, ParentType, ContextType>;
  diskForecast?: Resolver<Types.Maybe<ResolversTypes['DiskForecast']>, ParentType, ContextType>;
  drain?: Resolver<Types.Maybe<ResolversTypes['ExecutorDrain']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  keyWarning?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  labels?: Resolver<Array<ResolversTypes['Label']>, ParentType, ContextType>;
  lastSeenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Node']>, ParentType, ContextType, Partial<Types.ExecutorNodesArgs>>;
  orphans?: Resolver<Array<ResolversTypes['OrphanedNode']>, ParentType, ContextType>;
  recovery?: Resolver<Types.Maybe<ResolversTypes['RecoveryState']>, ParentType, ContextType>;
  resources?: Resolver<ResolversTypes['ExecutorResources'], ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  room?: Resolver<ResolversTypes['ExecutorRoom'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ExecutorStatus'], ParentType, ContextType>;
  uninstalledAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  upgradability?: Resolver<Types.Maybe<ResolversTypes['ExecutorUpgradability']>, ParentType, ContextType>;
  upgrade?: Resolver<Types.Maybe<ResolversTypes['ExecutorUpgrade']>, ParentType, ContextType>;
  upgrades?: Resolver<Array<ResolversTypes['ExecutorUpgrade']>, ParentType, ContextType, Partial<Types.ExecutorUpgradesArgs>>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ExecutorApiKeyUsageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorApiKeyUsage'] = ResolversParentTypes['ExecutorApiKeyUsage']> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
  executor?: Resolver<Types.Maybe<ResolversTypes['Executor']>, ParentType, ContextType>;
  executorName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ExecutorCapabilitiesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorCapabilities'] = ResolversParentTypes['ExecutorCapabilities']> = {
  clients?: Resolver<Array<ResolversTypes['ClientCapability']>, ParentType, ContextType>;
  networks?: Resolver<Array<ResolversTypes['Network']>, ParentType, ContextType>;
  nodeTypes?: Resolver<Array<ResolversTypes['NodeType']>, ParentType, ContextType>;
};

export type ExecutorConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorConnection'] = ResolversParentTypes['ExecutorConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ExecutorEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Executor']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ExecutorCordonResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorCordon'] = ResolversParentTypes['ExecutorCordon']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  by?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ExecutorCountsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorCounts'] = ResolversParentTypes['ExecutorCounts']> = {
  offline?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  online?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ExecutorDrainResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorDrain'] = ResolversParentTypes['ExecutorDrain']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  by?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  completedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ExecutorEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorEdge'] = ResolversParentTypes['ExecutorEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Executor'], ParentType, ContextType>;
};

export type ExecutorMetricsBucketResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorMetricsBucket'] = ResolversParentTypes['ExecutorMetricsBucket']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  cpuCores?: Resolver<ResolversTypes['ResourceMetrics'], ParentType, ContextType>;
  diskGiB?: Resolver<ResolversTypes['ResourceMetrics'], ParentType, ContextType>;
  memoryMiB?: Resolver<ResolversTypes['ResourceMetrics'], ParentType, ContextType>;
  samples?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ExecutorMetricsHistoryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorMetricsHistory'] = ResolversParentTypes['ExecutorMetricsHistory']> = {
  buckets?: Resolver<Array<ResolversTypes['ExecutorMetricsBucket']>, ParentType, ContextType>;
  stepSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ExecutorNudgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorNudge'] = ResolversParentTypes['ExecutorNudge']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ExecutorOfferResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorOffer'] = ResolversParentTypes['ExecutorOffer']> = {
  executor?: Resolver<ResolversTypes['Executor'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['OfferedNode']>, ParentType, ContextType>;
  offeredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ExecutorReleaseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorRelease'] = ResolversParentTypes['ExecutorRelease']> = {
  artifacts?: Resolver<Array<ResolversTypes['ReleaseArtifact']>, ParentType, ContextType>;
  channel?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  image?: Resolver<Types.Maybe<ResolversTypes['ReleaseImage']>, ParentType, ContextType>;
  lowestVersion?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notes?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  withdrawnAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  withdrawnReason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ExecutorResourcesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorResources'] = ResolversParentTypes['ExecutorResources']> = {
  cpuCores?: Resolver<ResolversTypes['ResourceAmount'], ParentType, ContextType>;
  diskGiB?: Resolver<ResolversTypes['ResourceAmount'], ParentType, ContextType>;
  memoryMiB?: Resolver<ResolversTypes['ResourceAmount'], ParentType, ContextType>;
};

export type ExecutorRoomResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorRoom'] = ResolversParentTypes['ExecutorRoom']> = {
  cpuCores?: Resolver<ResolversTypes['Room'], ParentType, ContextType>;
  diskGiB?: Resolver<ResolversTypes['Room'], ParentType, ContextType>;
  memoryMiB?: Resolver<ResolversTypes['Room'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ExecutorUpgradabilityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorUpgradability'] = ResolversParentTypes['ExecutorUpgradability']> = {
  canUpgrade?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  packaging?: Resolver<ResolversTypes['AgentPackaging'], ParentType, ContextType>;
  platform?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ExecutorUpgradeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ExecutorUpgrade'] = ResolversParentTypes['ExecutorUpgrade']> = {
  deadline?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  endedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  fromVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  progress?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  reason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['UpgradeState'], ParentType, ContextType>;
  targetVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type FollowedLogArgsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FollowedLogArgs'] = ResolversParentTypes['FollowedLogArgs']> = {
  from?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  nextChunk?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  position?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tail?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IndexStatusResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['IndexStatus'] = ResolversParentTypes['IndexStatus']> = {
  bestBlockHeight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  synced?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type InvitationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Invitation'] = ResolversParentTypes['Invitation']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['OrganizationRole'], ParentType, ContextType>;
};

export type InvitationPreviewResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['InvitationPreview'] = ResolversParentTypes['InvitationPreview']> = {
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  organizationName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['OrganizationRole'], ParentType, ContextType>;
};

export type InviteMemberPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['InviteMemberPayload'] = ResolversParentTypes['InviteMemberPayload']> = {
  invitation?: Resolver<ResolversTypes['Invitation'], ParentType, ContextType>;
  link?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type LabelResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Label'] = ResolversParentTypes['Label']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type LeaveOrganizationPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LeaveOrganizationPayload'] = ResolversParentTypes['LeaveOrganizationPayload']> = {
  member?: Resolver<ResolversTypes['Member'], ParentType, ContextType>;
};

export type LogArgsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LogArgs'] = ResolversParentTypes['LogArgs']> = {
  from?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  tail?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  to?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type MaintenanceScheduleResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MaintenanceSchedule'] = ResolversParentTypes['MaintenanceSchedule']> = {
  changesAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  isOpen?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  label?: Resolver<Types.Maybe<ResolversTypes['Label']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  windows?: Resolver<ResolversTypes['MaintenanceWindows'], ParentType, ContextType>;
};

export type MaintenanceWindowResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MaintenanceWindow'] = ResolversParentTypes['MaintenanceWindow']> = {
  days?: Resolver<Array<ResolversTypes['Weekday']>, ParentType, ContextType>;
  from?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MaintenanceWindowsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MaintenanceWindows'] = ResolversParentTypes['MaintenanceWindows']> = {
  timeZone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  windows?: Resolver<Array<ResolversTypes['MaintenanceWindow']>, ParentType, ContextType>;
};

export type MemberResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Member'] = ResolversParentTypes['Member']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  person?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['OrganizationRole'], ParentType, ContextType>;
};

export type MetricSummaryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MetricSummary'] = ResolversParentTypes['MetricSummary']> = {
  average?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  max?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  min?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type MoveParamsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MoveParams'] = ResolversParentTypes['MoveParams']> = {
  from?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  acceptInvitation?: Resolver<Types.Maybe<ResolversTypes['AcceptInvitationPayload']>, ParentType, ContextType, RequireFields<Types.MutationAcceptInvitationArgs, 'where'>>;
  acknowledgeIncident?: Resolver<Types.Maybe<ResolversTypes['AcknowledgeIncidentPayload']>, ParentType, ContextType, RequireFields<Types.MutationAcknowledgeIncidentArgs, 'where'>>;
  acknowledgeIncidents?: Resolver<Types.Maybe<ResolversTypes['AcknowledgeIncidentsPayload']>, ParentType, ContextType, RequireFields<Types.MutationAcknowledgeIncidentsArgs, 'ids'>>;
  adminSetOrganizationActive?: Resolver<Types.Maybe<ResolversTypes['AdminSetOrganizationActivePayload']>, ParentType, ContextType, RequireFields<Types.MutationAdminSetOrganizationActiveArgs, 'isActive' | 'where'>>;
  adminSetSystemAdmin?: Resolver<Types.Maybe<ResolversTypes['AdminSetSystemAdminPayload']>, ParentType, ContextType, RequireFields<Types.MutationAdminSetSystemAdminArgs, 'isSystemAdmin' | 'where'>>;
  adminUpdateOrganizationMemberRole?: Resolver<Types.Maybe<ResolversTypes['AdminUpdateOrganizationMemberRolePayload']>, ParentType, ContextType, RequireFields<Types.MutationAdminUpdateOrganizationMemberRoleArgs, 'role' | 'where'>>;
  answerAgentRequest?: Resolver<Types.Maybe<ResolversTypes['AnswerAgentRequestPayload']>, ParentType, ContextType, RequireFields<Types.MutationAnswerAgentRequestArgs, 'data'>>;
  cancelExecutorUpgrade?: Resolver<Types.Maybe<ResolversTypes['CancelExecutorUpgradePayload']>, ParentType, ContextType, RequireFields<Types.MutationCancelExecutorUpgradeArgs, 'where'>>;
  cancelNodeOperation?: Resolver<Types.Maybe<ResolversTypes['CancelNodeOperationPayload']>, ParentType, ContextType, RequireFields<Types.MutationCancelNodeOperationArgs, 'where'>>;
  cancelNodeRollout?: Resolver<Types.Maybe<ResolversTypes['CancelNodeRolloutPayload']>, ParentType, ContextType, RequireFields<Types.MutationCancelNodeRolloutArgs, 'where'>>;
  cancelUpgradeRollout?: Resolver<Types.Maybe<ResolversTypes['CancelUpgradeRolloutPayload']>, ParentType, ContextType, RequireFields<Types.MutationCancelUpgradeRolloutArgs, 'where'>>;
  changeNodes?: Resolver<Types.Maybe<ResolversTypes['ChangeNodesPayload']>, ParentType, ContextType, RequireFields<Types.MutationChangeNodesArgs, 'data' | 'expectedCount' | 'where'>>;
  changePassword?: Resolver<Types.Maybe<ResolversTypes['ChangePasswordPayload']>, ParentType, ContextType, RequireFields<Types.MutationChangePasswordArgs, 'data'>>;
  completeSingleSignOn?: Resolver<Types.Maybe<ResolversTypes['CompleteSingleSignOnPayload']>, ParentType, ContextType, RequireFields<Types.MutationCompleteSingleSignOnArgs, 'data'>>;
  confirmSecondFactor?: Resolver<Types.Maybe<ResolversTypes['ConfirmSecondFactorPayload']>, ParentType, ContextType, RequireFields<Types.MutationConfirmSecondFactorArgs, 'code'>>;
  confirmSignIn?: Resolver<Types.Maybe<ResolversTypes['ConfirmSignInPayload']>, ParentType, ContextType, RequireFields<Types.MutationConfirmSignInArgs, 'data'>>;
  cordonExecutor?: Resolver<Types.Maybe<ResolversTypes['CordonExecutorPayload']>, ParentType, ContextType, RequireFields<Types.MutationCordonExecutorArgs, 'reason' | 'where'>>;
  createApiKey?: Resolver<Types.Maybe<ResolversTypes['CreateApiKeyPayload']>, ParentType, ContextType, RequireFields<Types.MutationCreateApiKeyArgs, 'data'>>;
  createConsumer?: Resolver<Types.Maybe<ResolversTypes['CreateConsumerPayload']>, ParentType, ContextType, RequireFields<Types.MutationCreateConsumerArgs, 'data'>>;
  createEndpoint?: Resolver<Types.Maybe<ResolversTypes['CreateEndpointPayload']>, ParentType, ContextType, RequireFields<Types.MutationCreateEndpointArgs, 'data'>>;
  createEnrolmentToken?: Resolver<Types.Maybe<ResolversTypes['CreateEnrolmentTokenPayload']>, ParentType, ContextType, RequireFields<Types.MutationCreateEnrolmentTokenArgs, 'data'>>;
  createExecutorRelease?: Resolver<Types.Maybe<ResolversTypes['CreateExecutorReleasePayload']>, ParentType, ContextType, RequireFields<Types.MutationCreateExecutorReleaseArgs, 'data'>>;
  createNode?: Resolver<Types.Maybe<ResolversTypes['CreateNodePayload']>, ParentType, ContextType, RequireFields<Types.MutationCreateNodeArgs, 'data'>>;
  createNotificationChannel?: Resolver<Types.Maybe<ResolversTypes['CreateNotificationChannelPayload']>, ParentType, ContextType, RequireFields<Types.MutationCreateNotificationChannelArgs, 'data'>>;
  createOrganization?: Resolver<Types.Maybe<ResolversTypes['CreateOrganizationPayload']>, ParentType, ContextType, RequireFields<Types.MutationCreateOrganizationArgs, 'data'>>;
  createPasswordResetLink?: Resolver<Types.Maybe<ResolversTypes['CreatePasswordResetLinkPayload']>, ParentType, ContextType, RequireFields<Types.MutationCreatePasswordResetLinkArgs, 'where'>>;
  deleteApiKey?: Resolver<Types.Maybe<ResolversTypes['DeleteApiKeyPayload']>, ParentType, ContextType, RequireFields<Types.MutationDeleteApiKeyArgs, 'where'>>;
  deleteEndpoint?: Resolver<Types.Maybe<ResolversTypes['DeleteEndpointPayload']>, ParentType, ContextType, RequireFields<Types.MutationDeleteEndpointArgs, 'where'>>;
  deleteExecutor?: Resolver<Types.Maybe<ResolversTypes['DeleteExecutorPayload']>, ParentType, ContextType, RequireFields<Types.MutationDeleteExecutorArgs, 'where'>>;
  deleteExecutorRelease?: Resolver<Types.Maybe<ResolversTypes['DeleteExecutorReleasePayload']>, ParentType, ContextType, RequireFields<Types.MutationDeleteExecutorReleaseArgs, 'where'>>;
  deleteMaintenanceSchedule?: Resolver<Types.Maybe<ResolversTypes['DeleteMaintenanceSchedulePayload']>, ParentType, ContextType, Partial<Types.MutationDeleteMaintenanceScheduleArgs>>;
  deleteNode?: Resolver<Types.Maybe<ResolversTypes['DeleteNodePayload']>, ParentType, ContextType, RequireFields<Types.MutationDeleteNodeArgs, 'where'>>;
  deleteNotificationChannel?: Resolver<Types.Maybe<ResolversTypes['DeleteNotificationChannelPayload']>, ParentType, ContextType, RequireFields<Types.MutationDeleteNotificationChannelArgs, 'where'>>;
  deregisterExecutor?: Resolver<Types.Maybe<ResolversTypes['DeregisterExecutorPayload']>, ParentType, ContextType, Partial<Types.MutationDeregisterExecutorArgs>>;
  drainExecutor?: Resolver<Types.Maybe<ResolversTypes['DrainExecutorPayload']>, ParentType, ContextType, RequireFields<Types.MutationDrainExecutorArgs, 'reason' | 'where'>>;
  endOtherSessions?: Resolver<Types.Maybe<ResolversTypes['EndOtherSessionsPayload']>, ParentType, ContextType>;
  endSession?: Resolver<Types.Maybe<ResolversTypes['EndSessionPayload']>, ParentType, ContextType, RequireFields<Types.MutationEndSessionArgs, 'where'>>;
  enrolExecutor?: Resolver<Types.Maybe<ResolversTypes['EnrolExecutorPayload']>, ParentType, ContextType, RequireFields<Types.MutationEnrolExecutorArgs, 'data'>>;
  inviteMember?: Resolver<Types.Maybe<ResolversTypes['InviteMemberPayload']>, ParentType, ContextType, RequireFields<Types.MutationInviteMemberArgs, 'data'>>;
  leaveOrganization?: Resolver<Types.Maybe<ResolversTypes['LeaveOrganizationPayload']>, ParentType, ContextType>;
  openAgentRequest?: Resolver<Types.Maybe<ResolversTypes['OpenAgentRequestPayload']>, ParentType, ContextType, RequireFields<Types.MutationOpenAgentRequestArgs, 'data' | 'where'>>;
  pauseNodeRollout?: Resolver<Types.Maybe<ResolversTypes['PauseNodeRolloutPayload']>, ParentType, ContextType, RequireFields<Types.MutationPauseNodeRolloutArgs, 'where'>>;
  pauseUpgradeRollout?: Resolver<Types.Maybe<ResolversTypes['PauseUpgradeRolloutPayload']>, ParentType, ContextType, RequireFields<Types.MutationPauseUpgradeRolloutArgs, 'where'>>;
  recoverExecutor?: Resolver<Types.Maybe<ResolversTypes['RecoverExecutorPayload']>, ParentType, ContextType, RequireFields<Types.MutationRecoverExecutorArgs, 'offeredAt' | 'where'>>;
  redeliverWebhook?: Resolver<Types.Maybe<ResolversTypes['RedeliverWebhookPayload']>, ParentType, ContextType, RequireFields<Types.MutationRedeliverWebhookArgs, 'where'>>;
  redeliverWebhooks?: Resolver<Types.Maybe<ResolversTypes['RedeliverWebhooksPayload']>, ParentType, ContextType, RequireFields<Types.MutationRedeliverWebhooksArgs, 'from' | 'to' | 'where'>>;
  removeKeptData?: Resolver<Types.Maybe<ResolversTypes['RemoveKeptDataPayload']>, ParentType, ContextType, RequireFields<Types.MutationRemoveKeptDataArgs, 'data'>>;
  removeMember?: Resolver<Types.Maybe<ResolversTypes['RemoveMemberPayload']>, ParentType, ContextType, RequireFields<Types.MutationRemoveMemberArgs, 'where'>>;
  removeSecondFactor?: Resolver<Types.Maybe<ResolversTypes['RemoveSecondFactorPayload']>, ParentType, ContextType, RequireFields<Types.MutationRemoveSecondFactorArgs, 'password'>>;
  renewRecoveryCodes?: Resolver<Types.Maybe<ResolversTypes['RenewRecoveryCodesPayload']>, ParentType, ContextType, RequireFields<Types.MutationRenewRecoveryCodesArgs, 'password'>>;
  reportEndpoints?: Resolver<Types.Maybe<ResolversTypes['ReportEndpointsPayload']>, ParentType, ContextType, RequireFields<Types.MutationReportEndpointsArgs, 'data'>>;
  reportRuntimeEvents?: Resolver<Types.Maybe<ResolversTypes['ReportRuntimeEventsPayload']>, ParentType, ContextType, RequireFields<Types.MutationReportRuntimeEventsArgs, 'input'>>;
  requestExecutorUpgrade?: Resolver<Types.Maybe<ResolversTypes['RequestExecutorUpgradePayload']>, ParentType, ContextType, RequireFields<Types.MutationRequestExecutorUpgradeArgs, 'executorId' | 'targetVersion'>>;
  requestNodeLifecycleAction?: Resolver<Types.Maybe<ResolversTypes['RequestNodeLifecycleActionPayload']>, ParentType, ContextType, RequireFields<Types.MutationRequestNodeLifecycleActionArgs, 'action' | 'id'>>;
  resetPassword?: Resolver<Types.Maybe<ResolversTypes['ResetPasswordPayload']>, ParentType, ContextType, RequireFields<Types.MutationResetPasswordArgs, 'data'>>;
  resumeNodeRollout?: Resolver<Types.Maybe<ResolversTypes['ResumeNodeRolloutPayload']>, ParentType, ContextType, RequireFields<Types.MutationResumeNodeRolloutArgs, 'where'>>;
  resumeUpgradeRollout?: Resolver<Types.Maybe<ResolversTypes['ResumeUpgradeRolloutPayload']>, ParentType, ContextType, RequireFields<Types.MutationResumeUpgradeRolloutArgs, 'where'>>;
  revokeApiKey?: Resolver<Types.Maybe<ResolversTypes['RevokeApiKeyPayload']>, ParentType, ContextType, RequireFields<Types.MutationRevokeApiKeyArgs, 'where'>>;
  revokeConsumer?: Resolver<Types.Maybe<ResolversTypes['RevokeConsumerPayload']>, ParentType, ContextType, RequireFields<Types.MutationRevokeConsumerArgs, 'where'>>;
  revokeEnrolmentToken?: Resolver<Types.Maybe<ResolversTypes['RevokeEnrolmentTokenPayload']>, ParentType, ContextType, RequireFields<Types.MutationRevokeEnrolmentTokenArgs, 'where'>>;
  revokeInvitation?: Resolver<Types.Maybe<ResolversTypes['RevokeInvitationPayload']>, ParentType, ContextType, RequireFields<Types.MutationRevokeInvitationArgs, 'where'>>;
  rotateConsumerSecret?: Resolver<Types.Maybe<ResolversTypes['RotateConsumerSecretPayload']>, ParentType, ContextType, RequireFields<Types.MutationRotateConsumerSecretArgs, 'where'>>;
  rotateExecutorKey?: Resolver<Types.Maybe<ResolversTypes['RotateExecutorKeyPayload']>, ParentType, ContextType>;
  rotateRpcCredentials?: Resolver<Types.Maybe<ResolversTypes['RotateRpcCredentialsPayload']>, ParentType, ContextType, RequireFields<Types.MutationRotateRpcCredentialsArgs, 'formerExpiresInSeconds'>>;
  rotateWebhookSecret?: Resolver<Types.Maybe<ResolversTypes['RotateWebhookSecretPayload']>, ParentType, ContextType, RequireFields<Types.MutationRotateWebhookSecretArgs, 'where'>>;
  saveNotificationSettings?: Resolver<Types.Maybe<ResolversTypes['SaveNotificationSettingsPayload']>, ParentType, ContextType, RequireFields<Types.MutationSaveNotificationSettingsArgs, 'input'>>;
  setActiveOrganization?: Resolver<Types.Maybe<ResolversTypes['SetActiveOrganizationPayload']>, ParentType, ContextType, RequireFields<Types.MutationSetActiveOrganizationArgs, 'where'>>;
  setMaintenanceSchedule?: Resolver<Types.Maybe<ResolversTypes['SetMaintenanceSchedulePayload']>, ParentType, ContextType, RequireFields<Types.MutationSetMaintenanceScheduleArgs, 'data'>>;
  setUpSecondFactor?: Resolver<Types.Maybe<ResolversTypes['SetUpSecondFactorPayload']>, ParentType, ContextType, RequireFields<Types.MutationSetUpSecondFactorArgs, 'password'>>;
  signIn?: Resolver<Types.Maybe<ResolversTypes['SignInPayload']>, ParentType, ContextType, RequireFields<Types.MutationSignInArgs, 'data'>>;
  signOut?: Resolver<Types.Maybe<ResolversTypes['SignOutPayload']>, ParentType, ContextType>;
  signUp?: Resolver<Types.Maybe<ResolversTypes['SignUpPayload']>, ParentType, ContextType, RequireFields<Types.MutationSignUpArgs, 'data'>>;
  skipNodeRolloutMember?: Resolver<Types.Maybe<ResolversTypes['SkipNodeRolloutMemberPayload']>, ParentType, ContextType, RequireFields<Types.MutationSkipNodeRolloutMemberArgs, 'nodeId' | 'where'>>;
  startNodeOperation?: Resolver<Types.Maybe<ResolversTypes['StartNodeOperationPayload']>, ParentType, ContextType, RequireFields<Types.MutationStartNodeOperationArgs, 'data' | 'where'>>;
  startNodeRollout?: Resolver<Types.Maybe<ResolversTypes['StartNodeRolloutPayload']>, ParentType, ContextType, RequireFields<Types.MutationStartNodeRolloutArgs, 'data'>>;
  startSingleSignOn?: Resolver<Types.Maybe<ResolversTypes['StartSingleSignOnPayload']>, ParentType, ContextType>;
  startUpgradeRollout?: Resolver<Types.Maybe<ResolversTypes['StartUpgradeRolloutPayload']>, ParentType, ContextType, RequireFields<Types.MutationStartUpgradeRolloutArgs, 'data'>>;
  syncExecutor?: Resolver<Types.Maybe<ResolversTypes['SyncExecutorPayload']>, ParentType, ContextType, RequireFields<Types.MutationSyncExecutorArgs, 'input'>>;
  testNotificationWebhook?: Resolver<Types.Maybe<ResolversTypes['TestNotificationWebhookPayload']>, ParentType, ContextType, Partial<Types.MutationTestNotificationWebhookArgs>>;
  uncordonExecutor?: Resolver<Types.Maybe<ResolversTypes['UncordonExecutorPayload']>, ParentType, ContextType, RequireFields<Types.MutationUncordonExecutorArgs, 'where'>>;
  undoNodeRollout?: Resolver<Types.Maybe<ResolversTypes['UndoNodeRolloutPayload']>, ParentType, ContextType, RequireFields<Types.MutationUndoNodeRolloutArgs, 'where'>>;
  undrainExecutor?: Resolver<Types.Maybe<ResolversTypes['UndrainExecutorPayload']>, ParentType, ContextType, RequireFields<Types.MutationUndrainExecutorArgs, 'where'>>;
  updateConsumer?: Resolver<Types.Maybe<ResolversTypes['UpdateConsumerPayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateConsumerArgs, 'data' | 'where'>>;
  updateEndpoint?: Resolver<Types.Maybe<ResolversTypes['UpdateEndpointPayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateEndpointArgs, 'data' | 'where'>>;
  updateExecutor?: Resolver<Types.Maybe<ResolversTypes['UpdateExecutorPayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateExecutorArgs, 'data' | 'where'>>;
  updateExecutorRelease?: Resolver<Types.Maybe<ResolversTypes['UpdateExecutorReleasePayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateExecutorReleaseArgs, 'data' | 'where'>>;
  updateMemberRole?: Resolver<Types.Maybe<ResolversTypes['UpdateMemberRolePayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateMemberRoleArgs, 'role' | 'where'>>;
  updateNode?: Resolver<Types.Maybe<ResolversTypes['UpdateNodePayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateNodeArgs, 'data' | 'where'>>;
  updateNotificationChannel?: Resolver<Types.Maybe<ResolversTypes['UpdateNotificationChannelPayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateNotificationChannelArgs, 'data' | 'where'>>;
};

export type NetworkCountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NetworkCount'] = ResolversParentTypes['NetworkCount']> = {
  network?: Resolver<ResolversTypes['Network'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  client?: Resolver<ResolversTypes['Client'], ParentType, ContextType>;
  clientLifecycle?: Resolver<ResolversTypes['ClientLifecycle'], ParentType, ContextType>;
  clientVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  configState?: Resolver<ResolversTypes['ConfigState'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<Types.Maybe<ResolversTypes['AuditActor']>, ParentType, ContextType>;
  dataPolicy?: Resolver<ResolversTypes['NodeDataPolicy'], ParentType, ContextType>;
  dataRoot?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  desiredState?: Resolver<ResolversTypes['DesiredState'], ParentType, ContextType>;
  effectiveConfig?: Resolver<Array<ResolversTypes['ConfigSetting']>, ParentType, ContextType>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, Partial<Types.NodeEventsArgs>>;
  executor?: Resolver<ResolversTypes['Executor'], ParentType, ContextType>;
  health?: Resolver<ResolversTypes['NodeHealth'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  labels?: Resolver<Array<ResolversTypes['Label']>, ParentType, ContextType>;
  lastChangedBy?: Resolver<Types.Maybe<ResolversTypes['AuditActor']>, ParentType, ContextType>;
  metrics?: Resolver<Types.Maybe<ResolversTypes['NodeMetrics']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  network?: Resolver<ResolversTypes['Network'], ParentType, ContextType>;
  networkName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeType?: Resolver<ResolversTypes['NodeType'], ParentType, ContextType>;
  operations?: Resolver<Array<ResolversTypes['NodeOperation']>, ParentType, ContextType, Partial<Types.NodeOperationsArgs>>;
  overrides?: Resolver<Array<ResolversTypes['ConfigOverride']>, ParentType, ContextType>;
  placement?: Resolver<Types.Maybe<ResolversTypes['NodePlacement']>, ParentType, ContextType>;
  problems?: Resolver<Array<ResolversTypes['NodeProblem']>, ParentType, ContextType>;
  resources?: Resolver<ResolversTypes['NodeResources'], ParentType, ContextType>;
  revertFailedChange?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  reverted?: Resolver<Types.Maybe<ResolversTypes['RevertedChange']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  signet?: Resolver<Types.Maybe<ResolversTypes['CustomSignet']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['NodeStatus'], ParentType, ContextType>;
  tor?: Resolver<Types.Maybe<ResolversTypes['NodeTor']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  waitsFor?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NodeChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeChange'] = ResolversParentTypes['NodeChange']> = {
  consequences?: Resolver<Array<ResolversTypes['NodeConsequence']>, ParentType, ContextType>;
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  from?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  to?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NodeConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeConnection'] = ResolversParentTypes['NodeConnection']> = {
  edges?: Resolver<Array<ResolversTypes['NodeEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Node']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type NodeConsequenceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeConsequence'] = ResolversParentTypes['NodeConsequence']> = {
  hours?: Resolver<Types.Maybe<ResolversTypes['ConsequenceHours']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ConsequenceKind'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NodeCountsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeCounts'] = ResolversParentTypes['NodeCounts']> = {
  byHealth?: Resolver<Array<ResolversTypes['NodeHealthCount']>, ParentType, ContextType>;
  byNetwork?: Resolver<Array<ResolversTypes['NetworkCount']>, ParentType, ContextType>;
  byPhase?: Resolver<Array<ResolversTypes['NodePhaseCount']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NodeDefaultsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeDefaults'] = ResolversParentTypes['NodeDefaults']> = {
  network?: Resolver<ResolversTypes['Network'], ParentType, ContextType>;
  nodeType?: Resolver<ResolversTypes['NodeType'], ParentType, ContextType>;
  resources?: Resolver<ResolversTypes['NodeResources'], ParentType, ContextType>;
};

export type NodeDeletionPreviewResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeDeletionPreview'] = ResolversParentTypes['NodeDeletionPreview']> = {
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  dataPolicy?: Resolver<ResolversTypes['NodeDataPolicy'], ParentType, ContextType>;
  issues?: Resolver<Array<ResolversTypes['NodeIssue']>, ParentType, ContextType>;
  sizeBytes?: Resolver<Types.Maybe<ResolversTypes['ByteCount']>, ParentType, ContextType>;
  wallets?: Resolver<Types.Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type NodeEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeEdge'] = ResolversParentTypes['NodeEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Node'], ParentType, ContextType>;
};

export type NodeEndpointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeEndpoint'] = ResolversParentTypes['NodeEndpoint']> = {
  host?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  p2pPort?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rpcPort?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  zmq?: Resolver<Array<ResolversTypes['ZmqEndpoint']>, ParentType, ContextType>;
};

export type NodeExplanationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeExplanation'] = ResolversParentTypes['NodeExplanation']> = {
  desired?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  explainedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  observed?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  staleReason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  steps?: Resolver<Array<ResolversTypes['NodeStep']>, ParentType, ContextType>;
  waitingFor?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NodeHealthResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeHealth'] = ResolversParentTypes['NodeHealth']> = {
  incidentId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  level?: Resolver<ResolversTypes['NodeHealthLevel'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NodeHealthState'], ParentType, ContextType>;
  summary?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NodeHealthCountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeHealthCount'] = ResolversParentTypes['NodeHealthCount']> = {
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NodeHealthState'], ParentType, ContextType>;
};

export type NodeIssueResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeIssue'] = ResolversParentTypes['NodeIssue']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NodeLogChunkResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeLogChunk'] = ResolversParentTypes['NodeLogChunk']> = {
  dropped?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lines?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  notice?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sequence?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type NodeMetricsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeMetrics'] = ResolversParentTypes['NodeMetrics']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  bestBlockAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  bestBlockHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  branches?: Resolver<Types.Maybe<Array<ResolversTypes['DaemonBranch']>>, ParentType, ContextType>;
  bytesReceived?: Resolver<Types.Maybe<ResolversTypes['ByteCount']>, ParentType, ContextType>;
  bytesSent?: Resolver<Types.Maybe<ResolversTypes['ByteCount']>, ParentType, ContextType>;
  chainTips?: Resolver<Types.Maybe<Array<ResolversTypes['ChainTipCount']>>, ParentType, ContextType>;
  chainWork?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  cpuPercent?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  growthBytesPerDay?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  headers?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  indexes?: Resolver<Array<ResolversTypes['IndexStatus']>, ParentType, ContextType>;
  initialBlockDownload?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  memoryMiB?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  mempoolLimitBytes?: Resolver<Types.Maybe<ResolversTypes['ByteCount']>, ParentType, ContextType>;
  mempoolMinFee?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  mempoolTransactions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  mempoolUsageBytes?: Resolver<Types.Maybe<ResolversTypes['ByteCount']>, ParentType, ContextType>;
  mempoolVirtualBytes?: Resolver<ResolversTypes['ByteCount'], ParentType, ContextType>;
  peersInbound?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  peersOutbound?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  receivedBytesPerSecond?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  rpcConnections?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sentBytesPerSecond?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  sizeOnDiskBytes?: Resolver<ResolversTypes['ByteCount'], ParentType, ContextType>;
  subversion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unbroadcastTransactions?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  uptimeSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  verificationProgress?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  writtenBytes?: Resolver<Types.Maybe<ResolversTypes['ByteCount']>, ParentType, ContextType>;
  writtenBytesPerDay?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type NodeMetricsBucketResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeMetricsBucket'] = ResolversParentTypes['NodeMetricsBucket']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  cpuPercent?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  headers?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  headersOnlyTips?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  height?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  indexProgress?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  invalidTips?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  memoryMiB?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  mempoolMinFee?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  mempoolTransactions?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  mempoolUsageBytes?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  mempoolVirtualBytes?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  peersInbound?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  peersOutbound?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  receivedBytesPerSecond?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  samples?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sentBytesPerSecond?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  sizeOnDiskBytes?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  unbroadcastTransactions?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  validForkTips?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  validHeadersTips?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  verificationProgress?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  warningCount?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  writtenBytesPerDay?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
};

export type NodeMetricsHistoryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeMetricsHistory'] = ResolversParentTypes['NodeMetricsHistory']> = {
  buckets?: Resolver<Array<ResolversTypes['NodeMetricsBucket']>, ParentType, ContextType>;
  stepSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NodeOperationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeOperation'] = ResolversParentTypes['NodeOperation']> = {
  cancellable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  endedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  estimatedEndAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['NodeOperationKind'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Node'], ParentType, ContextType>;
  params?: Resolver<ResolversTypes['NodeOperationParams'], ParentType, ContextType>;
  progress?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  reason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  result?: Resolver<Types.Maybe<ResolversTypes['NodeOperationResult']>, ParentType, ContextType>;
  startedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NodeOperationState'], ParentType, ContextType>;
  step?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NodeOperationParamsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeOperationParams'] = ResolversParentTypes['NodeOperationParams']> = {
  adopt?: Resolver<Types.Maybe<ResolversTypes['AdoptParams']>, ParentType, ContextType>;
  move?: Resolver<Types.Maybe<ResolversTypes['MoveParams']>, ParentType, ContextType>;
  rebuildIndex?: Resolver<Types.Maybe<ResolversTypes['RebuildIndexParams']>, ParentType, ContextType>;
  rehearse?: Resolver<Types.Maybe<ResolversTypes['RehearseParams']>, ParentType, ContextType>;
  reindex?: Resolver<Types.Maybe<ResolversTypes['ReindexParams']>, ParentType, ContextType>;
  rotateRpcCredentials?: Resolver<Types.Maybe<ResolversTypes['RotateRpcCredentialsParams']>, ParentType, ContextType>;
  seed?: Resolver<Types.Maybe<ResolversTypes['SeedParams']>, ParentType, ContextType>;
};

export type NodeOperationResultResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeOperationResult'] = ResolversParentTypes['NodeOperationResult']> = {
  rehearse?: Resolver<Types.Maybe<ResolversTypes['RehearsalResult']>, ParentType, ContextType>;
};

export type NodeOptionsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeOptions'] = ResolversParentTypes['NodeOptions']> = {
  catalogNote?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  catalogVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  clients?: Resolver<Array<ResolversTypes['ClientOption']>, ParentType, ContextType>;
  configOptions?: Resolver<Array<ResolversTypes['ConfigOption']>, ParentType, ContextType, Partial<Types.NodeOptionsConfigOptionsArgs>>;
  defaults?: Resolver<Array<ResolversTypes['NodeDefaults']>, ParentType, ContextType>;
  executor?: Resolver<Types.Maybe<ResolversTypes['Executor']>, ParentType, ContextType>;
  networks?: Resolver<Array<ResolversTypes['Network']>, ParentType, ContextType>;
  nodeTypes?: Resolver<Array<ResolversTypes['NodeType']>, ParentType, ContextType>;
  resourceBounds?: Resolver<ResolversTypes['ResourceBounds'], ParentType, ContextType>;
};

export type NodePhaseCountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodePhaseCount'] = ResolversParentTypes['NodePhaseCount']> = {
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  phase?: Resolver<ResolversTypes['NodePhase'], ParentType, ContextType>;
};

export type NodePlacementResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodePlacement'] = ResolversParentTypes['NodePlacement']> = {
  chosenBy?: Resolver<ResolversTypes['PlacementChooser'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NodePreviewResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodePreview'] = ResolversParentTypes['NodePreview']> = {
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['NodeChange']>, ParentType, ContextType>;
  configChanges?: Resolver<Array<ResolversTypes['ConfigChange']>, ParentType, ContextType>;
  executor?: Resolver<Types.Maybe<ResolversTypes['Executor']>, ParentType, ContextType>;
  issues?: Resolver<Array<ResolversTypes['NodeIssue']>, ParentType, ContextType>;
  node?: Resolver<Types.Maybe<ResolversTypes['PreviewedNode']>, ParentType, ContextType>;
  notes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  placement?: Resolver<Types.Maybe<ResolversTypes['NodePlacement']>, ParentType, ContextType>;
  restarts?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type NodeProblemResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeProblem'] = ResolversParentTypes['NodeProblem']> = {
  advice?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  code?: Resolver<ResolversTypes['NodeProblemCode'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type NodeResourcesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeResources'] = ResolversParentTypes['NodeResources']> = {
  cpuCores?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  diskGiB?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  memoryMiB?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NodeRolloutResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeRollout'] = ResolversParentTypes['NodeRollout']> = {
  counts?: Resolver<ResolversTypes['NodeRolloutCounts'], ParentType, ContextType>;
  endedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  members?: Resolver<Array<ResolversTypes['NodeRolloutMember']>, ParentType, ContextType, Partial<Types.NodeRolloutMembersArgs>>;
  parallel?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  policy?: Resolver<ResolversTypes['NodeRolloutPolicy'], ParentType, ContextType>;
  reason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NodeRolloutState'], ParentType, ContextType>;
  summary?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  undoes?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  waitsFor?: Resolver<Array<ResolversTypes['NodeRolloutMember']>, ParentType, ContextType>;
};

export type NodeRolloutBudgetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeRolloutBudget'] = ResolversParentTypes['NodeRolloutBudget']> = {
  keepAvailable?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  per?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NodeRolloutCanaryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeRolloutCanary'] = ResolversParentTypes['NodeRolloutCanary']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  soakSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NodeRolloutChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeRolloutChange'] = ResolversParentTypes['NodeRolloutChange']> = {
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  from?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  to?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NodeRolloutCountsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeRolloutCounts'] = ResolversParentTypes['NodeRolloutCounts']> = {
  changed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  restorable?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skipped?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  underWay?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NodeRolloutGateResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeRolloutGate'] = ResolversParentTypes['NodeRolloutGate']> = {
  maxBlocksBehind?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  maxMemoryPercent?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  minPeers?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type NodeRolloutHeightResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeRolloutHeight'] = ResolversParentTypes['NodeRolloutHeight']> = {
  at?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  avoid?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  within?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NodeRolloutMemberResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeRolloutMember'] = ResolversParentTypes['NodeRolloutMember']> = {
  blocksBehindBefore?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['NodeRolloutChange']>, ParentType, ContextType>;
  endedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  group?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isRestart?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  node?: Resolver<Types.Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  startedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NodeRolloutMemberState'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  wait?: Resolver<Types.Maybe<ResolversTypes['NodeRolloutWait']>, ParentType, ContextType>;
};

export type NodeRolloutPolicyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeRolloutPolicy'] = ResolversParentTypes['NodeRolloutPolicy']> = {
  budget?: Resolver<Types.Maybe<ResolversTypes['NodeRolloutBudget']>, ParentType, ContextType>;
  canary?: Resolver<Types.Maybe<ResolversTypes['NodeRolloutCanary']>, ParentType, ContextType>;
  gate?: Resolver<Types.Maybe<ResolversTypes['NodeRolloutGate']>, ParentType, ContextType>;
  height?: Resolver<Types.Maybe<ResolversTypes['NodeRolloutHeight']>, ParentType, ContextType>;
  outsideWindows?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  rehearse?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  windows?: Resolver<Types.Maybe<ResolversTypes['MaintenanceWindows']>, ParentType, ContextType>;
};

export type NodeRolloutWaitResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeRolloutWait'] = ResolversParentTypes['NodeRolloutWait']> = {
  code?: Resolver<ResolversTypes['NodeRolloutWaitCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NodeRpcCredentialsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeRpcCredentials'] = ResolversParentTypes['NodeRpcCredentials']> = {
  password?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  refusingNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  user?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NodeStatusResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeStatus'] = ResolversParentTypes['NodeStatus']> = {
  appliedRevision?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  containerId?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endpoint?: Resolver<Types.Maybe<ResolversTypes['NodeEndpoint']>, ParentType, ContextType>;
  imageDigest?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  loadedWallets?: Resolver<Types.Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  phase?: Resolver<ResolversTypes['NodePhase'], ParentType, ContextType>;
  reason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reportedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  since?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  wallets?: Resolver<Types.Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type NodeStepResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeStep'] = ResolversParentTypes['NodeStep']> = {
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  why?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NodeTorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodeTor'] = ResolversParentTypes['NodeTor']> = {
  mode?: Resolver<ResolversTypes['NodeTorMode'], ParentType, ContextType>;
  onionAddress?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  proxy?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NodesChangePreviewResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodesChangePreview'] = ResolversParentTypes['NodesChangePreview']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  restarts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  results?: Resolver<Array<ResolversTypes['NodesChangeResult']>, ParentType, ContextType>;
};

export type NodesChangeResultResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NodesChangeResult'] = ResolversParentTypes['NodesChangeResult']> = {
  changes?: Resolver<Array<ResolversTypes['NodeRolloutChange']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  issues?: Resolver<Array<ResolversTypes['NodeIssue']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Types.Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['NodesChangeOutcome'], ParentType, ContextType>;
};

export type NotificationCenterResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NotificationCenter'] = ResolversParentTypes['NotificationCenter']> = {
  latest?: Resolver<Array<ResolversTypes['AlertIncident']>, ParentType, ContextType>;
  open?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  openCritical?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  openInfo?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  openWarning?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NotificationChannelResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NotificationChannel'] = ResolversParentTypes['NotificationChannel']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  failingSince?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  goneAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['NotificationChannelKind'], ParentType, ContextType>;
  lastDeliveredAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastFailure?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastSequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lowestSeverity?: Resolver<ResolversTypes['AlertSeverity'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  previousSecretsUntil?: Resolver<Array<ResolversTypes['DateTime']>, ParentType, ContextType>;
  target?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NotificationNodeOverrideResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NotificationNodeOverride'] = ResolversParentTypes['NotificationNodeOverride']> = {
  muted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  mutedUntil?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  thresholds?: Resolver<ResolversTypes['NotificationNodeThresholds'], ParentType, ContextType>;
};

export type NotificationNodeThresholdsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NotificationNodeThresholds'] = ResolversParentTypes['NotificationNodeThresholds']> = {
  blocksBehind?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  crashLoopExits?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  memoryPercent?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  noPeersMinutes?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  nodeFailingSeconds?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  syncStalledMinutes?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  tipProbability?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type NotificationSettingsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NotificationSettings'] = ResolversParentTypes['NotificationSettings']> = {
  nodeOverrides?: Resolver<Array<ResolversTypes['NotificationNodeOverride']>, ParentType, ContextType, Partial<Types.NotificationSettingsNodeOverridesArgs>>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  thresholds?: Resolver<ResolversTypes['NotificationThresholds'], ParentType, ContextType>;
};

export type NotificationThresholdsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NotificationThresholds'] = ResolversParentTypes['NotificationThresholds']> = {
  blocksBehind?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  channelFailingMinutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  crashLoopExits?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  diskFreePercent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  diskFullDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  executorOfflineSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  keyEndsDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  memoryPercent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  noPeersMinutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodeFailingSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  syncStalledMinutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tipProbability?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type NumberBoundsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['NumberBounds'] = ResolversParentTypes['NumberBounds']> = {
  max?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  min?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type OfferedNodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OfferedNode'] = ResolversParentTypes['OfferedNode']> = {
  client?: Resolver<ResolversTypes['Client'], ParentType, ContextType>;
  clientLifecycle?: Resolver<ResolversTypes['ClientLifecycle'], ParentType, ContextType>;
  clientVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  desiredState?: Resolver<ResolversTypes['DesiredState'], ParentType, ContextType>;
  height?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  network?: Resolver<ResolversTypes['Network'], ParentType, ContextType>;
  newName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeType?: Resolver<ResolversTypes['NodeType'], ParentType, ContextType>;
  overrides?: Resolver<Array<ResolversTypes['ConfigOverride']>, ParentType, ContextType>;
  problem?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  resources?: Resolver<ResolversTypes['NodeResources'], ParentType, ContextType>;
  signet?: Resolver<Types.Maybe<ResolversTypes['CustomSignet']>, ParentType, ContextType>;
  sizeBytes?: Resolver<Types.Maybe<ResolversTypes['ByteCount']>, ParentType, ContextType>;
  tor?: Resolver<Types.Maybe<ResolversTypes['NodeTor']>, ParentType, ContextType>;
};

export type OpenAgentRequestPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OpenAgentRequestPayload'] = ResolversParentTypes['OpenAgentRequestPayload']> = {
  request?: Resolver<ResolversTypes['AgentRequest'], ParentType, ContextType>;
};

export type OrganizationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Organization'] = ResolversParentTypes['Organization']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type OrganizationMembershipResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrganizationMembership'] = ResolversParentTypes['OrganizationMembership']> = {
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['OrganizationRole'], ParentType, ContextType>;
};

export type OrphanedNodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OrphanedNode'] = ResolversParentTypes['OrphanedNode']> = {
  containerId?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  data?: Resolver<Types.Maybe<ResolversTypes['ChainData']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kept?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PasswordResetPreviewResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PasswordResetPreview'] = ResolversParentTypes['PasswordResetPreview']> = {
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PauseNodeRolloutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PauseNodeRolloutPayload'] = ResolversParentTypes['PauseNodeRolloutPayload']> = {
  rollout?: Resolver<ResolversTypes['NodeRollout'], ParentType, ContextType>;
};

export type PauseUpgradeRolloutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PauseUpgradeRolloutPayload'] = ResolversParentTypes['PauseUpgradeRolloutPayload']> = {
  rollout?: Resolver<ResolversTypes['UpgradeRollout'], ParentType, ContextType>;
};

export type PreviewedNodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PreviewedNode'] = ResolversParentTypes['PreviewedNode']> = {
  client?: Resolver<ResolversTypes['Client'], ParentType, ContextType>;
  clientLifecycle?: Resolver<ResolversTypes['ClientLifecycle'], ParentType, ContextType>;
  clientVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeType?: Resolver<ResolversTypes['NodeType'], ParentType, ContextType>;
  resources?: Resolver<ResolversTypes['NodeResources'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  adminAuditActions?: Resolver<Types.Maybe<ResolversTypes['AuditActionConnection']>, ParentType, ContextType, Partial<Types.QueryAdminAuditActionsArgs>>;
  adminAuditVerification?: Resolver<Types.Maybe<ResolversTypes['AuditVerification']>, ParentType, ContextType, Partial<Types.QueryAdminAuditVerificationArgs>>;
  agentRequest?: Resolver<Types.Maybe<ResolversTypes['AgentRequest']>, ParentType, ContextType, RequireFields<Types.QueryAgentRequestArgs, 'where'>>;
  apiKeys?: Resolver<Types.Maybe<Array<ResolversTypes['ApiKey']>>, ParentType, ContextType, Partial<Types.QueryApiKeysArgs>>;
  auditActions?: Resolver<Types.Maybe<ResolversTypes['AuditActionConnection']>, ParentType, ContextType, Partial<Types.QueryAuditActionsArgs>>;
  auditVerification?: Resolver<Types.Maybe<ResolversTypes['AuditVerification']>, ParentType, ContextType, Partial<Types.QueryAuditVerificationArgs>>;
  consumers?: Resolver<Types.Maybe<Array<ResolversTypes['Consumer']>>, ParentType, ContextType, Partial<Types.QueryConsumersArgs>>;
  endpoint?: Resolver<Types.Maybe<ResolversTypes['Endpoint']>, ParentType, ContextType, RequireFields<Types.QueryEndpointArgs, 'where'>>;
  endpoints?: Resolver<Types.Maybe<Array<ResolversTypes['Endpoint']>>, ParentType, ContextType>;
  enrolmentTokens?: Resolver<Types.Maybe<Array<ResolversTypes['EnrolmentToken']>>, ParentType, ContextType, Partial<Types.QueryEnrolmentTokensArgs>>;
  events?: Resolver<Types.Maybe<ResolversTypes['EventConnection']>, ParentType, ContextType, Partial<Types.QueryEventsArgs>>;
  executor?: Resolver<Types.Maybe<ResolversTypes['Executor']>, ParentType, ContextType, RequireFields<Types.QueryExecutorArgs, 'where'>>;
  executorCounts?: Resolver<Types.Maybe<ResolversTypes['ExecutorCounts']>, ParentType, ContextType, Partial<Types.QueryExecutorCountsArgs>>;
  executorMetrics?: Resolver<Types.Maybe<ResolversTypes['ExecutorMetricsHistory']>, ParentType, ContextType, RequireFields<Types.QueryExecutorMetricsArgs, 'where'>>;
  executorOffers?: Resolver<Types.Maybe<Array<ResolversTypes['ExecutorOffer']>>, ParentType, ContextType, Partial<Types.QueryExecutorOffersArgs>>;
  executorReleases?: Resolver<Types.Maybe<Array<ResolversTypes['ExecutorRelease']>>, ParentType, ContextType, Partial<Types.QueryExecutorReleasesArgs>>;
  executors?: Resolver<Types.Maybe<Array<ResolversTypes['Executor']>>, ParentType, ContextType, Partial<Types.QueryExecutorsArgs>>;
  executorsConnection?: Resolver<Types.Maybe<ResolversTypes['ExecutorConnection']>, ParentType, ContextType, Partial<Types.QueryExecutorsConnectionArgs>>;
  explainNode?: Resolver<Types.Maybe<ResolversTypes['NodeExplanation']>, ParentType, ContextType, RequireFields<Types.QueryExplainNodeArgs, 'where'>>;
  invitation?: Resolver<Types.Maybe<ResolversTypes['InvitationPreview']>, ParentType, ContextType, RequireFields<Types.QueryInvitationArgs, 'where'>>;
  invitations?: Resolver<Types.Maybe<Array<ResolversTypes['Invitation']>>, ParentType, ContextType, Partial<Types.QueryInvitationsArgs>>;
  maintenanceSchedules?: Resolver<Types.Maybe<Array<ResolversTypes['MaintenanceSchedule']>>, ParentType, ContextType>;
  members?: Resolver<Types.Maybe<Array<ResolversTypes['Member']>>, ParentType, ContextType, Partial<Types.QueryMembersArgs>>;
  network?: Resolver<Types.Maybe<ResolversTypes['ChainNetwork']>, ParentType, ContextType, RequireFields<Types.QueryNetworkArgs, 'where'>>;
  networkMetrics?: Resolver<Types.Maybe<ResolversTypes['NodeMetricsHistory']>, ParentType, ContextType, RequireFields<Types.QueryNetworkMetricsArgs, 'where'>>;
  networks?: Resolver<Types.Maybe<Array<ResolversTypes['ChainNetwork']>>, ParentType, ContextType>;
  node?: Resolver<Types.Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<Types.QueryNodeArgs, 'where'>>;
  nodeCounts?: Resolver<Types.Maybe<ResolversTypes['NodeCounts']>, ParentType, ContextType, Partial<Types.QueryNodeCountsArgs>>;
  nodeMetrics?: Resolver<Types.Maybe<ResolversTypes['NodeMetricsHistory']>, ParentType, ContextType, RequireFields<Types.QueryNodeMetricsArgs, 'where'>>;
  nodeOptions?: Resolver<Types.Maybe<ResolversTypes['NodeOptions']>, ParentType, ContextType, Partial<Types.QueryNodeOptionsArgs>>;
  nodeRollout?: Resolver<Types.Maybe<ResolversTypes['NodeRollout']>, ParentType, ContextType, RequireFields<Types.QueryNodeRolloutArgs, 'where'>>;
  nodeRollouts?: Resolver<Types.Maybe<Array<ResolversTypes['NodeRollout']>>, ParentType, ContextType, Partial<Types.QueryNodeRolloutsArgs>>;
  nodeRpcCredentials?: Resolver<Types.Maybe<ResolversTypes['NodeRpcCredentials']>, ParentType, ContextType>;
  nodes?: Resolver<Types.Maybe<Array<ResolversTypes['Node']>>, ParentType, ContextType, Partial<Types.QueryNodesArgs>>;
  nodesConnection?: Resolver<Types.Maybe<ResolversTypes['NodeConnection']>, ParentType, ContextType, Partial<Types.QueryNodesConnectionArgs>>;
  notificationCenter?: Resolver<Types.Maybe<ResolversTypes['NotificationCenter']>, ParentType, ContextType>;
  notificationChannels?: Resolver<Types.Maybe<Array<ResolversTypes['NotificationChannel']>>, ParentType, ContextType>;
  notificationIncident?: Resolver<Types.Maybe<ResolversTypes['AlertIncident']>, ParentType, ContextType, RequireFields<Types.QueryNotificationIncidentArgs, 'where'>>;
  notificationIncidents?: Resolver<Types.Maybe<ResolversTypes['AlertIncidentConnection']>, ParentType, ContextType, Partial<Types.QueryNotificationIncidentsArgs>>;
  notificationSettings?: Resolver<Types.Maybe<ResolversTypes['NotificationSettings']>, ParentType, ContextType>;
  organizations?: Resolver<Types.Maybe<Array<ResolversTypes['Organization']>>, ParentType, ContextType, Partial<Types.QueryOrganizationsArgs>>;
  passwordReset?: Resolver<Types.Maybe<ResolversTypes['PasswordResetPreview']>, ParentType, ContextType, RequireFields<Types.QueryPasswordResetArgs, 'where'>>;
  previewKeptDataRemoval?: Resolver<Types.Maybe<ResolversTypes['NodeDeletionPreview']>, ParentType, ContextType, RequireFields<Types.QueryPreviewKeptDataRemovalArgs, 'data'>>;
  previewNodeCreation?: Resolver<Types.Maybe<ResolversTypes['NodePreview']>, ParentType, ContextType, RequireFields<Types.QueryPreviewNodeCreationArgs, 'data'>>;
  previewNodeDeletion?: Resolver<Types.Maybe<ResolversTypes['NodeDeletionPreview']>, ParentType, ContextType, RequireFields<Types.QueryPreviewNodeDeletionArgs, 'where'>>;
  previewNodeUpdate?: Resolver<Types.Maybe<ResolversTypes['NodePreview']>, ParentType, ContextType, RequireFields<Types.QueryPreviewNodeUpdateArgs, 'data' | 'where'>>;
  previewNodesChange?: Resolver<Types.Maybe<ResolversTypes['NodesChangePreview']>, ParentType, ContextType, RequireFields<Types.QueryPreviewNodesChangeArgs, 'data' | 'where'>>;
  previewUpgradeRollout?: Resolver<Types.Maybe<ResolversTypes['UpgradeRolloutPreview']>, ParentType, ContextType, RequireFields<Types.QueryPreviewUpgradeRolloutArgs, 'data'>>;
  readBitcoinConf?: Resolver<Types.Maybe<ResolversTypes['BitcoinConf']>, ParentType, ContextType, RequireFields<Types.QueryReadBitcoinConfArgs, 'data'>>;
  rpcCredentialRotation?: Resolver<Types.Maybe<ResolversTypes['RpcCredentialRotation']>, ParentType, ContextType>;
  sessions?: Resolver<Types.Maybe<Array<ResolversTypes['Session']>>, ParentType, ContextType>;
  singleSignOn?: Resolver<Types.Maybe<ResolversTypes['SingleSignOn']>, ParentType, ContextType>;
  singleSignOnAttempts?: Resolver<Types.Maybe<Array<ResolversTypes['SingleSignOnAttempt']>>, ParentType, ContextType>;
  upgradeRollout?: Resolver<Types.Maybe<ResolversTypes['UpgradeRollout']>, ParentType, ContextType, RequireFields<Types.QueryUpgradeRolloutArgs, 'where'>>;
  upgradeRollouts?: Resolver<Types.Maybe<Array<ResolversTypes['UpgradeRollout']>>, ParentType, ContextType, Partial<Types.QueryUpgradeRolloutsArgs>>;
  viewer?: Resolver<Types.Maybe<ResolversTypes['Viewer']>, ParentType, ContextType>;
  webhookDeliveries?: Resolver<Types.Maybe<Array<ResolversTypes['WebhookDelivery']>>, ParentType, ContextType, Partial<Types.QueryWebhookDeliveriesArgs>>;
  webhookDelivery?: Resolver<Types.Maybe<ResolversTypes['WebhookDelivery']>, ParentType, ContextType, RequireFields<Types.QueryWebhookDeliveryArgs, 'where'>>;
};

export type RebuildIndexParamsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RebuildIndexParams'] = ResolversParentTypes['RebuildIndexParams']> = {
  height?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  index?: Resolver<ResolversTypes['ChainIndex'], ParentType, ContextType>;
  remove?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RecoverExecutorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RecoverExecutorPayload'] = ResolversParentTypes['RecoverExecutorPayload']> = {
  executor?: Resolver<ResolversTypes['Executor'], ParentType, ContextType>;
};

export type RedeliverWebhookPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RedeliverWebhookPayload'] = ResolversParentTypes['RedeliverWebhookPayload']> = {
  delivery?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
};

export type RedeliverWebhooksPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RedeliverWebhooksPayload'] = ResolversParentTypes['RedeliverWebhooksPayload']> = {
  deliveryCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RehearsalResultResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RehearsalResult'] = ResolversParentTypes['RehearsalResult']> = {
  bestBlockHash?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  copiedBytes?: Resolver<Types.Maybe<ResolversTypes['ByteCount']>, ParentType, ContextType>;
  copySeconds?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  fileSystem?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  frozenSeconds?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  height?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  ignoredOptions?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  indexes?: Resolver<Array<ResolversTypes['RehearsedIndex']>, ParentType, ContextType>;
  notes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  peakMemoryMiB?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  startSeconds?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  stopSeconds?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  utxoHash?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['RehearsalVerdict'], ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  wayBack?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RehearseParamsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RehearseParams'] = ResolversParentTypes['RehearseParams']> = {
  clientVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RehearsedIndexResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RehearsedIndex'] = ResolversParentTypes['RehearsedIndex']> = {
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  synced?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ReindexParamsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReindexParams'] = ResolversParentTypes['ReindexParams']> = {
  chainstateOnly?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  height?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type RejectedEventResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RejectedEvent'] = ResolversParentTypes['RejectedEvent']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ReleaseArtifactResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReleaseArtifact'] = ResolversParentTypes['ReleaseArtifact']> = {
  platform?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  signature?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sizeBytes?: Resolver<ResolversTypes['ByteCount'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ReleaseImageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReleaseImage'] = ResolversParentTypes['ReleaseImage']> = {
  digest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RemoveKeptDataPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RemoveKeptDataPayload'] = ResolversParentTypes['RemoveKeptDataPayload']> = {
  orphan?: Resolver<ResolversTypes['OrphanedNode'], ParentType, ContextType>;
};

export type RemoveMemberPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RemoveMemberPayload'] = ResolversParentTypes['RemoveMemberPayload']> = {
  member?: Resolver<ResolversTypes['Member'], ParentType, ContextType>;
};

export type RemoveSecondFactorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RemoveSecondFactorPayload'] = ResolversParentTypes['RemoveSecondFactorPayload']> = {
  person?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type RenewRecoveryCodesPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RenewRecoveryCodesPayload'] = ResolversParentTypes['RenewRecoveryCodesPayload']> = {
  recoveryCodes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ReportEndpointsPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReportEndpointsPayload'] = ResolversParentTypes['ReportEndpointsPayload']> = {
  accepted?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ReportRuntimeEventsPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReportRuntimeEventsPayload'] = ResolversParentTypes['ReportRuntimeEventsPayload']> = {
  accepted?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rejected?: Resolver<Array<ResolversTypes['RejectedEvent']>, ParentType, ContextType>;
};

export type RequestExecutorUpgradePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RequestExecutorUpgradePayload'] = ResolversParentTypes['RequestExecutorUpgradePayload']> = {
  executor?: Resolver<ResolversTypes['Executor'], ParentType, ContextType>;
};

export type RequestNodeLifecycleActionPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RequestNodeLifecycleActionPayload'] = ResolversParentTypes['RequestNodeLifecycleActionPayload']> = {
  node?: Resolver<ResolversTypes['Node'], ParentType, ContextType>;
};

export type ResetPasswordPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResetPasswordPayload'] = ResolversParentTypes['ResetPasswordPayload']> = {
  person?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type ResourceAmountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResourceAmount'] = ResolversParentTypes['ResourceAmount']> = {
  free?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  usedByNodes?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ResourceBoundsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResourceBounds'] = ResolversParentTypes['ResourceBounds']> = {
  cpuCores?: Resolver<ResolversTypes['NumberBounds'], ParentType, ContextType>;
  diskGiB?: Resolver<ResolversTypes['NumberBounds'], ParentType, ContextType>;
  memoryMiB?: Resolver<ResolversTypes['NumberBounds'], ParentType, ContextType>;
};

export type ResourceMetricsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResourceMetrics'] = ResolversParentTypes['ResourceMetrics']> = {
  free?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  total?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
  usedByNodes?: Resolver<Types.Maybe<ResolversTypes['MetricSummary']>, ParentType, ContextType>;
};

export type ResumeNodeRolloutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResumeNodeRolloutPayload'] = ResolversParentTypes['ResumeNodeRolloutPayload']> = {
  rollout?: Resolver<ResolversTypes['NodeRollout'], ParentType, ContextType>;
};

export type ResumeUpgradeRolloutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResumeUpgradeRolloutPayload'] = ResolversParentTypes['ResumeUpgradeRolloutPayload']> = {
  rollout?: Resolver<ResolversTypes['UpgradeRollout'], ParentType, ContextType>;
};

export type RevertedChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevertedChange'] = ResolversParentTypes['RevertedChange']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['RevertedField']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  runsRevision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RevertedFieldResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevertedField'] = ResolversParentTypes['RevertedField']> = {
  asked?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  runs?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RevokeApiKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeApiKeyPayload'] = ResolversParentTypes['RevokeApiKeyPayload']> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
};

export type RevokeConsumerPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeConsumerPayload'] = ResolversParentTypes['RevokeConsumerPayload']> = {
  consumer?: Resolver<ResolversTypes['Consumer'], ParentType, ContextType>;
};

export type RevokeEnrolmentTokenPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeEnrolmentTokenPayload'] = ResolversParentTypes['RevokeEnrolmentTokenPayload']> = {
  enrolmentToken?: Resolver<ResolversTypes['EnrolmentToken'], ParentType, ContextType>;
};

export type RevokeInvitationPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RevokeInvitationPayload'] = ResolversParentTypes['RevokeInvitationPayload']> = {
  invitation?: Resolver<ResolversTypes['Invitation'], ParentType, ContextType>;
};

export type RoomResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Room'] = ResolversParentTypes['Room']> = {
  available?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  free?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  overcommit?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  promised?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  total?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  used?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type RotateConsumerSecretPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RotateConsumerSecretPayload'] = ResolversParentTypes['RotateConsumerSecretPayload']> = {
  consumer?: Resolver<ResolversTypes['Consumer'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RotateExecutorKeyPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RotateExecutorKeyPayload'] = ResolversParentTypes['RotateExecutorKeyPayload']> = {
  expiresAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RotateRpcCredentialsParamsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RotateRpcCredentialsParams'] = ResolversParentTypes['RotateRpcCredentialsParams']> = {
  stage?: Resolver<ResolversTypes['RpcRotationStage'], ParentType, ContextType>;
};

export type RotateRpcCredentialsPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RotateRpcCredentialsPayload'] = ResolversParentTypes['RotateRpcCredentialsPayload']> = {
  rotation?: Resolver<ResolversTypes['RpcCredentialRotation'], ParentType, ContextType>;
};

export type RotateWebhookSecretPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RotateWebhookSecretPayload'] = ResolversParentTypes['RotateWebhookSecretPayload']> = {
  previousSecretsUntil?: Resolver<Array<ResolversTypes['DateTime']>, ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RpcArgsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RpcArgs'] = ResolversParentTypes['RpcArgs']> = {
  method?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  params?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RpcCredentialRotationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RpcCredentialRotation'] = ResolversParentTypes['RpcCredentialRotation']> = {
  currentNodeName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  formerExpiresAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  moved?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rollout?: Resolver<Types.Maybe<ResolversTypes['NodeRollout']>, ParentType, ContextType>;
  skipped?: Resolver<Array<ResolversTypes['SkippedRpcNode']>, ParentType, ContextType>;
  stage?: Resolver<ResolversTypes['RpcRotationStage'], ParentType, ContextType>;
  stopped?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SaveNotificationSettingsPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SaveNotificationSettingsPayload'] = ResolversParentTypes['SaveNotificationSettingsPayload']> = {
  settings?: Resolver<ResolversTypes['NotificationSettings'], ParentType, ContextType>;
};

export type SeedParamsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SeedParams'] = ResolversParentTypes['SeedParams']> = {
  from?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SessionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Session'] = ResolversParentTypes['Session']> = {
  address?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastUsedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  organizationName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userAgent?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SetActiveOrganizationPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SetActiveOrganizationPayload'] = ResolversParentTypes['SetActiveOrganizationPayload']> = {
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
};

export type SetMaintenanceSchedulePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SetMaintenanceSchedulePayload'] = ResolversParentTypes['SetMaintenanceSchedulePayload']> = {
  schedule?: Resolver<ResolversTypes['MaintenanceSchedule'], ParentType, ContextType>;
};

export type SetUpSecondFactorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SetUpSecondFactorPayload'] = ResolversParentTypes['SetUpSecondFactorPayload']> = {
  recoveryCodes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  uri?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SignInPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SignInPayload'] = ResolversParentTypes['SignInPayload']> = {
  needsSecondFactor?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  person?: Resolver<Types.Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type SignOutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SignOutPayload'] = ResolversParentTypes['SignOutPayload']> = {
  sessionCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SignUpPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SignUpPayload'] = ResolversParentTypes['SignUpPayload']> = {
  person?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type SingleSignOnResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SingleSignOn'] = ResolversParentTypes['SingleSignOn']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  passwordsForOwnersOnly?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SingleSignOnAttemptResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SingleSignOnAttempt'] = ResolversParentTypes['SingleSignOnAttempt']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  checks?: Resolver<Array<ResolversTypes['SingleSignOnCheck']>, ParentType, ContextType>;
  claims?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  groups?: Resolver<Types.Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  refusal?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SingleSignOnCheckResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SingleSignOnCheck'] = ResolversParentTypes['SingleSignOnCheck']> = {
  claim?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  found?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isSatisfied?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  setting?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SkipNodeRolloutMemberPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SkipNodeRolloutMemberPayload'] = ResolversParentTypes['SkipNodeRolloutMemberPayload']> = {
  rollout?: Resolver<ResolversTypes['NodeRollout'], ParentType, ContextType>;
};

export type SkippedRpcNodeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SkippedRpcNode'] = ResolversParentTypes['SkippedRpcNode']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type StartNodeOperationPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['StartNodeOperationPayload'] = ResolversParentTypes['StartNodeOperationPayload']> = {
  operation?: Resolver<ResolversTypes['NodeOperation'], ParentType, ContextType>;
};

export type StartNodeRolloutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['StartNodeRolloutPayload'] = ResolversParentTypes['StartNodeRolloutPayload']> = {
  rollout?: Resolver<ResolversTypes['NodeRollout'], ParentType, ContextType>;
};

export type StartSingleSignOnPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['StartSingleSignOnPayload'] = ResolversParentTypes['StartSingleSignOnPayload']> = {
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type StartUpgradeRolloutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['StartUpgradeRolloutPayload'] = ResolversParentTypes['StartUpgradeRolloutPayload']> = {
  rollout?: Resolver<ResolversTypes['UpgradeRollout'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  changes?: SubscriptionResolver<Types.Maybe<Array<ResolversTypes['Change']>>, "changes", ParentType, ContextType, Partial<Types.SubscriptionChangesArgs>>;
  executorNudges?: SubscriptionResolver<ResolversTypes['ExecutorNudge'], "executorNudges", ParentType, ContextType, RequireFields<Types.SubscriptionExecutorNudgesArgs, 'name'>>;
  nodeLog?: SubscriptionResolver<Types.Maybe<ResolversTypes['NodeLogChunk']>, "nodeLog", ParentType, ContextType, RequireFields<Types.SubscriptionNodeLogArgs, 'where'>>;
};

export type SyncExecutorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SyncExecutorPayload'] = ResolversParentTypes['SyncExecutorPayload']> = {
  executorId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  gateway?: Resolver<Types.Maybe<ResolversTypes['DesiredGateway']>, ParentType, ContextType>;
  heartbeatIntervalSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  keyExpiresAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  nodes?: Resolver<Types.Maybe<Array<ResolversTypes['DesiredNode']>>, ParentType, ContextType>;
  observedRevision?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  recovery?: Resolver<Types.Maybe<ResolversTypes['RecoveryState']>, ParentType, ContextType>;
  requests?: Resolver<Array<ResolversTypes['AgentRequest']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rotateKeyAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  upgrade?: Resolver<Types.Maybe<ResolversTypes['DesiredUpgrade']>, ParentType, ContextType>;
};

export type TestNotificationWebhookPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TestNotificationWebhookPayload'] = ResolversParentTypes['TestNotificationWebhookPayload']> = {
  delivery?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
};

export type UncordonExecutorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UncordonExecutorPayload'] = ResolversParentTypes['UncordonExecutorPayload']> = {
  executor?: Resolver<ResolversTypes['Executor'], ParentType, ContextType>;
};

export type UndoNodeRolloutPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UndoNodeRolloutPayload'] = ResolversParentTypes['UndoNodeRolloutPayload']> = {
  rollout?: Resolver<ResolversTypes['NodeRollout'], ParentType, ContextType>;
};

export type UndrainExecutorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UndrainExecutorPayload'] = ResolversParentTypes['UndrainExecutorPayload']> = {
  executor?: Resolver<ResolversTypes['Executor'], ParentType, ContextType>;
};

export type UpdateConsumerPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateConsumerPayload'] = ResolversParentTypes['UpdateConsumerPayload']> = {
  consumer?: Resolver<ResolversTypes['Consumer'], ParentType, ContextType>;
};

export type UpdateEndpointPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateEndpointPayload'] = ResolversParentTypes['UpdateEndpointPayload']> = {
  endpoint?: Resolver<ResolversTypes['Endpoint'], ParentType, ContextType>;
};

export type UpdateExecutorPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateExecutorPayload'] = ResolversParentTypes['UpdateExecutorPayload']> = {
  executor?: Resolver<ResolversTypes['Executor'], ParentType, ContextType>;
};

export type UpdateExecutorReleasePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateExecutorReleasePayload'] = ResolversParentTypes['UpdateExecutorReleasePayload']> = {
  release?: Resolver<ResolversTypes['ExecutorRelease'], ParentType, ContextType>;
};

export type UpdateMemberRolePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateMemberRolePayload'] = ResolversParentTypes['UpdateMemberRolePayload']> = {
  member?: Resolver<ResolversTypes['Member'], ParentType, ContextType>;
};

export type UpdateNodePayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateNodePayload'] = ResolversParentTypes['UpdateNodePayload']> = {
  node?: Resolver<ResolversTypes['Node'], ParentType, ContextType>;
};

export type UpdateNotificationChannelPayloadResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpdateNotificationChannelPayload'] = ResolversParentTypes['UpdateNotificationChannelPayload']> = {
  channel?: Resolver<ResolversTypes['NotificationChannel'], ParentType, ContextType>;
};

export type UpgradeRolloutResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpgradeRollout'] = ResolversParentTypes['UpgradeRollout']> = {
  counts?: Resolver<ResolversTypes['UpgradeRolloutCounts'], ParentType, ContextType>;
  endedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  groupSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  members?: Resolver<Array<ResolversTypes['UpgradeRolloutMember']>, ParentType, ContextType, Partial<Types.UpgradeRolloutMembersArgs>>;
  reason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['UpgradeRolloutState'], ParentType, ContextType>;
  targetVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type UpgradeRolloutCountsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpgradeRolloutCounts'] = ResolversParentTypes['UpgradeRolloutCounts']> = {
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skipped?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  underWay?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  upgraded?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type UpgradeRolloutMemberResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpgradeRolloutMember'] = ResolversParentTypes['UpgradeRolloutMember']> = {
  executor?: Resolver<Types.Maybe<ResolversTypes['Executor']>, ParentType, ContextType>;
  executorName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  group?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['UpgradeRolloutMemberState'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  upgrade?: Resolver<Types.Maybe<ResolversTypes['ExecutorUpgrade']>, ParentType, ContextType>;
};

export type UpgradeRolloutPreviewResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpgradeRolloutPreview'] = ResolversParentTypes['UpgradeRolloutPreview']> = {
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  members?: Resolver<Array<ResolversTypes['UpgradeRolloutPreviewMember']>, ParentType, ContextType>;
};

export type UpgradeRolloutPreviewMemberResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['UpgradeRolloutPreviewMember'] = ResolversParentTypes['UpgradeRolloutPreviewMember']> = {
  executorId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  executorName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  group?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  obstacle?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type UserResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasSecondFactor?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isSystemAdmin?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  controlPlaneVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  credential?: Resolver<ResolversTypes['Credential'], ParentType, ContextType>;
  organization?: Resolver<Types.Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  organizations?: Resolver<Types.Maybe<Array<ResolversTypes['OrganizationMembership']>>, ParentType, ContextType>;
  person?: Resolver<Types.Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  purpose?: Resolver<ResolversTypes['ApiKeyPurpose'], ParentType, ContextType>;
  role?: Resolver<Types.Maybe<ResolversTypes['OrganizationRole']>, ParentType, ContextType>;
};

export type WebhookAttemptResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookAttempt'] = ResolversParentTypes['WebhookAttempt']> = {
  answer?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  durationMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  acknowledgedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  attempts?: Resolver<Array<ResolversTypes['WebhookAttempt']>, ParentType, ContextType>;
  channelId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  incidentId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  nextAttemptAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookDeliveryStatus'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ZmqEndpointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ZmqEndpoint'] = ResolversParentTypes['ZmqEndpoint']> = {
  topic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  AcceptInvitationPayload?: AcceptInvitationPayloadResolvers<ContextType>;
  AcknowledgeIncidentPayload?: AcknowledgeIncidentPayloadResolvers<ContextType>;
  AcknowledgeIncidentsPayload?: AcknowledgeIncidentsPayloadResolvers<ContextType>;
  AdminSetOrganizationActivePayload?: AdminSetOrganizationActivePayloadResolvers<ContextType>;
  AdminSetSystemAdminPayload?: AdminSetSystemAdminPayloadResolvers<ContextType>;
  AdminUpdateOrganizationMemberRolePayload?: AdminUpdateOrganizationMemberRolePayloadResolvers<ContextType>;
  AdoptParams?: AdoptParamsResolvers<ContextType>;
  AgentRequest?: AgentRequestResolvers<ContextType>;
  AgentRequestArgs?: AgentRequestArgsResolvers<ContextType>;
  AgentRequestResult?: AgentRequestResultResolvers<ContextType>;
  AlertIncident?: AlertIncidentResolvers<ContextType>;
  AlertIncidentConnection?: AlertIncidentConnectionResolvers<ContextType>;
  AlertIncidentEdge?: AlertIncidentEdgeResolvers<ContextType>;
  AnswerAgentRequestPayload?: AnswerAgentRequestPayloadResolvers<ContextType>;
  ApiKey?: ApiKeyResolvers<ContextType>;
  AuditAction?: AuditActionResolvers<ContextType>;
  AuditActionConnection?: AuditActionConnectionResolvers<ContextType>;
  AuditActionEdge?: AuditActionEdgeResolvers<ContextType>;
  AuditActor?: AuditActorResolvers<ContextType>;
  AuditFault?: AuditFaultResolvers<ContextType>;
  AuditLink?: AuditLinkResolvers<ContextType>;
  AuditTarget?: AuditTargetResolvers<ContextType>;
  AuditVerification?: AuditVerificationResolvers<ContextType>;
  BitcoinConf?: BitcoinConfResolvers<ContextType>;
  BitcoinConfField?: BitcoinConfFieldResolvers<ContextType>;
  BitcoinConfLine?: BitcoinConfLineResolvers<ContextType>;
  ByteCount?: GraphQLScalarType;
  CancelExecutorUpgradePayload?: CancelExecutorUpgradePayloadResolvers<ContextType>;
  CancelNodeOperationPayload?: CancelNodeOperationPayloadResolvers<ContextType>;
  CancelNodeRolloutPayload?: CancelNodeRolloutPayloadResolvers<ContextType>;
  CancelUpgradeRolloutPayload?: CancelUpgradeRolloutPayloadResolvers<ContextType>;
  ChainArgs?: ChainArgsResolvers<ContextType>;
  ChainBranch?: ChainBranchResolvers<ContextType>;
  ChainBranchNode?: ChainBranchNodeResolvers<ContextType>;
  ChainData?: ChainDataResolvers<ContextType>;
  ChainNetwork?: ChainNetworkResolvers<ContextType>;
  ChainTipCount?: ChainTipCountResolvers<ContextType>;
  Change?: ChangeResolvers<ContextType>;
  ChangeNodesPayload?: ChangeNodesPayloadResolvers<ContextType>;
  ChangePasswordPayload?: ChangePasswordPayloadResolvers<ContextType>;
  ClientAdvisory?: ClientAdvisoryResolvers<ContextType>;
  ClientCapability?: ClientCapabilityResolvers<ContextType>;
  ClientDefect?: ClientDefectResolvers<ContextType>;
  ClientLifecycle?: ClientLifecycleResolvers<ContextType>;
  ClientOption?: ClientOptionResolvers<ContextType>;
  CompleteSingleSignOnPayload?: CompleteSingleSignOnPayloadResolvers<ContextType>;
  ConfigChange?: ConfigChangeResolvers<ContextType>;
  ConfigLine?: ConfigLineResolvers<ContextType>;
  ConfigOption?: ConfigOptionResolvers<ContextType>;
  ConfigOverride?: ConfigOverrideResolvers<ContextType>;
  ConfigSetting?: ConfigSettingResolvers<ContextType>;
  ConfirmSecondFactorPayload?: ConfirmSecondFactorPayloadResolvers<ContextType>;
  ConfirmSignInPayload?: ConfirmSignInPayloadResolvers<ContextType>;
  ConsequenceHours?: ConsequenceHoursResolvers<ContextType>;
  Consumer?: ConsumerResolvers<ContextType>;
  ConsumerCount?: ConsumerCountResolvers<ContextType>;
  CordonExecutorPayload?: CordonExecutorPayloadResolvers<ContextType>;
  CreateApiKeyPayload?: CreateApiKeyPayloadResolvers<ContextType>;
  CreateConsumerPayload?: CreateConsumerPayloadResolvers<ContextType>;
  CreateEndpointPayload?: CreateEndpointPayloadResolvers<ContextType>;
  CreateEnrolmentTokenPayload?: CreateEnrolmentTokenPayloadResolvers<ContextType>;
  CreateExecutorReleasePayload?: CreateExecutorReleasePayloadResolvers<ContextType>;
  CreateNodePayload?: CreateNodePayloadResolvers<ContextType>;
  CreateNotificationChannelPayload?: CreateNotificationChannelPayloadResolvers<ContextType>;
  CreateOrganizationPayload?: CreateOrganizationPayloadResolvers<ContextType>;
  CreatePasswordResetLinkPayload?: CreatePasswordResetLinkPayloadResolvers<ContextType>;
  Credential?: CredentialResolvers<ContextType>;
  CustomSignet?: CustomSignetResolvers<ContextType>;
  DaemonBranch?: DaemonBranchResolvers<ContextType>;
  DataRoot?: DataRootResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  DeleteApiKeyPayload?: DeleteApiKeyPayloadResolvers<ContextType>;
  DeleteEndpointPayload?: DeleteEndpointPayloadResolvers<ContextType>;
  DeleteExecutorPayload?: DeleteExecutorPayloadResolvers<ContextType>;
  DeleteExecutorReleasePayload?: DeleteExecutorReleasePayloadResolvers<ContextType>;
  DeleteMaintenanceSchedulePayload?: DeleteMaintenanceSchedulePayloadResolvers<ContextType>;
  DeleteNodePayload?: DeleteNodePayloadResolvers<ContextType>;
  DeleteNotificationChannelPayload?: DeleteNotificationChannelPayloadResolvers<ContextType>;
  DeregisterExecutorPayload?: DeregisterExecutorPayloadResolvers<ContextType>;
  DesiredConsumer?: DesiredConsumerResolvers<ContextType>;
  DesiredConsumerSecret?: DesiredConsumerSecretResolvers<ContextType>;
  DesiredEndpoint?: DesiredEndpointResolvers<ContextType>;
  DesiredEndpointBranches?: DesiredEndpointBranchesResolvers<ContextType>;
  DesiredEndpointMember?: DesiredEndpointMemberResolvers<ContextType>;
  DesiredGateway?: DesiredGatewayResolvers<ContextType>;
  DesiredNode?: DesiredNodeResolvers<ContextType>;
  DesiredOperation?: DesiredOperationResolvers<ContextType>;
  DesiredUpgrade?: DesiredUpgradeResolvers<ContextType>;
  DiskForecast?: DiskForecastResolvers<ContextType>;
  DrainExecutorPayload?: DrainExecutorPayloadResolvers<ContextType>;
  EndOtherSessionsPayload?: EndOtherSessionsPayloadResolvers<ContextType>;
  EndSessionPayload?: EndSessionPayloadResolvers<ContextType>;
  Endpoint?: EndpointResolvers<ContextType>;
  EndpointHost?: EndpointHostResolvers<ContextType>;
  EndpointHostMember?: EndpointHostMemberResolvers<ContextType>;
  EndpointMember?: EndpointMemberResolvers<ContextType>;
  EndpointTls?: EndpointTlsResolvers<ContextType>;
  EnrolExecutorPayload?: EnrolExecutorPayloadResolvers<ContextType>;
  EnrolmentToken?: EnrolmentTokenResolvers<ContextType>;
  ErrorExtensions?: ErrorExtensionsResolvers<ContextType>;
  ErrorIssue?: ErrorIssueResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  EventConnection?: EventConnectionResolvers<ContextType>;
  EventEdge?: EventEdgeResolvers<ContextType>;
  Executor?: ExecutorResolvers<ContextType>;
  ExecutorApiKeyUsage?: ExecutorApiKeyUsageResolvers<ContextType>;
  ExecutorCapabilities?: ExecutorCapabilitiesResolvers<ContextType>;
  ExecutorConnection?: ExecutorConnectionResolvers<ContextType>;
  ExecutorCordon?: ExecutorCordonResolvers<ContextType>;
  ExecutorCounts?: ExecutorCountsResolvers<ContextType>;
  ExecutorDrain?: ExecutorDrainResolvers<ContextType>;
  ExecutorEdge?: ExecutorEdgeResolvers<ContextType>;
  ExecutorMetricsBucket?: ExecutorMetricsBucketResolvers<ContextType>;
  ExecutorMetricsHistory?: ExecutorMetricsHistoryResolvers<ContextType>;
  ExecutorNudge?: ExecutorNudgeResolvers<ContextType>;
  ExecutorOffer?: ExecutorOfferResolvers<ContextType>;
  ExecutorRelease?: ExecutorReleaseResolvers<ContextType>;
  ExecutorResources?: ExecutorResourcesResolvers<ContextType>;
  ExecutorRoom?: ExecutorRoomResolvers<ContextType>;
  ExecutorUpgradability?: ExecutorUpgradabilityResolvers<ContextType>;
  ExecutorUpgrade?: ExecutorUpgradeResolvers<ContextType>;
  FollowedLogArgs?: FollowedLogArgsResolvers<ContextType>;
  IndexStatus?: IndexStatusResolvers<ContextType>;
  Invitation?: InvitationResolvers<ContextType>;
  InvitationPreview?: InvitationPreviewResolvers<ContextType>;
  InviteMemberPayload?: InviteMemberPayloadResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  Label?: LabelResolvers<ContextType>;
  LeaveOrganizationPayload?: LeaveOrganizationPayloadResolvers<ContextType>;
  LogArgs?: LogArgsResolvers<ContextType>;
  MaintenanceSchedule?: MaintenanceScheduleResolvers<ContextType>;
  MaintenanceWindow?: MaintenanceWindowResolvers<ContextType>;
  MaintenanceWindows?: MaintenanceWindowsResolvers<ContextType>;
  Member?: MemberResolvers<ContextType>;
  MetricSummary?: MetricSummaryResolvers<ContextType>;
  MoveParams?: MoveParamsResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  NetworkCount?: NetworkCountResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  NodeChange?: NodeChangeResolvers<ContextType>;
  NodeConnection?: NodeConnectionResolvers<ContextType>;
  NodeConsequence?: NodeConsequenceResolvers<ContextType>;
  NodeCounts?: NodeCountsResolvers<ContextType>;
  NodeDefaults?: NodeDefaultsResolvers<ContextType>;
  NodeDeletionPreview?: NodeDeletionPreviewResolvers<ContextType>;
  NodeEdge?: NodeEdgeResolvers<ContextType>;
  NodeEndpoint?: NodeEndpointResolvers<ContextType>;
  NodeExplanation?: NodeExplanationResolvers<ContextType>;
  NodeHealth?: NodeHealthResolvers<ContextType>;
  NodeHealthCount?: NodeHealthCountResolvers<ContextType>;
  NodeIssue?: NodeIssueResolvers<ContextType>;
  NodeLogChunk?: NodeLogChunkResolvers<ContextType>;
  NodeMetrics?: NodeMetricsResolvers<ContextType>;
  NodeMetricsBucket?: NodeMetricsBucketResolvers<ContextType>;
  NodeMetricsHistory?: NodeMetricsHistoryResolvers<ContextType>;
  NodeOperation?: NodeOperationResolvers<ContextType>;
  NodeOperationParams?: NodeOperationParamsResolvers<ContextType>;
  NodeOperationResult?: NodeOperationResultResolvers<ContextType>;
  NodeOptions?: NodeOptionsResolvers<ContextType>;
  NodePhaseCount?: NodePhaseCountResolvers<ContextType>;
  NodePlacement?: NodePlacementResolvers<ContextType>;
  NodePreview?: NodePreviewResolvers<ContextType>;
  NodeProblem?: NodeProblemResolvers<ContextType>;
  NodeResources?: NodeResourcesResolvers<ContextType>;
  NodeRollout?: NodeRolloutResolvers<ContextType>;
  NodeRolloutBudget?: NodeRolloutBudgetResolvers<ContextType>;
  NodeRolloutCanary?: NodeRolloutCanaryResolvers<ContextType>;
  NodeRolloutChange?: NodeRolloutChangeResolvers<ContextType>;
  NodeRolloutCounts?: NodeRolloutCountsResolvers<ContextType>;
  NodeRolloutGate?: NodeRolloutGateResolvers<ContextType>;
  NodeRolloutHeight?: NodeRolloutHeightResolvers<ContextType>;
  NodeRolloutMember?: NodeRolloutMemberResolvers<ContextType>;
  NodeRolloutPolicy?: NodeRolloutPolicyResolvers<ContextType>;
  NodeRolloutWait?: NodeRolloutWaitResolvers<ContextType>;
  NodeRpcCredentials?: NodeRpcCredentialsResolvers<ContextType>;
  NodeStatus?: NodeStatusResolvers<ContextType>;
  NodeStep?: NodeStepResolvers<ContextType>;
  NodeTor?: NodeTorResolvers<ContextType>;
  NodesChangePreview?: NodesChangePreviewResolvers<ContextType>;
  NodesChangeResult?: NodesChangeResultResolvers<ContextType>;
  NotificationCenter?: NotificationCenterResolvers<ContextType>;
  NotificationChannel?: NotificationChannelResolvers<ContextType>;
  NotificationNodeOverride?: NotificationNodeOverrideResolvers<ContextType>;
  NotificationNodeThresholds?: NotificationNodeThresholdsResolvers<ContextType>;
  NotificationSettings?: NotificationSettingsResolvers<ContextType>;
  NotificationThresholds?: NotificationThresholdsResolvers<ContextType>;
  NumberBounds?: NumberBoundsResolvers<ContextType>;
  OfferedNode?: OfferedNodeResolvers<ContextType>;
  OpenAgentRequestPayload?: OpenAgentRequestPayloadResolvers<ContextType>;
  Organization?: OrganizationResolvers<ContextType>;
  OrganizationMembership?: OrganizationMembershipResolvers<ContextType>;
  OrphanedNode?: OrphanedNodeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  PasswordResetPreview?: PasswordResetPreviewResolvers<ContextType>;
  PauseNodeRolloutPayload?: PauseNodeRolloutPayloadResolvers<ContextType>;
  PauseUpgradeRolloutPayload?: PauseUpgradeRolloutPayloadResolvers<ContextType>;
  PreviewedNode?: PreviewedNodeResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  RebuildIndexParams?: RebuildIndexParamsResolvers<ContextType>;
  RecoverExecutorPayload?: RecoverExecutorPayloadResolvers<ContextType>;
  RedeliverWebhookPayload?: RedeliverWebhookPayloadResolvers<ContextType>;
  RedeliverWebhooksPayload?: RedeliverWebhooksPayloadResolvers<ContextType>;
  RehearsalResult?: RehearsalResultResolvers<ContextType>;
  RehearseParams?: RehearseParamsResolvers<ContextType>;
  RehearsedIndex?: RehearsedIndexResolvers<ContextType>;
  ReindexParams?: ReindexParamsResolvers<ContextType>;
  RejectedEvent?: RejectedEventResolvers<ContextType>;
  ReleaseArtifact?: ReleaseArtifactResolvers<ContextType>;
  ReleaseImage?: ReleaseImageResolvers<ContextType>;
  RemoveKeptDataPayload?: RemoveKeptDataPayloadResolvers<ContextType>;
  RemoveMemberPayload?: RemoveMemberPayloadResolvers<ContextType>;
  RemoveSecondFactorPayload?: RemoveSecondFactorPayloadResolvers<ContextType>;
  RenewRecoveryCodesPayload?: RenewRecoveryCodesPayloadResolvers<ContextType>;
  ReportEndpointsPayload?: ReportEndpointsPayloadResolvers<ContextType>;
  ReportRuntimeEventsPayload?: ReportRuntimeEventsPayloadResolvers<ContextType>;
  RequestExecutorUpgradePayload?: RequestExecutorUpgradePayloadResolvers<ContextType>;
  RequestNodeLifecycleActionPayload?: RequestNodeLifecycleActionPayloadResolvers<ContextType>;
  ResetPasswordPayload?: ResetPasswordPayloadResolvers<ContextType>;
  ResourceAmount?: ResourceAmountResolvers<ContextType>;
  ResourceBounds?: ResourceBoundsResolvers<ContextType>;
  ResourceMetrics?: ResourceMetricsResolvers<ContextType>;
  ResumeNodeRolloutPayload?: ResumeNodeRolloutPayloadResolvers<ContextType>;
  ResumeUpgradeRolloutPayload?: ResumeUpgradeRolloutPayloadResolvers<ContextType>;
  RevertedChange?: RevertedChangeResolvers<ContextType>;
  RevertedField?: RevertedFieldResolvers<ContextType>;
  RevokeApiKeyPayload?: RevokeApiKeyPayloadResolvers<ContextType>;
  RevokeConsumerPayload?: RevokeConsumerPayloadResolvers<ContextType>;
  RevokeEnrolmentTokenPayload?: RevokeEnrolmentTokenPayloadResolvers<ContextType>;
  RevokeInvitationPayload?: RevokeInvitationPayloadResolvers<ContextType>;
  Room?: RoomResolvers<ContextType>;
  RotateConsumerSecretPayload?: RotateConsumerSecretPayloadResolvers<ContextType>;
  RotateExecutorKeyPayload?: RotateExecutorKeyPayloadResolvers<ContextType>;
  RotateRpcCredentialsParams?: RotateRpcCredentialsParamsResolvers<ContextType>;
  RotateRpcCredentialsPayload?: RotateRpcCredentialsPayloadResolvers<ContextType>;
  RotateWebhookSecretPayload?: RotateWebhookSecretPayloadResolvers<ContextType>;
  RpcArgs?: RpcArgsResolvers<ContextType>;
  RpcCredentialRotation?: RpcCredentialRotationResolvers<ContextType>;
  SaveNotificationSettingsPayload?: SaveNotificationSettingsPayloadResolvers<ContextType>;
  SeedParams?: SeedParamsResolvers<ContextType>;
  Session?: SessionResolvers<ContextType>;
  SetActiveOrganizationPayload?: SetActiveOrganizationPayloadResolvers<ContextType>;
  SetMaintenanceSchedulePayload?: SetMaintenanceSchedulePayloadResolvers<ContextType>;
  SetUpSecondFactorPayload?: SetUpSecondFactorPayloadResolvers<ContextType>;
  SignInPayload?: SignInPayloadResolvers<ContextType>;
  SignOutPayload?: SignOutPayloadResolvers<ContextType>;
  SignUpPayload?: SignUpPayloadResolvers<ContextType>;
  SingleSignOn?: SingleSignOnResolvers<ContextType>;
  SingleSignOnAttempt?: SingleSignOnAttemptResolvers<ContextType>;
  SingleSignOnCheck?: SingleSignOnCheckResolvers<ContextType>;
  SkipNodeRolloutMemberPayload?: SkipNodeRolloutMemberPayloadResolvers<ContextType>;
  SkippedRpcNode?: SkippedRpcNodeResolvers<ContextType>;
  StartNodeOperationPayload?: StartNodeOperationPayloadResolvers<ContextType>;
  StartNodeRolloutPayload?: StartNodeRolloutPayloadResolvers<ContextType>;
  StartSingleSignOnPayload?: StartSingleSignOnPayloadResolvers<ContextType>;
  StartUpgradeRolloutPayload?: StartUpgradeRolloutPayloadResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  SyncExecutorPayload?: SyncExecutorPayloadResolvers<ContextType>;
  TestNotificationWebhookPayload?: TestNotificationWebhookPayloadResolvers<ContextType>;
  UncordonExecutorPayload?: UncordonExecutorPayloadResolvers<ContextType>;
  UndoNodeRolloutPayload?: UndoNodeRolloutPayloadResolvers<ContextType>;
  UndrainExecutorPayload?: UndrainExecutorPayloadResolvers<ContextType>;
  UpdateConsumerPayload?: UpdateConsumerPayloadResolvers<ContextType>;
  UpdateEndpointPayload?: UpdateEndpointPayloadResolvers<ContextType>;
  UpdateExecutorPayload?: UpdateExecutorPayloadResolvers<ContextType>;
  UpdateExecutorReleasePayload?: UpdateExecutorReleasePayloadResolvers<ContextType>;
  UpdateMemberRolePayload?: UpdateMemberRolePayloadResolvers<ContextType>;
  UpdateNodePayload?: UpdateNodePayloadResolvers<ContextType>;
  UpdateNotificationChannelPayload?: UpdateNotificationChannelPayloadResolvers<ContextType>;
  UpgradeRollout?: UpgradeRolloutResolvers<ContextType>;
  UpgradeRolloutCounts?: UpgradeRolloutCountsResolvers<ContextType>;
  UpgradeRolloutMember?: UpgradeRolloutMemberResolvers<ContextType>;
  UpgradeRolloutPreview?: UpgradeRolloutPreviewResolvers<ContextType>;
  UpgradeRolloutPreviewMember?: UpgradeRolloutPreviewMemberResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
  WebhookAttempt?: WebhookAttemptResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  ZmqEndpoint?: ZmqEndpointResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = RequestContext> = {
  limit?: LimitDirectiveResolver<any, any, ContextType>;
  optional?: OptionalDirectiveResolver<any, any, ContextType>;
  permission?: PermissionDirectiveResolver<any, any, ContextType>;
};
