import type { AuditActionFilterInput, AuditActorType, AuditOutcome } from '../../../contract/types.generated.ts';
import { oneOf, text } from '../../display/address.ts';

/** What the address of the audit log says: its filters. */
export interface AuditSearch {
  action?: string;
  target?: string;
  actor?: AuditActorType;
  outcome?: AuditOutcome;
}

export const actorTypes: readonly AuditActorType[] = ['user', 'apiKey', 'systemAdmin', 'commandLine', 'anonymous'];
export const outcomes: readonly AuditOutcome[] = ['succeeded', 'refused'];

const actorWords: Readonly<Record<AuditActorType, string>> = {
  user: 'a person',
  apiKey: 'an API key',
  systemAdmin: 'a system administrator',
  commandLine: 'the command line',
  anonymous: 'nobody known',
  unknown: 'unknown',
};

/** Returns what a kind of actor is called. Pure. */
export const actorWord = (type: AuditActorType): string => actorWords[type] ?? type;

/** Reads the address; what makes no sense is left out. Pure. */
export const auditSearch = (search: Record<string, unknown>): AuditSearch => ({
  action: text(search['action']),
  target: text(search['target']),
  actor: oneOf(actorTypes, search['actor']),
  outcome: oneOf(outcomes, search['outcome']),
});

/** Returns the conditions that an address asks for. Pure. */
export const auditFilter = ({ action, target, actor, outcome }: AuditSearch): AuditActionFilterInput => ({
  ...(action === undefined ? {} : { action }),
  ...(target === undefined ? {} : { targetName: target }),
  ...(actor === undefined ? {} : { actorType: actor }),
  ...(outcome === undefined ? {} : { outcome }),
});
