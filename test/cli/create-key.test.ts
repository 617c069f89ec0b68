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
    controlPlane = await TestControlPlane.start();
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
    test.each(['Example', ''])('makes the key through it, with the organization %j', async (organization) => {
      const name = `through the server ${organization}`.trim();
      const made = await createKey('--name', name, ...(organization === '' ? [] : ['--organization', organization]));
      expect(made.stderr).toBe('');
      expect(JSON.parse(made.stdout).key).toMatch(/^satrap_x_/);
      expect(await names()).toContain(name);
    });

    test('makes none for an organization that is not the key’s', async () => {
      const { code, stderr } = await createKey('--name', 'stray', '--organization', 'No Such');
      expect(stderr).toBe(
        'satrap: the key in SATRAP_API_KEY does not belong to the organization No Such but to Example; use a key of No Such\n',
      );
      expect(code).toBe(1);
      expect(await names()).not.toContain('stray');
    });
  });

  describe('after a server was killed', () => {
    beforeEach(() => controlPlane.stop('SIGKILL'));

    test('makes the key in the database, and sends nothing to where the server was', async () => {
      const asked: string[] = [];
      const stranger = createServer((request, response) => {
        asked.push(String(request.headers.authorization));
        response.end();
      });
      await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
      const { port } = stranger.address() as AddressInfo;
      writeFileSync(join(controlPlane.settings.dataDir, 'server.url'), `http://127.0.0.1:${port}/graphql`);
      const made = await createKey('--name', 'n'.repeat(63));
      stranger.close();
      expect(made).toMatchObject({ code: 0, stderr: '' });
      expect(asked).toEqual([]);
      await controlPlane.serve();
      expect(await names()).toContain('n'.repeat(63));
    });

    test('refuses a name that is too long or could take over a terminal', async () => {
      for (const name of ['n'.repeat(64), ' ', 'a\u001b[2J']) {
        const { code, stderr } = await createKey('--name', name);
        expect(stderr).toBe('satrap: the key’s name must have 1 to 63 characters, and no control characters\n');
        expect(code).toBe(1);
      }
    });
  });
});
