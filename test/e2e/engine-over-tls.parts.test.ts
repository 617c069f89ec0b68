import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { EngineClient } from '../../src/agent/docker/engine/engine-client.ts';
import { hostRuntime } from '../../src/agent/offline/host-runtime.ts';
import { engineEndpoint } from '../../src/agent/settings/engine-endpoint.ts';
import { remainsOf } from '../../src/cli/agent/install/remains.ts';
import { freePort } from '../harness/free-port.ts';
import { type PrivateEngine, startPrivateEngine } from '../harness/private-engine.ts';
import { testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

const dir = mkdtempSync('/var/lib/satrap-t-');
let engine: PrivateEngine;
let port: number;

/** Creates a key and its certificate, signed by the authority `by`, or self-signed. */
function certificate(name: string, by: string | null, extension: string): void {
  const paths = (of: string) => ({ key: join(dir, `${of}-key.pem`), cert: join(dir, `${of}.pem`) });
  const { key, cert } = paths(name);
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'pipe' });
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', `/CN=${name}`];
  if (by === null) {
    openssl('req', '-x509', ...curve, '-days', '2', '-keyout', key, '-out', cert);
    return;
  }
  const request = join(dir, `${name}.csr`);
  openssl('req', ...curve, '-keyout', key, '-out', request);
  writeFileSync(join(dir, `${name}.ext`), extension);
  const { key: authorityKey, cert: authority } = paths(by);
  const signed = ['-CA', authority, '-CAkey', authorityKey, '-CAcreateserial', '-extfile', join(dir, `${name}.ext`)];
  openssl('x509', '-req', '-in', request, '-days', '2', '-out', cert, ...signed);
}

const tls = (client: string) => ({
  dockerHost: `tcp://127.0.0.1:${port}`,
  dockerTlsCa: join(dir, 'authority.pem'),
  dockerTlsCert: join(dir, `${client}.pem`),
  dockerTlsKey: join(dir, `${client}-key.pem`),
});

beforeAll(async () => {
  certificate('authority', null, '');
  certificate('stranger', null, '');
  certificate('engine', 'authority', 'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth\n');
  certificate('agent', 'authority', 'extendedKeyUsage=clientAuth\n');
  port = await freePort();
  engine = await startPrivateEngine({
    images: [inject('clientImages')['28.1'] ?? ''],
    args: [
      ...['--host', `tcp://127.0.0.1:${port}`, '--tlsverify', '--tlscacert', join(dir, 'authority.pem')],
      ...['--tlscert', join(dir, 'engine.pem'), '--tlskey', join(dir, 'engine-key.pem')],
    ],
  });
});
afterAll(async () => {
  await engine?.[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

test('a certificate that the engine’s authority did not sign reaches nothing, and the agent’s own does', async () => {
  const ask = (client: string) =>
    new EngineClient(engineEndpoint({ dockerSocket: '/none.sock', ...tls(client) })).get('describe itself', '/info');
  await expect(ask('stranger')).rejects.toMatchObject({ fault: 'unreachable' });
  expect(await ask('agent')).toMatchObject({ OSType: 'linux' });
  // An agent being uninstalled reports its leftovers.
  const host = hostRuntime({ dockerSocket: '/none.sock', ...tls('agent') });
  expect(await remainsOf(host)).toEqual({ containers: [], volumes: [], error: null });
});

test('an agent keeps a node on an engine of its host that it reaches over TLS alone', async () => {
  const docker = new Docker({ socketPath: engine.socketPath });
  const { dockerHost, dockerTlsCa, dockerTlsCert, dockerTlsKey } = tls('agent');
  await using host = await testHost({
    dockerSocket: engine.socketPath,
    agent: {
      flags: {
        ...{ 'docker-host': dockerHost, 'docker-tls-ca': dockerTlsCa },
        ...{ 'docker-tls-cert': dockerTlsCert, 'docker-tls-key': dockerTlsKey },
        // Nothing listens there.
        'docker-socket': join(dir, 'none.sock'),
      },
    },
  });
  const { id } = await host.nodes.create('over-tls');
  await host.nodes.untilPhase(id, 'running', 90_000);
  await host.nodes.delete(id);
  await host.nodes.untilGone(id);
  await until('its container is gone', async () => (await docker.listContainers({ all: true })).length === 0);
});
