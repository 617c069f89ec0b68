/** Fields that are null where there is nothing to show. Every other field of Query and Mutation is null only together with an error. */
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

/** The data of an answer without errors. */
export type Answered<T> = {
  [F in keyof T]: F extends (typeof optionalFields)[number] ? T[F] : NonNullable<T[F]>;
};

/** Returns whether data holds every field that an answer without errors has. */
export const isAnswered = <T extends object>(data: T): data is T & Answered<T> =>
  Object.entries(data).every(
    ([field, value]) => value !== null || optionalFields.some((optional) => optional === field),
  );
