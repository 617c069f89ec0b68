import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../package-root.ts';
import { type AnswerFile, documentHeaders, isHashed, openBuiltFolder } from '../built-files/built-folder.ts';

/** Returns the path prefix of the control plane as browsers see it, such as `/satrap`; empty at the root. */
export const pathPrefix = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');

export function withoutPrefix(target: string, prefix: string): string {
  if (prefix === '' || !target.startsWith(prefix)) return target;
  const rest = target.slice(prefix.length);
  if (rest === '') return '/';
  if (rest.startsWith('/')) return rest;
  return rest.startsWith('?') ? `/${rest}` : target;
}

const noncePlaceholder = 'satrap-nonce';

const missing = 'the console is not built; build it with: npm run build:console\n';

/** Returns whether the console's page answers a path that is no file. */
export const isPage = (path: string, accept = ''): boolean =>
  // A browser that opens a page accepts HTML; a program that requests a removed file must not get a page.
  path === '/' || (!isHashed(path.slice(1)) && /\btext\/html\b/.test(accept));

/** Serves the console: its files, and its page everywhere else. */
export function serveConsole(prefix: string, folder = join(packageRoot(), 'build/console')): AnswerFile {
  const send = openBuiltFolder(folder);
  const template = send && readFileSync(join(folder, 'index.html'), 'utf8');
  return (request, response, path) => {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    // Only with a nonce and its prefix is the page of use.
    if (path !== '/index.html' && send?.(request, response, path.slice(1))) return true;
    if (!isPage(path, headers.accept)) return false;
    if (template === null) {
      response
        .writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        .end(missing);
      return true;
    }
    const nonce = randomBytes(16).toString('base64url');
    const page = template.replaceAll(noncePlaceholder, nonce).replace('<base href="/"', `<base href="${prefix}/"`);
    // Without an ETag: each response has its own nonce.
    const described = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
    response.writeHead(200, { ...documentHeaders({ nonce }), ...described }).end(method === 'HEAD' ? undefined : page);
    return true;
  };
}
