import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gatewayFile } from '../../src/agent/gateway/gateway-file.ts';
import { standInClient } from '../../src/devhost/stand-in-archive.ts';
import { freePort } from '../harness/free-port.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { sharedHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

// A consumer's life, on a real engine: it gets a secret once, calls through the gateway, and is revoked.

const host = sharedHost({ heartbeatSeconds: 2 });
const ends: (() => void)[] = [];
let port: number;
let alphaId: string;
let betaId: string;
let startedAt: string[];

const caller = () => ({ SATRAP_URL: host.controlPlane.url, SATRAP_API_KEY: host.controlPlane.personalKey });
const startsOf = async () =>
  (await Promise.all([alphaId, betaId].map((id) => host.agent.containers(id)))).map(
    ([container]) => container?.State.StartedAt ?? '',
  );

async function satrap(words: string): Promise<string> {
  const { code, stdout, stderr } = await satrapHere(words, caller());
  if (code !== 0) throw new Error(`${words}: ${stderr}`);
  return stdout.trim();
}

/** A call through the gateway: its HTTP status, and the result. */
async function call(name: string, secret: string, method: string, params: unknown[] = []) {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` },
    body: JSON.stringify({ id: 1, method, params }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** Whether the gateway listens. */
const listens = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }).then(
    () => true,
    () => false,
  );

const answers = async (name: string, secret: string) => (await call(name, secret, 'getblockcount')).status === 200;

beforeAll(async () => {
  const [alpha, beta] = await host.runNodes(['alpha', 'beta']);
  [alphaId, betaId] = [alpha.id, beta.id];
  await host.nodes.mine(alphaId, 3);
  startedAt = await startsOf();
  port = await freePort();
  await satrap(
    `endpoints create main --network regtest --port ${port} --host ${host.agent.name} --node alpha --node beta`,
  );
  const program = join(import.meta.dirname, '../../scripts/satrap');
  const gateway = spawn(program, ['gateway', 'run', '--config', gatewayFile(host.agent.dataDir)], { stdio: 'inherit' });
  ends.push(() => gateway.kill());
  await until('the gateway listens', listens);
});
afterAll(() => {
  for (const end of ends) end();
});

const newConsumer = async (name: string, more = ''): Promise<string> => {
  const secret = await satrap(`consumers create ${name} --endpoint main${more}`);
  await until(`${name} may call`, () => answers(name, secret));
  return secret;
};

describe('a consumer', () => {
  test('reads the chain', async () => {
    const secret = await newConsumer('reader');
    const { body } = await call('reader', secret, 'getblockcount');
    expect(body.result).toBe(await host.nodes.rpc(alphaId, 'getblockcount'));
  });

  test('calls with bitcoin-cli', async () => {
    const secret = await newConsumer('cli');
    const words = ['-regtest', `-rpcconnect=127.0.0.1`, `-rpcport=${port}`, '-rpcuser=cli', `-rpcpassword=${secret}`];
    const { stdout } = await execa(standInClient, [...words, 'getblockchaininfo']);
    expect(JSON.parse(stdout)).toMatchObject({ chain: 'regtest' });
  });

  test('cannot stop a daemon', async () => {
    const secret = await newConsumer('limited');
    const { body } = await call('limited', secret, 'stop');
    expect(body.error).toMatchObject({ code: expect.any(Number) });
    expect(await startsOf()).toEqual(startedAt);
  });

  test('cannot call once it is revoked', async () => {
    const secret = await newConsumer('brief');
    await satrap('consumers revoke brief --yes');
    // The revocation closes the consumer's connections, on which a call may be under way.
    const isRefused = () =>
      call('brief', secret, 'getblockcount').then(
        ({ status }) => status === 401,
        () => false,
      );
    await until('it is refused', isRefused);
  });

  test('calls with both secrets after a rotation', async () => {
    const before = await newConsumer('rotated');
    const after = await satrap('consumers rotate rotated --yes');
    await until('the new secret works', () => answers('rotated', after));
    expect(await answers('rotated', before)).toBe(true);
  });

  test('loses the previous secret at once if requested', async () => {
    const before = await newConsumer('changed');
    await satrap('consumers rotate changed --previous 0s --yes');
    await until('the previous secret is refused', async () => !(await answers('changed', before)));
  });

  test('restarts no node, whatever happens to it', async () => {
    expect(await startsOf()).toEqual(startedAt);
  });
});

describe('an endpoint', () => {
  test('shows which nodes answer', async () => {
    const shown = await until('the gateway reported', async () => {
      const text = await satrap('endpoints show main');
      return text.includes('serving') && text;
    });
    expect(shown).toMatch(/alpha +yes/);
  });

  test('answers while one of its nodes is stopped', async () => {
    const secret = await newConsumer('steady');
    await satrap('nodes stop beta');
    await until('beta is stopped', async () => (await host.nodes.get(betaId))?.status.phase === 'stopped');
    expect((await call('steady', secret, 'getblockcount')).status).toBe(200);
  });
});
