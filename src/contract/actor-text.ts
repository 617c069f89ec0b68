import type { AuditActor } from './types.generated.ts';

/** Names who did something: `Ada <ada@example.com>`, with `by API key` if a key of the person was used. */
export const actorText = ({ name, type, apiKeyId }: Pick<AuditActor, 'name' | 'type' | 'apiKeyId'>): string =>
  type === 'api_key' && apiKeyId !== null ? `${name}, by API key` : name;
