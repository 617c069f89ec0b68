import { statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { AgentNotRunning, queryAgent, queryError } from '../../../src/agent/admin-socket/client.ts';
import { type AdminHandlers, serveAdminSocket } from '../../../src/agent/admin-socket/server.ts';
import type { AgentStatus } from '../../../src/agent/admin-socket/status.ts';
import type { NodeExplanation } from '../../../src/agent/reconcile/explain.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

let dataDir: string;
let socket: string;

beforeEach(() => {
  dataDir = scratchFolder('admin');
  socket = join(dataDir, 'agent.sock');
});

const status = { version: '1.0.0', name: 'host' } as AgentStatus;
const health = { isAlive: true, loops: [] };
const node = { id: '1', name: 'näme with blanks' };
const explanation: NodeExplanation = { node, desired: [], observed: [], steps: [], waitingFor: null };

async function serve(handlers: Partial<AdminHandlers> = {}): Promise<void> {
  const explain = async (node: string) => (node === explanation.node.name ? explanation : undefined);
  const served = await serveAdminSocket(dataDir, { status: () => status, health: () => health, explain, ...handlers });
  onTestFinished(() => void served.close());
}

test('invariant 8: replaces a killed agent’s socket, which only its user can open', async () => {
  writeFileSync(socket, '');
  await serve();
  expect(await queryAgent(dataDir, '/status')).toEqual(status);
  expect(await queryAgent(dataDir, '/healthz')).toEqual(health);
  expect(await queryAgent(dataDir, `/explain?node=${encodeURIComponent(node.name)}`)).toEqual(explanation);
  expect(statSync(socket).mode & 0o777).toBe(0o600);
});

test('the admin socket says what it cannot answer, and survives an invalid request', async () => {
  await serve({
    status: () => {
      throw new Error('the store is gone');
    },
  });
  await expect(queryAgent(dataDir, '/explain?node=nobody')).rejects.toThrow('no node nobody on this host');
  for (const path of ['/else', '/explain', '/constructor', '/__proto__'])
    await expect(queryAgent(dataDir, path)).rejects.toThrow('available: /status');
  await expect(queryAgent(dataDir, '/status')).rejects.toThrow('the store is gone');
  // Not a URL: an error in the listener would end the agent.
  await expect(queryAgent(dataDir, '//')).rejects.toThrow('Invalid URL');
});

test('a query reports that no agent runs, and who may query one', async () => {
  await expect(queryAgent(dataDir, '/status')).rejects.toThrow(AgentNotRunning);
  writeFileSync(socket, '');
  const nobody = /no agent is running with the data directory .*--data-dir/;
  await expect(queryAgent(dataDir, '/status')).rejects.toThrow(nobody);
  const error = Object.assign(new Error('connect EACCES'), { code: 'EACCES' });
  expect(String(queryError(error, '/d'))).toMatch(/only root and the agent’s user can query the agent of \/d;/);
});

test('a query fails when the agent ends in the middle of its answer', async () => {
  const server = createServer((connection) => {
    connection.once('data', () => connection.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"version":'));
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => void server.close());
  await expect(queryAgent(dataDir, '/status')).rejects.toThrow(/aborted/);
});
