import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withDatabase } from '../../src/control-plane/platform/database/open.ts';
import { apikey } from '../../src/control-plane/tables/accounts.ts';
import { quiet } from '../harness/control-plane.ts';
import { listenHere } from '../harness/listen.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { sharedControlPlane } from '../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane({ embedded: true, ownProcess: true });

const createKey = (...more: string[]) => {
  const { settings, personalKey } = controlPlane;
  const words = `control-plane create-key --data ${settings.dataDir} --purpose executor --json --name`;
  return satrapHere([...words.split(' '), ...more], { SATRAP_API_KEY: personalKey });
};
const names = async (): Promise<string[]> =>
  (await controlPlane.ask('{ apiKeys { name } }')).apiKeys.map(({ name }: { name: string }) => name);

test('create-key uses a running server and the organization of SATRAP_API_KEY', async () => {
  for (const [name, ...organization] of [['here'], ['named', '--organization', 'Example']] as const) {
    const outcome = await createKey(name, ...organization);
    expect(outcome.stderr).toBe('');
    expect(JSON.parse(outcome.stdout).key).toMatch(/^satrap_x_/);
    expect(await names()).toContain(name);
  }
  expect(await createKey('stray', '--organization', 'No Such')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'the key in SATRAP_API_KEY belongs to Example, not to No Such; use a key of No Such',
    ),
  });
  expect(await names()).not.toContain('stray');
});

test('create-key uses the database of a killed server, and calls no stale address', async () => {
  await controlPlane.stop('SIGKILL');
  const requests: string[] = [];
  const otherServer = createServer((request, response) => {
    requests.push(String(request.headers.authorization));
    response.end();
  });
  onTestFinished(() => void otherServer.close());
  const port = await listenHere(otherServer);
  writeFileSync(join(controlPlane.settings.dataDir, 'server.url'), `http://127.0.0.1:${port}/graphql`);
  expect(await createKey('n'.repeat(63))).toMatchObject({ code: 0, stderr: '' });
  for (const name of ['n'.repeat(64), ' ', 'a\u001b[2J'])
    expect(await createKey(name)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the key’s name must be 1 to 63 characters, without control characters'),
    });
  expect(requests).toEqual([]);
  const stored = await withDatabase(controlPlane.settings, quiet, (database) => database.select().from(apikey));
  expect(stored.map(({ name }) => name)).toContain('n'.repeat(63));
});
