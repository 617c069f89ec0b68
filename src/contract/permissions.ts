import type { Mutation, OrganizationRole, Query, Subscription } from './types.generated.ts';

/**
 * Who can use an operation:
 * - `anyone`: also without a credential;
 * - `person`: every person, with or without an active organization;
 * - `member`: every person of the organization;
 * - `admin`: its owners and admins;
 * - `executor`: an executor's agent;
 * - `systemAdmin`: a system administrator, who also counts as an admin of every organization.
 */
export type Permission = 'anyone' | 'person' | 'member' | 'admin' | 'executor' | 'systemAdmin';

interface PermissionTable {
  /** Others get null or an empty list. Without a credential, all except `anyone` get `unauthenticated`. */
  Query: Record<keyof Query, Exclude<Permission, 'executor'>>;
  Mutation: Record<keyof Mutation, Permission>;
  Subscription: Record<keyof Subscription, Permission>;
}

/** The permission of every API operation. The wrappers of queries, mutations and subscriptions check it on each call. */
export const permissionTable = {
  Query: {
    adminAuditActions: 'systemAdmin',
    agentRequest: 'member',
    apiKeys: 'admin',
    auditActions: 'member',
    enrolmentTokens: 'admin',
    events: 'member',
    executor: 'member',
    explainNode: 'member',
    executorMetrics: 'member',
    executorOffers: 'admin',
    executors: 'member',
    executorReleases: 'person',
    invitation: 'anyone',
    invitations: 'admin',
    members: 'member',
    executorCounts: 'member',
    node: 'member',
    nodeMetrics: 'member',
    nodeOptions: 'member',
    nodeRpcCredentials: 'admin',
    rpcCredentialRotation: 'admin',
    network: 'member',
    networks: 'member',
    nodes: 'member',
    nodeCounts: 'member',
    notificationCenter: 'member',
    notificationIncident: 'member',
    notificationIncidents: 'member',
    notificationSettings: 'member',
    passwordReset: 'anyone',
    previewNodeCreation: 'member',
    previewNodeUpdate: 'member',
    previewNodesChange: 'member',
    organizations: 'systemAdmin',
    sessions: 'person',
    singleSignOn: 'anyone',
    upgradeRollout: 'member',
    previewUpgradeRollout: 'member',
    upgradeRollouts: 'member',
    viewer: 'anyone',
    webhookDeliveries: 'member',
    webhookDelivery: 'member',
  },
  Mutation: {
    answerAgentRequest: 'executor',
    acceptInvitation: 'person',
    adminSetOrganizationActive: 'systemAdmin',
    adminSetSystemAdmin: 'systemAdmin',
    adminUpdateOrganizationMemberRole: 'systemAdmin',
    changeNodes: 'admin',
    changePassword: 'person',
    confirmSecondFactor: 'person',
    confirmSignIn: 'anyone',
    completeSingleSignOn: 'anyone',
    acknowledgeIncident: 'admin',
    cancelExecutorUpgrade: 'admin',
    cancelUpgradeRollout: 'admin',
    cordonExecutor: 'admin',
    createApiKey: 'member',
    createEnrolmentToken: 'admin',
    createExecutorRelease: 'systemAdmin',
    createNode: 'admin',
    createOrganization: 'person',
    createPasswordResetLink: 'admin',
    deleteApiKey: 'admin',
    deleteExecutor: 'admin',
    deleteExecutorRelease: 'systemAdmin',
    deleteNode: 'admin',
    deregisterExecutor: 'executor',
    drainExecutor: 'admin',
    endOtherSessions: 'person',
    endSession: 'person',
    inviteMember: 'admin',
    leaveOrganization: 'member',
    enrolExecutor: 'anyone',
    openAgentRequest: 'member',
    pauseUpgradeRollout: 'admin',
    recoverExecutor: 'admin',
    redeliverWebhook: 'admin',
    redeliverWebhooks: 'admin',
    removeMember: 'admin',
    removeSecondFactor: 'person',
    renewRecoveryCodes: 'person',
    reportRuntimeEvents: 'executor',
    requestExecutorUpgrade: 'admin',
    removeKeptData: 'admin',
    startNodeOperation: 'admin',
    cancelNodeOperation: 'admin',
    requestNodeLifecycleAction: 'admin',
    resumeUpgradeRollout: 'admin',
    revokeApiKey: 'member',
    resetPassword: 'anyone',
    revokeInvitation: 'admin',
    rotateWebhookSecret: 'admin',
    saveNotificationSettings: 'admin',
    setActiveOrganization: 'person',
    setUpSecondFactor: 'person',
    signIn: 'anyone',
    signOut: 'person',
    signUp: 'anyone',
    startSingleSignOn: 'anyone',
    startUpgradeRollout: 'admin',
    revokeEnrolmentToken: 'admin',
    rotateExecutorKey: 'executor',
    rotateRpcCredentials: 'admin',
    syncExecutor: 'executor',
    testNotificationWebhook: 'admin',
    uncordonExecutor: 'admin',
    undrainExecutor: 'admin',
    updateExecutor: 'admin',
    updateExecutorRelease: 'systemAdmin',
    updateMemberRole: 'admin',
    updateNode: 'admin',
  },
  Subscription: {
    changes: 'member',
    executorNudges: 'executor',
    nodeLog: 'member',
  },
} as const satisfies PermissionTable;

export type RootName = keyof PermissionTable;

export const permissionOf = (root: RootName, field: string): Permission | undefined =>
  (permissionTable[root] as Partial<Record<string, Permission>>)[field];

/** A person in an organization; a system administrator who is not a member has no role. */
interface Person {
  role: OrganizationRole | null;
  isSystemAdmin: boolean;
}

/** Whether a person has the permission `admin`: can see secrets and change things. */
export const isAdminOf = ({ role, isSystemAdmin }: Person): boolean =>
  isSystemAdmin || role === 'owner' || role === 'admin';

/** Whether a person can also add, change and remove owners. */
export const isOwnerOf = ({ role, isSystemAdmin }: Person): boolean => isSystemAdmin || role === 'owner';
