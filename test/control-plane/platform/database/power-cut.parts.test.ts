import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildSecret, storeSecret } from '../../../../src/control-plane/people/accounts/secret.ts';
import { withConnection } from '../../../../src/control-plane/platform/database/connect.ts';
import { clusterPath } from '../../../../src/control-plane/platform/database/embedded/cluster.ts';
import { embeddedSettings } from '../../../../src/control-plane/platform/database/embedded/embedded-server.ts';
import { reachEmbedded } from '../../../../src/control-plane/platform/database/start-embedded.ts';
import { serveControlPlane } from '../../../../src/control-plane/serve.ts';
import { defaultSettings } from '../../../../src/control-plane/settings.ts';
import { runCommand } from '../../../../src/devhost/run-command.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { copyEmbedded } from '../../../harness/initialised-database.ts';
import { post } from '../../../harness/post.ts';
import type { FileOperation } from '../../../harness/power-cut/system-calls.ts';
import { startTracedServer } from '../../../harness/power-cut/traced-server.ts';
import { UnsyncedFolder } from '../../../harness/power-cut/unsynced-folder.ts';
import { randomOf } from '../../../harness/random.ts';
import { sharedFolder } from '../../../harness/scratch-folder.ts';
import { isSoak } from '../../../harness/soak.ts';
import { until } from '../../../harness/until.ts';

const writers = 4;
const mutationsUnderLoad = isSoak() ? 150 : 24;
/** The first cut keeps no unsynced data, the last a part of it. */
const cuts = isSoak() ? 10 : 2;

/** An acknowledged mutation, and the latest time at which its client knew it, in seconds since the Unix epoch. */
interface Acknowledged {
  name: string;
  at: number;
}

interface Load {
  startedAt: number;
  acknowledged: Acknowledged[];
  operations: FileOperation[];
}

describe('a power cut', () => {
  const seed = randomInt(2 ** 31);
  const random = randomOf(seed);
  const folder = sharedFolder('power');
  const dataDir = join(folder, 'data');
  const base = join(folder, 'base');
  let personalKey: string;
  let recorded: Load;

  beforeAll(async () => {
    console.log(`the seed of the power cuts: ${seed}`);
    mkdirSync(dataDir, { mode: 0o700 });
    const { made, secret } = await copyEmbedded(dataDir);
    storeSecret(dataDir, buildSecret(secret));
    ({ personalKey } = made);
    await runCommand('cp', ['-a', clusterPath(dataDir), base]);
    recorded = await load(mutationsUnderLoad);
  }, 300_000);

  /** Creates API keys on a server with recorded system calls; two checkpoints write its tables. */
  async function load(mutations: number): Promise<Load> {
    const server = await startTracedServer(dataDir, embeddedSettings, join(folder, 'calls'));
    const served = { ...defaultSettings, dataDir, databaseUrl: server.url, port: 0, production: true };
    const controlPlane = await serveControlPlane(served, quiet);
    const startedAt = Date.now() / 1000;
    const acknowledged: Acknowledged[] = [];
    let next = 0;
    const write = async () => {
      // A traced server on a busy machine may refuse one, which is then not acknowledged.
      while (acknowledged.length < mutations && next < 4 * mutations) {
        const key = `key-${next++}`;
        const query = `mutation { createApiKey(data: { purpose: executor, name: "${key}" }) { secret } }`;
        const response = await post(controlPlane.url, { query }, { key: personalKey });
        const { errors } = (await response.json()) as { errors?: unknown };
        // A clock in milliseconds shows a time before the current one.
        if (errors === undefined) acknowledged.push({ name: key, at: (Date.now() + 1) / 1000 });
      }
    };
    const checkpoints = [1 / 3, 2 / 3].map(async (part) => {
      await until('a part is done', () => acknowledged.length >= mutations * part, 240_000, 5);
      await execute(server.url, 'CHECKPOINT');
    });
    await Promise.all([...Array.from({ length: writers }, write), ...checkpoints]);
    await controlPlane.close();
    return { startedAt, acknowledged, operations: await server.stop() };
  }

  /** Returns the names of the keys, and of the keys with an audit log entry, that survive a power cut at an instant. */
  async function afterCut(
    { operations }: Pick<Load, 'operations'>,
    instant: number,
    keepUnsynced: number,
  ): Promise<Set<string>> {
    const disk = new UnsyncedFolder(base, clusterPath(dataDir));
    for (const operation of operations) if (operation.end <= instant) disk.apply(operation);
    const copy = mkdtempSync(join(folder, 'copy-'));
    await disk.writeTo(clusterPath(copy), () => random() < keepUnsynced);
    try {
      await using embedded = await reachEmbedded(copy, quiet);
      const rows = await execute(
        embedded.url,
        'SELECT name FROM apikey JOIN audit_action ON target_id = apikey.id OR target_name = name',
      );
      return new Set(rows.map(({ name }) => String(name)));
    } finally {
      rmSync(copy, { recursive: true });
    }
  }

  test('everything acknowledged before is there, with its audit entry', {
    timeout: 300_000,
  }, async () => {
    const { acknowledged, startedAt } = recorded;
    expect(acknowledged.length).toBeGreaterThanOrEqual(mutationsUnderLoad);
    const endedAt = Math.max(...acknowledged.map(({ at }) => at));
    for (let cut = 0; cut < cuts; cut++) {
      const justAcknowledged = acknowledged[Math.floor(random() * acknowledged.length)]?.at ?? endedAt;
      const anyInstant = startedAt + random() * (endedAt - startedAt);
      const instant = cut % 2 === 0 ? justAcknowledged : anyInstant;
      const left = await afterCut(recorded, instant, cut < cuts / 2 ? 0 : random());
      const lost = acknowledged.filter(({ name, at }) => at <= instant && !left.has(name));
      expect(lost, `seed ${seed}, cut ${cut} at ${instant}`).toEqual([]);
    }
  });

  test('a database that does not sync loses what it acknowledged', async () => {
    const { acknowledged, operations } = recorded;
    const instant = Math.max(...acknowledged.map(({ at }) => at));
    const left = await afterCut({ operations: operations.filter(({ kind }) => kind !== 'sync') }, instant, 0);
    expect(acknowledged.filter(({ name }) => !left.has(name)).length).toBeGreaterThan(0);
  });
});

const execute = (url: string, statement: string): Promise<Record<string, unknown>[]> =>
  withConnection(url, async (client) => (await client.query(statement)).rows);
