import { createServer, type ServerResponse } from 'node:http';
import { expect, inject, onTestFinished, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { askRegistry } from '../../../src/agent/docker/engine/images.ts';
import { answerAgeMs, registryFaultOf } from '../../../src/agent/host/registry-answers.ts';
import { errorMessage } from '../../../src/text/error-message.ts';
import { closeServer, listenHere } from '../../harness/listen.ts';

// What the engine passes on of a registry's answer decides how long the agent leaves the registry alone.

const client = new EngineClient(inject('dockerSocket'));
let name = 0;

/** The words of the engine for a registry with this answer about an image, and the number of questions. */
async function askAbout(answer: (response: ServerResponse) => void) {
  let asked = 0;
  const server = createServer(({ url }, response) => {
    if (url === '/v2/') return response.writeHead(200, { 'docker-distribution-api-version': 'registry/2.0' }).end('{}');
    asked++;
    return answer(response);
  });
  const port = await listenHere(server);
  onTestFinished(() => closeServer(server));
  const error = await askRegistry(
    client,
    `127.0.0.1:${port}/example/image-${name++}:1`,
    AbortSignal.timeout(60_000),
  ).then(() => null, errorMessage);
  return { words: error ?? '', asked };
}

const refusal = (code: string, message: string) => JSON.stringify({ errors: [{ code, message }] });

test.each<[string, number, string, string, number]>([
  ['a used-up quota', 429, refusal('TOOMANYREQUESTS', 'You have reached your pull rate limit'), 'quota', 1],
  [
    'a quota that names its wait',
    429,
    refusal('TOOMANYREQUESTS', 'retry-after: 3h, allowed: 44000/minute'),
    'quota',
    3,
  ],
  ['a quota in other words', 429, '<html>slow down</html>', 'quota', 1],
  ['an unknown image', 404, refusal('MANIFEST_UNKNOWN', 'manifest unknown'), 'missing', 1 / 60],
  ['an unknown image in other words', 404, '<html>no such page</html>', 'missing', 1 / 60],
  ['a refusal', 403, refusal('DENIED', 'requested access to the resource is denied'), 'missing', 1 / 60],
  ['a registry that is down', 503, '<html>unavailable</html>', 'unknown', 1 / 60],
])('the engine’s words for %s are understood', async (_what, status, body, fault, hours) => {
  // The engine passes on no header.
  const headers = { 'content-type': body.startsWith('{') ? 'application/json' : 'text/html', 'retry-after': '36000' };
  const { words, asked } = await askAbout((response) => response.writeHead(status, headers).end(body));
  expect([words, registryFaultOf(words)]).toEqual([expect.any(String), fault]);
  expect(answerAgeMs(registryFaultOf(words), 1, words)).toBe(hours * 3_600_000);
  // A question of the agent is a few of the engine at most.
  expect(asked).toBeLessThanOrEqual(4);
});
