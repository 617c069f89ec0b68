import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { fetchUserInfo } from '../../../../../src/control-plane/people/sign-in/single-sign-on/user-info.ts';
import { closeServer, listenHere } from '../../../../harness/listen.ts';

/** Serves a provider whose user info is `info`. Returns the URL of its configuration. */
async function providerWith(info: string): Promise<string> {
  const server = createServer(({ url, headers }, response) => {
    if (url === '/info' && headers.authorization !== 'Bearer key') response.writeHead(401).end();
    else response.end(url === '/info' ? info : JSON.stringify({ userinfo_endpoint: `http://${headers.host}/info` }));
  });
  onTestFinished(() => closeServer(server));
  return `http://127.0.0.1:${await listenHere(server)}/configuration`;
}

const ask = (url: string, key = 'key') => fetchUserInfo(url, key, AbortSignal.timeout(60_000));

test('fetchUserInfo › returns what the provider says of a person', async () => {
  expect(await ask(await providerWith('{"sub":"a","name":"Ådá"}'))).toEqual({ sub: 'a', name: 'Ådá' });
});

test('fetchUserInfo › gives up an answer without an end', async () => {
  const url = await providerWith(`"${'x'.repeat(2 ** 21)}"`);
  await expect(ask(url)).rejects.toThrow(/^the answer of 127\.0\.0\.1:\d+ is larger than 1 MiB$/);
});

test('fetchUserInfo › sends the key to no endpoint of another protocol', async () => {
  let received = 0;
  const server = createServer((_request, response) => {
    received++;
    response.end(JSON.stringify({ userinfo_endpoint: 'https://127.0.0.1:9/info' }));
  });
  onTestFinished(() => closeServer(server));
  const url = `http://127.0.0.1:${await listenHere(server)}/configuration`;
  await expect(ask(url)).rejects.toThrow('is not served like itself: https://127.0.0.1:9');
  expect(received).toBe(1);
});

test('fetchUserInfo › names who refused', async () => {
  await expect(ask(await providerWith('{}'), 'other')).rejects.toThrow(/^127\.0\.0\.1:\d+ answered HTTP 401$/);
});
