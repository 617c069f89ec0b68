import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { askRegistry, pullImage } from '../../../../src/agent/docker/engine/images.ts';
import { registryFaultOf } from '../../../../src/agent/host/registry-answers.ts';
import { errorMessage } from '../../../../src/text/error-message.ts';
import { closeServer, listenHere } from '../../../harness/listen.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';

const password = 'of-the-registry';
const auth = Buffer.from(`satrap:${password}`).toString('base64');
const type = 'application/vnd.docker.distribution.manifest.list.v2+json';
const platform = { architecture: 'amd64', os: 'linux' };
const image = { mediaType: 'application/vnd.docker.distribution.manifest.v2+json', size: 1, platform };
const digest = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const manifest = JSON.stringify({
  ...{ schemaVersion: 2, mediaType: type, manifests: [{ ...image, digest: digest('an image') }] },
});

/** A registry that answers only those who log in. Returns an image in it. */
async function privateRegistry(): Promise<string> {
  const server = createServer(({ url, method, headers }, response) => {
    if (headers.authorization !== `Basic ${auth}`)
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="satrap"' }).end('{}');
    if (url === '/v2/') return response.writeHead(200).end('{}');
    if (url?.includes(digest('an image'))) return response.writeHead(404).end('{}');
    const about = {
      'content-type': type,
      'docker-content-digest': digest(manifest),
      'content-length': manifest.length,
    };
    return response.writeHead(200, about).end(method === 'HEAD' ? undefined : manifest);
  });
  const port = await listenHere(server);
  onTestFinished(() => closeServer(server));
  return `127.0.0.1:${port}/team/bitcoin:28.1`;
}

const never = new AbortController().signal;

/** An engine client with a login for an image's registry. */
function clientWith(reference: string, login: string): EngineClient {
  const registryAuth = join(scratchFolder('logins'), 'config.json');
  const auths = { [reference.split('/')[0] ?? '']: { auth: login } };
  writeFileSync(registryAuth, JSON.stringify({ auths }), { mode: 0o600 });
  return new EngineClient(inject('dockerSocket'), undefined, { registryAuth });
}

test('an image of a private registry is found with its login', async () => {
  const reference = await privateRegistry();
  await askRegistry(clientWith(reference, auth), reference, never);
});

test('a pull from a private registry uses its login', async () => {
  const reference = await privateRegistry();
  // The registry lists the image, and has none of its layers.
  const failed = await pullImage(clientWith(reference, auth), reference, () => {}, never).catch(errorMessage);
  expect(failed).not.toMatch(/unauthorized|no basic auth|denied/i);
  expect(failed).toMatch(/HTTP 404/);
});

test.each([
  ['no login', undefined],
  ['a wrong one', Buffer.from('satrap:wrong').toString('base64')],
])('an image of a private registry is missing with %s', async (_what, login) => {
  const reference = await privateRegistry();
  const client = login === undefined ? new EngineClient(inject('dockerSocket')) : clientWith(reference, login);
  const words = await askRegistry(client, reference, never).then(() => 'found', errorMessage);
  expect([words, registryFaultOf(words)]).toEqual([expect.not.stringContaining(password), 'missing']);
});
