import { domainError } from '../../platform/input/errors.ts';
import type { PersonCaller } from '../../request/caller.ts';

/** Throws `session_required` for an API key: a script must not change how its person signs in. */
export function requireSession({ credential }: PersonCaller): void {
  if (credential.type !== 'session') throw domainError('session_required', 'an API key is not enough; sign in first');
}
