import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { packageRoot } from '../../package-root.ts';
import { installFault, installScript } from '../fleet/keys/install-fault.ts';
import type { AnswerFile } from './built-files/built-folder.ts';

const releaseFile = /^(SHA256SUMS|satrap-[\w.+-]+\.tar\.gz(\.minisig)?)$/;
const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };

/**
 * Serves what adds a host with one command: at `/install` a script with the release's own install.sh, and below it the release's files. They
 * come from `folder`, where install.sh kept them, or by redirect from the URL that this control plane was installed from.
 */
export function serveAddHost(publicUrl: string | undefined, root = packageRoot()): AnswerFile {
  const folder = join(root, 'share/satrap/install');
  const origin = join(folder, 'from');
  const from = existsSync(origin) ? readFileSync(origin, 'utf8').trim() : undefined;
  const script = Buffer.from(scriptOf(root, publicUrl));
  return ({ method, url = '' }, response, path) => {
    if ((method !== 'GET' && method !== 'HEAD') || !/^\/install(\/|$)/.test(path)) return false;
    const name = path.slice('/install/'.length);
    const file = join(folder, name);
    if (path === '/install')
      response
        .writeHead(200, { ...headers, 'content-length': script.length })
        .end(method === 'GET' ? script : undefined);
    else if (!releaseFile.test(name) || (from === undefined && !existsSync(file)))
      response.writeHead(404, headers).end(`the release has no such file: ${url}\n`);
    else if (from !== undefined) response.writeHead(302, { ...headers, location: `${from}/${name}` }).end();
    else {
      const described = { 'content-type': 'application/octet-stream', 'content-length': statSync(file).size };
      response.writeHead(200, { ...headers, ...described });
      if (method === 'HEAD') response.end();
      // An aborted client is no failure, and an unreadable file ends the connection.
      else pipeline(createReadStream(file), response, () => undefined);
    }
    return true;
  };
}

function scriptOf(root: string, publicUrl: string | undefined): string {
  const fault = installFault(publicUrl, root);
  if (fault !== null) return refusal(fault);
  const url = new URL(publicUrl ?? '').href.replace(/\/+$/, '').replaceAll("'", '%27');
  return readFileSync(join(root, 'templates/add-host.sh'), 'utf8')
    .replaceAll('@URL@', url)
    .replace('@INSTALL@', () => readFileSync(installScript(root), 'utf8'));
}

const refusal = (reason: string): string => `#!/bin/sh\necho 'satrap: ${reason}' >&2\nexit 1\n`;
