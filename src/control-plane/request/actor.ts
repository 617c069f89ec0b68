import type { AuditActor } from '../audit/trail/action.ts';
import type { Caller, PersonCaller } from './caller.ts';

/** Describes a caller for the audit log. */
export function actorOf(caller: Caller | null): AuditActor {
  if (caller === null)
    return { type: 'anonymous', name: 'somebody without a credential', userId: null, apiKeyId: null };
  const apiKeyId = caller.credential.type === 'apiKey' ? caller.credential.id : null;
  if (caller.purpose === 'executor') return { type: 'apiKey', name: 'an executor', userId: null, apiKeyId };
  const { name, email, userId } = caller;
  return { type: typeOf(caller), name: name === email ? email : `${name} <${email}>`, userId, apiKeyId };
}

function typeOf({ credential, isSystemAdmin, role }: PersonCaller): AuditActor['type'] {
  if (isSystemAdmin && role !== 'owner' && role !== 'admin') return 'systemAdmin';
  return credential.type === 'apiKey' ? 'apiKey' : 'user';
}
