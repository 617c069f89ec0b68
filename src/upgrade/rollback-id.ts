import { randomUUID } from 'node:crypto';

const prefix = 'rollback-';

/** Makes the id of a switch that an operator starts on the host, without a request of the control plane. */
export const newRollbackId = (): string => `${prefix}${randomUUID()}`;

export const isRollbackId = (requestId: string): boolean => requestId.startsWith(prefix);
