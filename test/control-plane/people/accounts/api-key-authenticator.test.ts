import { expect, test } from 'vitest';
import { ApiKeyAuthenticator } from '../../../../src/control-plane/people/accounts/api-key-authenticator.ts';
import { failedAttempts } from '../../../../src/control-plane/people/accounts/failed-attempts.ts';

const credentials = { authorization: 'Bearer satrap_some_key', address: '192.0.2.1' };

test('apiKeyAuthenticator counts no look-up that failed as an unknown key', async () => {
  const away = new Error('the database is away');
  const authenticator = new ApiKeyAuthenticator(
    () => Promise.reject(away),
    failedAttempts(() => 0),
  );
  for (let request = 0; request < 500; request++)
    await expect(authenticator.authenticate(credentials)).rejects.toBe(away);
});

test('apiKeyAuthenticator limits look-ups of unknown keys from one address', async () => {
  const authenticator = new ApiKeyAuthenticator(
    async () => undefined,
    failedAttempts(() => 0),
  );
  const asked = async (): Promise<string> => {
    for (let request = 0; request < 500; request++) await authenticator.authenticate(credentials);
    return 'not limited';
  };
  await expect(asked()).rejects.toThrow('Too many requests with an unknown API key');
});
