import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  type ConnectionSettings,
  HttpConnections,
  readText,
} from '../../../src/agent/control-plane/http-connections.ts';
import { selfSigned } from '../../harness/certificate.ts';
import { closeServer, listenHere } from '../../harness/listen.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

const never = new AbortController().signal;

async function post(url: string, settings: ConnectionSettings = {}): Promise<string> {
  const answer = await new HttpConnections(settings).send({ url, headers: {}, body: 'body', signal: never });
  return readText(answer, 1000);
}

const answerHello = (_request: IncomingMessage, response: ServerResponse) => response.end('hello');

async function listening(server: ReturnType<typeof createServer | typeof createTlsServer>): Promise<number> {
  onTestFinished(() => closeServer(server));
  return listenHere(server);
}

/** A server with a certificate of a private authority. */
async function tlsServer(): Promise<{ url: string; caFile: string }> {
  const { keyFile, caFile } = selfSigned(scratchFolder('tls'));
  const options = { key: readFileSync(keyFile), cert: readFileSync(caFile) };
  return { url: `https://localhost:${await listening(createTlsServer(options, answerHello))}/`, caFile };
}

/** A proxy that counts the connections through it. */
async function proxyServer(): Promise<{ proxy: string; count: () => number }> {
  let count = 0;
  const server = createServer((request, response) => {
    count++;
    response.end(`through the proxy to ${request.url}`);
  });
  server.on('connect', (request, client) => {
    count++;
    const [host, port] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(client);
      client.pipe(onward);
    });
    for (const socket of [onward, client]) socket.on('error', () => socket.destroy());
  });
  return { proxy: `http://127.0.0.1:${await listening(server)}`, count: () => count };
}

test('trusts a private authority in ca_file, and retries a file that it could not read', async () => {
  const { url, caFile } = await tlsServer();
  await expect(post(url)).rejects.toThrow(/self-signed certificate/);
  const settings = { caFile: '/nonexistent/ca.pem' };
  const connections = new HttpConnections(settings);
  const call = () => connections.send({ url, headers: {}, body: '', signal: never });
  await expect(call()).rejects.toThrow(/\/nonexistent\/ca\.pem/);
  settings.caFile = caFile;
  expect((await call()).statusCode).toBe(200);
});

test('posts over http and gets over TLS through the proxy, except for no_proxy hosts', async () => {
  const { proxy, count } = await proxyServer();
  const { url, caFile } = await tlsServer();
  const connections = new HttpConnections({ caFile, proxy });
  const posted = await connections.send({ url: 'http://satrap.example/graphql', headers: {}, body: '', signal: never });
  expect(await readText(posted, 1000)).toContain('through the proxy to http://satrap.example/');
  expect(await readText(await connections.send({ url, headers: {}, signal: never }), 1000)).toBe('hello');
  expect(count()).toBe(2);
  const local = `http://127.0.0.1:${await listening(createServer(answerHello))}/`;
  expect(await post(local, { proxy, noProxy: ['127.0.0.1'] })).toBe('hello');
  expect(count()).toBe(2);
});
