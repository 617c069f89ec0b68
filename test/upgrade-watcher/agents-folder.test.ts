import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStore, openStoreAsOwner } from '../../src/agent/store/database.ts';
import { ApiKeyError, locateApiKey } from '../../src/contract/api-key.ts';
import { asUser, userOf } from '../../src/storage/as-user.ts';
import { InvalidUpgradeFile, upgradeFiles } from '../../src/upgrade/upgrade-files.ts';
import { runAsUser } from '../../src/upgrade-watcher/host-effects.ts';
import { agentView } from '../../src/upgrade-watcher/round.ts';
import { until } from '../harness/until.ts';

// Root's actions in the folder of the agent's user, who may put anything there. Root runs these tests.

const user = { uid: 4711, gid: 4711 };
let root: string;
/** The agent's folder, and one of root's. */
let theirs: string;
let ours: string;
beforeEach(() => {
  // The temporary folder of a run may belong to root.
  root = mkdtempSync('/var/tmp/satrap-attack-');
  onTestFinished(() => rmSync(root, { recursive: true }));
  chmodSync(root, 0o755);
  [theirs, ours] = [join(root, 'agent'), join(root, 'root')];
  mkdirSync(theirs, { mode: 0o700 });
  mkdirSync(ours, { mode: 0o700 });
  chownSync(theirs, user.uid, user.gid);
});

const secret = () => {
  const path = join(ours, 'secret');
  writeFileSync(path, 'a-secret-of-root\n', { mode: 0o600 });
  return path;
};
/** Listens at a path until the test ends. */
async function listen(server: Server, path: string): Promise<string> {
  await once(server.listen(path), 'listening');
  onTestFinished(() => void server.close());
  return path;
}
const asThem = <T>(work: () => T): T => asUser(user, work);
const outcome = {
  ...{ requestId: 'r', fromVersion: '1.0.0', toVersion: '1.1.0', state: 'failed' as const },
  ...{ reason: null, lastWords: null, updatedAt: '2026-01-01T00:00:00Z' },
};

test('work as a user has no privileges of root, which are restored afterwards', () => {
  const path = secret();
  const groups = process.getgroups?.();
  expect(() => asThem(() => readFileSync(path))).toThrow(/EACCES/);
  expect(asThem(() => process.getgroups?.())).toEqual([user.gid]);
  expect(process.getgroups?.()).toEqual(groups);
  expect(readFileSync(path, 'utf8')).toContain('secret');
});

describe('a link in the agent’s folder leads root nowhere', () => {
  test('as the order, as the folder of the order, or as the outcome that root writes', () => {
    const files = upgradeFiles(theirs);
    asThem(() => mkdirSync(files.folder));
    const path = secret();
    asThem(() => symlinkSync(path, files.outcome.path));
    asThem(() => files.outcome.write(outcome));
    asThem(() => symlinkSync(path, files.order.path));
    expect(() => asUser(userOf(theirs), () => files.order.read())).toThrow(InvalidUpgradeFile);
    asUser(userOf(theirs), () => files.order.remove());
    expect(readFileSync(path, 'utf8')).toContain('a-secret-of-root');
    rmSync(files.folder, { recursive: true });
    writeFileSync(join(ours, 'order.json'), '{}');
    asThem(() => symlinkSync(ours, files.folder));
    expect(() => asUser(userOf(theirs), () => files.order.remove())).toThrow(/EACCES/);
    expect(existsSync(join(ours, 'order.json'))).toBe(true);
  });

  test('as the key that the former version’s probe sends to the control plane', () => {
    const path = join(theirs, 'executor.key');
    const locate = (file?: string) =>
      locateApiKey({
        file,
        env: {},
        variable: 'SATRAP_AGENT_API_KEY',
        ...(file === undefined && { defaultFile: path }),
      });
    const target = secret();
    asThem(() => symlinkSync(target, path));
    expect(() => locate()).toThrow(ApiKeyError);
    expect(() => locate(path)).toThrow(/is a link/);
    rmSync(path);
    // A hard link, if the kernel allows one.
    writeFileSync(path, 'a-secret-of-root', { mode: 0o600 });
    expect(() => locate()).toThrow(/does not belong to/);
    chownSync(path, user.uid, user.gid);
    expect(locate().text).toBe('a-secret-of-root');
  });

  test('when an operator’s command opens the store: unread, its mode unchanged', () => {
    const path = secret();
    chmodSync(path, 0o644);
    chmodSync(ours, 0o755);
    asThem(() => symlinkSync(path, join(theirs, 'agent.db')));
    expect(() => openStoreAsOwner(theirs)).toThrow(/EACCES|EPERM/);
    expect(statSync(path).mode & 0o777).toBe(0o644);
    rmSync(join(theirs, 'agent.db'));
    asThem(() => openStore(theirs).close());
    openStoreAsOwner(theirs).close();
    expect(statSync(join(theirs, 'agent.db')).uid).toBe(user.uid);
  });

  test('as the socket of the agent', async () => {
    let asked = 0;
    const socket = await listen(
      createServer((connection) => {
        asked++;
        connection.destroy();
      }),
      join(ours, 'engine.sock'),
    );
    asThem(() => symlinkSync(socket, join(theirs, 'agent.sock')));
    expect(await agentView(theirs, user).status()).toBeNull();
    expect(asked).toBe(0);
    // Root itself would have got there.
    expect(await agentView(theirs, { uid: 0, gid: 0 }).status()).toBeNull();
    expect(asked).toBe(1);
  });
});

describe('a program that is run as the agent’s user', () => {
  /** The error output of a program with this text. */
  const said = async (text: string, signal = new AbortController().signal): Promise<string> => {
    const program = join(root, 'program');
    writeFileSync(program, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    chmodSync(program, 0o755);
    return runAsUser(user, program, [], signal).then(
      () => 'well',
      (error: Error) => error.message,
    );
  };

  test('has the rights of that user alone', async () => {
    secret();
    expect(await said(`cat ${join(ours, 'secret')}`)).toMatch(/denied/i);
    expect(await said(`[ "$(id -u) $(id -G)" = "${user.uid} ${user.gid}" ]`)).toBe('well');
  });

  test('ends even if a child keeps its output open or writes too much', async () => {
    const pidFile = join(theirs, 'pid');
    onTestFinished(() => {
      for (const pid of readFileSync(pidFile, 'utf8').trim().split('\n')) process.kill(Number(pid));
    });
    const leave = `sleep 600 & echo $! >>${pidFile}`;
    expect(await said(`${leave}; echo word >&2; exit 1`)).toBe('word');
    expect(await said(`${leave}; exit 0`)).toBe('well');
    expect((await said('yes >&2 & sleep 0.2; kill $!; exit 1')).length).toBeLessThanOrEqual(16 * 1024);
  });

  test('ends with the signal', async () => {
    expect(await said('sleep 600', AbortSignal.timeout(300))).toMatch(/abort/i);
  });

  test('is killed as the agent’s user, without waiting for a process that cannot be', async () => {
    const uids: (number | undefined)[] = [];
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      uids.push(process.geteuid?.());
      throw new Error('EPERM');
    });
    const pidFile = join(theirs, 'unkillable');
    onTestFinished(() => {
      kill.mockRestore();
      process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
    });
    const abort = new AbortController();
    const ended = said(`echo $$ >${pidFile}; exec sleep 600`, abort.signal);
    await until('it runs', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '');
    abort.abort();
    expect(await ended).toMatch(/abort/i);
    expect(uids).toEqual([user.uid]);
  });
});

test('an agent that answers without an end does not answer', async () => {
  const server = createHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const writing = setInterval(() => response.write(' '.repeat(1024 * 1024)), 1);
    response.once('close', () => clearInterval(writing));
  });
  await listen(server, join(theirs, 'agent.sock'));
  onTestFinished(() => server.closeAllConnections());
  chownSync(join(theirs, 'agent.sock'), user.uid, user.gid);
  expect(await agentView(theirs, user).status()).toBeNull();
});
