import { statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { AgentNotRunning, queryAgent, queryError } from '../../../src/agent/admin-socket/client.ts';
import { type AdminHandlers, serveAdminSocket } from '../../../src/agent/admin-socket/server.ts';
import type { AgentStatus } from '../../../src/agent/admin-socket/status.ts';
import type { AgentHealth } from '../../../src/agent/loops/watched-loops.ts';
import type { NodeExplanation } from '../../../src/agent/reconcile/explain.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

let dataDir: string;
let socket: string;

beforeEach(() => {
  dataDir = scratchFolder('admin');
  socket = join(dataDir, 'agent.sock');
});

const status: AgentStatus = {
  ...{ version: '1.0.0', name: 'host', executorId: null, startedAt: '2026-01-01T00:00:00.000Z', revision: null },
  ...{ controlPlane: 'http://127.0.0.1/graphql', nodes: [], orphans: [], disks: [], engine: { error: null } },
  lastSync: { at: null, succeededAt: null, error: null },
  key: { rotateAt: null, expiresAt: null, warning: null },
  upgrade: {
    ...{ lookedAt: null, why: 'not asked yet', request: null, last: null },
    upgradability: { canUpgrade: true, reason: null, platform: 'linux-x64', packaging: 'archive' },
  },
  outbox: { events: 0, samples: 0, oldestAt: null, dropped: {} },
};
const node = { id: '1', name: 'näme with blanks' };
const explanation: NodeExplanation = { node, desired: [], observed: [], steps: [], waitingFor: null };
const health: AgentHealth = { isAlive: true, loops: [] };

async function serve(handlers: Partial<AdminHandlers> = {}): Promise<void> {
  const explain = async (node: string) => (node === explanation.node.name ? explanation : undefined);
  const served = await serveAdminSocket(dataDir, { status: () => status, health: () => health, explain, ...handlers });
  onTestFinished(() => void served.close());
}

describe('the agent’s socket', () => {
  test('the admin socket serves the status and explanations of nodes', async () => {
    await serve();
    expect(await queryAgent(dataDir, '/status')).toEqual(status);
    expect(await queryAgent(dataDir, '/healthz')).toEqual(health);
    const wanted = encodeURIComponent(explanation.node.name);
    expect(await queryAgent(dataDir, `/explain?node=${wanted}`)).toEqual(explanation);
  });

  test('invariant 8: the admin socket replaces the one that a killed agent left, and can be opened by the agent’s own user alone', async () => {
    writeFileSync(socket, '');
    await serve();
    expect(await queryAgent(dataDir, '/status')).toEqual(status);
    expect(statSync(socket).mode & 0o777).toBe(0o600);
  });

  test('the admin socket says what it cannot answer, and survives an invalid request', async () => {
    await serve({
      status: () => {
        throw new Error('the store is gone');
      },
    });
    await expect(queryAgent(dataDir, '/explain?node=nobody')).rejects.toThrow('no node nobody on this host');
    for (const path of ['/else', '/explain', '/constructor', '/__proto__']) {
      await expect(queryAgent(dataDir, path)).rejects.toThrow('available: /status');
    }
    await expect(queryAgent(dataDir, '/status')).rejects.toThrow('the store is gone');
    // Not a URL: an error in the listener would end the agent.
    await expect(queryAgent(dataDir, '//')).rejects.toThrow('Invalid URL');
  });
});

describe('a query to the agent', () => {
  test('a query says that no agent runs, also when a killed one left its socket', async () => {
    await expect(queryAgent(dataDir, '/status')).rejects.toThrow(AgentNotRunning);
    writeFileSync(socket, '');
    await expect(queryAgent(dataDir, '/status')).rejects.toThrow(
      /no agent is running with the data directory .*--data-dir/,
    );
  });

  test('a query by a stranger says who may ask the agent', () => {
    const error = Object.assign(new Error('connect EACCES'), { code: 'EACCES' });
    expect(queryError(error, '/var/lib/satrap')).toEqual(
      new Error(
        'only root and the agent’s user can query the agent of /var/lib/satrap; run this command as one of them',
      ),
    );
  });

  test('a query fails when the agent ends in the middle of its answer', async () => {
    const server = createServer((connection) => {
      connection.once('data', () => connection.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"version":'));
    });
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    onTestFinished(() => void server.close());
    await expect(queryAgent(dataDir, '/status')).rejects.toThrow(/aborted/);
  });
});
