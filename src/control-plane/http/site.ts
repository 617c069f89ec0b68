import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import { type AnswerFile, openBuiltFolder } from './built-files/built-folder.ts';

/** Serves the documentation site of this version at `/docs/`. Its links are relative, for any path prefix. */
export function serveSite(prefix: string, folder = join(packageRoot(), 'build/site')): AnswerFile {
  const send = openBuiltFolder(folder);
  return (request, response, path) => {
    const { method } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !/^\/docs(\/|$)/.test(path)) return false;
    if (send === null)
      return answer(response, 404, 'the documentation is not built; build it with: npm run build:site');
    if (path === '/docs') return answer(response, 301, 'see /docs/', { location: `${prefix}/docs/` });
    if (send(request, response, path.slice('/docs/'.length) || 'index.html')) return true;
    return answer(response, 404, `no such page in the documentation; see ${prefix}/docs/`);
  };
}

function answer(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): true {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(`${text}\n`);
  return true;
}
