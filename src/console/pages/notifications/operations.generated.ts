/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type NotificationSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationSettingsQuery = { notificationSettings: { notifyFrom: Types.AlertSeverity, webhook: { endpointId: string, url: string, enabled: boolean, lastSequence: number, failingSince: string | null, goneAt: string | null, formerSecretUntil: string | null } | null, thresholds: { executorOfflineSeconds: number, nodeFailingSeconds: number, crashLoopExits: number, syncStalledMinutes: number, noPeersMinutes: number, blocksBehind: number, tipProbability: number, memoryPercent: number, diskFreePercent: number, diskFullDays: number, keyEndsDays: number, webhookFailingMinutes: number } } | null };

export type NodeOverridesQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type NodeOverridesQuery = { notificationSettings: { nodeOverrides: Array<{ nodeName: string, muted: boolean, mutedUntil: string | null, id: string, thresholds: { nodeFailingSeconds: number | null, crashLoopExits: number | null, syncStalledMinutes: number | null, noPeersMinutes: number | null, blocksBehind: number | null, tipProbability: number | null, memoryPercent: number | null } }> } | null };

export type NotificationNodesQueryVariables = Exact<{
  where?: Types.NodeWhereInput | null | undefined;
}>;


export type NotificationNodesQuery = { nodes: Array<{ id: string, name: string }> | null };

export type WebhookDeliveriesQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhookDeliveriesQuery = { webhookDeliveries: Array<{ id: string, sequence: number, type: string, incidentId: string | null, status: Types.WebhookDeliveryStatus, createdAt: string, nextAttemptAt: string | null, acknowledgedAt: string | null, attempts: Array<{ at: string, durationMs: number, status: number | null, answer: string | null, error: string | null }> }> | null };

export type SaveNotificationSettingsMutationVariables = Exact<{
  input: Types.NotificationSettingsInput;
}>;


export type SaveNotificationSettingsMutation = { saveNotificationSettings: { webhookSecret: string | null } | null };

export type RotateWebhookSecretMutationVariables = Exact<{ [key: string]: never; }>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { secret: string, formerSecretUntil: string } | null };

export type TestWebhookMutationVariables = Exact<{ [key: string]: never; }>;


export type TestWebhookMutation = { testNotificationWebhook: { sequence: number } | null };

export type RedeliverOneMutationVariables = Exact<{
  id: string;
}>;


export type RedeliverOneMutation = { redeliverWebhook: { sequence: number } | null };

export type RedeliverWindowMutationVariables = Exact<{
  from: string;
  to: string;
}>;


export type RedeliverWindowMutation = { redeliverWebhooks: number | null };

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

export const NotificationSettingsDocument = new TypedDocumentString(`
    query NotificationSettings {
  notificationSettings {
    webhook {
      endpointId
      url
      enabled
      lastSequence
      failingSince
      goneAt
      formerSecretUntil
    }
    notifyFrom
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
      webhookFailingMinutes
    }
  }
}
    `) as unknown as TypedDocumentString<NotificationSettingsQuery, NotificationSettingsQueryVariables>;
export const NodeOverridesDocument = new TypedDocumentString(`
    query NodeOverrides($take: Int, $skip: Int) {
  notificationSettings {
    nodeOverrides(take: $take, skip: $skip) {
      id: nodeId
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
    `) as unknown as TypedDocumentString<NodeOverridesQuery, NodeOverridesQueryVariables>;
export const NotificationNodesDocument = new TypedDocumentString(`
    query NotificationNodes($where: NodeWhereInput) {
  nodes(where: $where, take: 50) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<NotificationNodesQuery, NotificationNodesQueryVariables>;
export const WebhookDeliveriesDocument = new TypedDocumentString(`
    query WebhookDeliveries {
  webhookDeliveries {
    id
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
export const SaveNotificationSettingsDocument = new TypedDocumentString(`
    mutation SaveNotificationSettings($input: NotificationSettingsInput!) {
  saveNotificationSettings(input: $input) {
    webhookSecret
  }
}
    `) as unknown as TypedDocumentString<SaveNotificationSettingsMutation, SaveNotificationSettingsMutationVariables>;
export const RotateWebhookSecretDocument = new TypedDocumentString(`
    mutation RotateWebhookSecret {
  rotateWebhookSecret {
    secret
    formerSecretUntil
  }
}
    `) as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const TestWebhookDocument = new TypedDocumentString(`
    mutation TestWebhook {
  testNotificationWebhook {
    sequence
  }
}
    `) as unknown as TypedDocumentString<TestWebhookMutation, TestWebhookMutationVariables>;
export const RedeliverOneDocument = new TypedDocumentString(`
    mutation RedeliverOne($id: ID!) {
  redeliverWebhook(id: $id) {
    sequence
  }
}
    `) as unknown as TypedDocumentString<RedeliverOneMutation, RedeliverOneMutationVariables>;
export const RedeliverWindowDocument = new TypedDocumentString(`
    mutation RedeliverWindow($from: DateTime!, $to: DateTime!) {
  redeliverWebhooks(from: $from, to: $to)
}
    `) as unknown as TypedDocumentString<RedeliverWindowMutation, RedeliverWindowMutationVariables>;