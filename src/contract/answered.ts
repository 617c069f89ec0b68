/** Fields that may be null without an error. Any other null field of Query and Mutation comes with an error. */
const optionalFields = [
  'viewer',
  'executor',
  'node',
  'network',
  'previewNodeUpdate',
  'nodeLogSession',
  'nodeRpcCall',
  'nodeRpcCredentials',
  'upgradeRollout',
  'upgradeRolloutPreview',
  'rpcCredentialRotation',
  'explainNode',
  'nodeMetrics',
  'executorMetrics',
  'nodeOptions',
  'notificationIncident',
  'invitation',
] as const;

/** The data of a successful response. */
export type Answered<T> = {
  [F in keyof T]: F extends (typeof optionalFields)[number] ? T[F] : NonNullable<T[F]>;
};

/** Whether data holds every field of a successful response. */
export const isAnswered = <T extends object>(data: T): data is T & Answered<T> =>
  Object.entries(data).every(
    ([field, value]) => value !== null || optionalFields.some((optional) => optional === field),
  );
