// All tables, for migrations only: a feature imports its own table.

export { busOutbox } from '../platform/bus/outbox.ts';
export { jobLease } from '../platform/jobs/lease.ts';
export * from './accounts.ts';
export * from './agent-requests.ts';
export * from './audit.ts';
export * from './backup-state.ts';
export * from './channels.ts';
export * from './endpoints.ts';
export * from './events.ts';
export * from './executors.ts';
export * from './idempotent-answers.ts';
export * from './incidents.ts';
export * from './metrics.ts';
export * from './node-operations.ts';
export * from './node-rollouts.ts';
export * from './nodes.ts';
export * from './notifications.ts';
export * from './releases.ts';
export * from './rpc-credentials.ts';
