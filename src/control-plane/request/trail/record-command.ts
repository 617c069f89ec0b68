import { hostname, userInfo } from 'node:os';
import type { Database } from '../../platform/database/database.ts';
import type { AuditEntry } from './action.ts';
import { recordAction } from './record-action.ts';

/** What a command did on the control plane's own host. */
export interface CommandAction extends Pick<AuditEntry, 'organizationId' | 'action' | 'target'> {
  /** What there is afterwards; secrets are left out. */
  values?: Readonly<Record<string, unknown>>;
}

/** Adds a command to the audit log, in the transaction of its change. Make it the last statement. */
export const recordCommand = (
  transaction: Database,
  { organizationId, action, target, values }: CommandAction,
): Promise<void> =>
  recordAction(transaction, {
    ...{ organizationId, action, target, errorCode: null, before: undefined },
    actor: { type: 'commandLine', name: operator(), userId: null, apiKeyId: null },
    origin: { address: null, userAgent: null, requestId: null },
    after: values && { name: target?.name ?? null, values },
  });

/** The user of the operating system, who may have no name in a container. */
function operator(): string {
  try {
    return `${userInfo().username} on ${hostname()}`;
  } catch {
    return `user ${process.getuid?.() ?? '?'} on ${hostname()}`;
  }
}
