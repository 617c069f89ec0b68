import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestControlPlane } from '../harness/control-plane.ts';
import { type Outcome, satrap } from '../harness/satrap.ts';

describe('satrap control-plane create-key', () => {
  let controlPlane: TestControlPlane;
  beforeAll(async () => {
    controlPlane = await TestControlPlane.start({ embedded: true });
  });
  afterAll(() => controlPlane?.destroy());

  const createKey = (...more: string[]): Promise<Outcome> =>
    satrap(
      [
        'control-plane',
        'create-key',
        '--data',
        controlPlane.settings.dataDir,
        '--purpose',
        'executor',
        '--json',
        ...more,
      ],
      { SATRAP_API_KEY: controlPlane.personalKey },
    );
  const names = async (): Promise<string[]> =>
    (await controlPlane.ask('{ apiKeys { name } }')).apiKeys.map(({ name }: { name: string }) => name);

  describe('while a server runs', () => {
    test.each(['Example', ''])(
      'create-key creates a key through the running server, with the organization %j',
      async (organization) => {
        const name = `through the server ${organization}`.trim();
        const outcome = await createKey(
          '--name',
          name,
          ...(organization === '' ? [] : ['--organization', organization]),
        );
        expect(outcome.stderr).toBe('');
        expect(JSON.parse(outcome.stdout).key).toMatch(/^satrap_x_/);
        expect(await names()).toContain(name);
      },
    );

    test('create-key creates no key for an organization to which SATRAP_API_KEY does not belong', async () => {
      const { code, stderr } = await createKey('--name', 'stray', '--organization', 'No Such');
      expect(stderr).toBe(
        'satrap: the key in SATRAP_API_KEY belongs to Example, not to No Such; use a key of No Such\n',
      );
      expect(code).toBe(1);
      expect(await names()).not.toContain('stray');
    });
  });

  describe('after a server was killed', () => {
    beforeEach(() => controlPlane.stop('SIGKILL'));

    test('create-key creates a key in the database of a killed server, and sends nothing to the server’s old address', async () => {
      const requests: string[] = [];
      const otherServer = createServer((request, response) => {
        requests.push(String(request.headers.authorization));
        response.end();
      });
      await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
      const { port } = otherServer.address() as AddressInfo;
      writeFileSync(join(controlPlane.settings.dataDir, 'server.url'), `http://127.0.0.1:${port}/graphql`);
      const outcome = await createKey('--name', 'n'.repeat(63));
      otherServer.close();
      expect(outcome).toMatchObject({ code: 0, stderr: '' });
      expect(requests).toEqual([]);
      await controlPlane.serve();
      expect(await names()).toContain('n'.repeat(63));
    });

    test('create-key refuses a name that is too long or could take over a terminal', async () => {
      for (const name of ['n'.repeat(64), ' ', 'a\u001b[2J']) {
        const { code, stderr } = await createKey('--name', name);
        expect(stderr).toBe('satrap: the key’s name must be 1 to 63 characters, without control characters\n');
        expect(code).toBe(1);
      }
    });
  });
});
