import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { HttpConnections } from '../../../src/agent/control-plane/http-connections.ts';
import { type FetchOptions, fetchArchive } from '../../../src/agent/upgrade/fetch-archive.ts';
import { readPublicKey } from '../../../src/release/minisign.ts';
import { upgradeFiles } from '../../../src/upgrade/upgrade-files.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { sharedReleaseServer } from '../../harness/release-server.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { makeSigningKey, signedArtifact } from '../../harness/signing-key.ts';
import { smallDisk } from '../../harness/small-disk.ts';

const key = makeSigningKey();
const named = { version: '1.1.0', platform: 'linux-x64', channel: 'stable' };
const server = sharedReleaseServer();
let body: Buffer;
let dataDir: string;
let troubles: string[];
let parts: number[];

beforeEach(() => {
  body = randomBytes(300_000);
  server.body = body;
  server.faults.length = 0;
  server.ranges.length = 0;
  troubles = [];
  parts = [];
  dataDir = scratchFolder('fetch');
});

const fetch = (change: Partial<FetchOptions['wanted']> = {}, options: Partial<FetchOptions> = {}) =>
  fetchArchive({
    ...{ url: server.url, dataDir, versions: dataDir, files: upgradeFiles(dataDir), clock: hastyClock(100) },
    wanted: { ...named, ...signedArtifact(body, key, named), ...change },
    keys: [readPublicKey(key.publicText)],
    connections: new HttpConnections({ caFile: server.caFile }),
    signal: AbortSignal.timeout(60_000),
    onProgress: (part) => parts.push(part),
    onTrouble: (reason) => troubles.push(reason),
    ...options,
  });

const fetched = () => upgradeFiles(dataDir).fetched;

test('an archive is fetched once, and nothing else is left beside it', async () => {
  expect(readFileSync(await fetch()).equals(body)).toBe(true);
  expect(parts.at(-1)).toBe(1);
  expect(troubles).toEqual([]);
  writeFileSync(join(fetched(), '1.0.5.tar.gz'), 'former');
  await fetch();
  expect(server.ranges).toEqual([null]);
  expect(readdirSync(fetched())).toEqual(['1.1.0.tar.gz']);
});

describe('a download that is cut', () => {
  test('is gone on with where it ended, also by the next agent when this one was killed', async () => {
    server.cutAfter(120_000);
    expect(readFileSync(await fetch()).equals(body)).toBe(true);
    expect(server.ranges).toEqual([null, expect.stringMatching(/^bytes=\d{4,6}-$/)]);
    expect(troubles).toEqual([expect.stringMatching(/connection lost|closed the connection/)]);

    rmSync(fetched(), { recursive: true });
    const ending = new AbortController();
    server.cutAfter(120_000);
    await expect(fetch({}, { signal: ending.signal, onTrouble: () => ending.abort() })).rejects.toThrow();
    expect(readdirSync(fetched())).toContain('1.1.0.tar.gz.part');
    await fetch();
    expect(server.ranges.at(-1)).toMatch(/^bytes=/);
  });

  test('begins anew where the server has another file by now, or knows no ranges', async () => {
    server.body = randomBytes(300_000);
    server.cutAfter(120_000);
    server.faults.push((_request, response) => {
      server.body = body;
      response.destroy();
    });
    expect(readFileSync(await fetch()).equals(body)).toBe(true);
    expect(server.ranges.slice(1)).toEqual([expect.stringMatching(/^bytes=/), expect.stringMatching(/^bytes=/)]);
  });

  test('begins anew where what is there turns out to be of another file', async () => {
    server.cutAfter(120_000);
    server.faults.push((_request, response) => {
      writeFileSync(join(fetched(), '1.1.0.tar.gz.part'), Buffer.alloc(1000), { flag: 'r+' });
      response.destroy();
    });
    expect(readFileSync(await fetch()).equals(body)).toBe(true);
    expect(troubles).toContainEqual(expect.stringMatching(/SHA-256.*restarting the download/));
    expect(server.ranges.at(-1)).toBeNull();
  });
});

test('retries a server that fails briefly, and follows https redirects', async () => {
  for (const status of [429, 503]) server.answer(status);
  server.answer(302, { location: '/elsewhere' });
  server.answer(307, { location: server.url });
  expect(readFileSync(await fetch()).equals(body)).toBe(true);
  expect(troubles).toEqual(['the server answered 429; retrying', 'the server answered 503; retrying']);
});

const redirectEndlessly = () => {
  for (let count = 0; count < 7; count++) server.answer(302, { location: '/a' });
};
const sendTooMuch = () =>
  server.faults.push((_request, response) => {
    response.writeHead(200).write(body);
    response.write(body);
  });
const serveOther = (bytes: () => Buffer) => () => {
  server.body = bytes();
};

test.each<[string, () => unknown, RegExp]>([
  ['a file that is not there', () => server.answer(404), /the server answered 404/],
  ['a redirect to plain http', () => server.answer(302, { location: 'http://localhost/a' }), /not an https URL/],
  ['redirects without end', redirectEndlessly, /more than 5 times/],
  ['a longer file', serveOther(() => Buffer.concat([body, body])), /has 600000 bytes, but the release lists 300000/],
  ['a body without an end', sendTooMuch, /sent more than the 300000 bytes/],
  ['another file of the same size', serveOther(() => randomBytes(300_000)), /SHA-256/],
])('%s is refused, and nothing of it is left', async (_what, prepare, message) => {
  prepare();
  await expect(fetch()).rejects.toThrow(message);
  expect(existsSync(fetched())).toBe(false);
});

test('refuses an older version’s signature, an unknown key, and plain http', async () => {
  const { signature } = signedArtifact(body, key, { ...named, version: '1.0.0' });
  await expect(fetch({ signature })).rejects.toThrow(/archive rejected: .*correctly signed, but for version 1\.0\.0/);
  await expect(fetch({}, { keys: [] })).rejects.toThrow(/is not trusted/);
  await expect(fetch({}, { url: 'http://localhost/satrap.tar.gz' })).rejects.toThrow(/not an https URL/);
  expect(existsSync(fetched())).toBe(false);
});

test('reports a disk without room before fetching, and cleans up one that fills up', async () => {
  const { path } = smallDisk(20);
  await expect(fetch({}, { dataDir: path, versions: path, files: upgradeFiles(path) })).rejects.toThrow(
    /MiB free, but the upgrade needs \d+ MiB; free disk space/,
  );
  expect(server.ranges).toEqual([]);

  const disk = smallDisk(80);
  server.faults.push((_request, response) => {
    disk.fill(0);
    response.writeHead(200, { 'content-length': body.length }).end(body);
  });
  const files = upgradeFiles(disk.path);
  await expect(fetch({}, { dataDir: disk.path, versions: disk.path, files })).rejects.toThrow(/became full while/);
  expect(existsSync(files.fetched)).toBe(false);
});

test('what is asked for no more is given up at once', async () => {
  const ending = new AbortController();
  server.faults.push((_request, response) => {
    response.writeHead(200).write(body.subarray(0, 1000), () => ending.abort());
  });
  await expect(fetch({}, { signal: ending.signal })).rejects.toThrow();
});
