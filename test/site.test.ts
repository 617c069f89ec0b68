import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf } from '../docs/.vitepress/anchor.ts';
import { errorCodes } from '../scripts/docs-tables.ts';
import { adviceDocuments } from '../src/contract/advice.ts';
import type { UserErrorCode } from '../src/contract/types.generated.ts';
import { errorDocument } from '../src/control-plane/platform/input/errors.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = globSync('**/*.md', { cwd: join(root, 'docs') });

/** As the API's errors have them. */
const errorLinks = errorCodes.map(({ name }) => errorDocument(name as UserErrorCode).replace('/docs/', ''));

test('every link of a console page, incident or error leads to a heading that exists', () => {
  const sources = globSync('src/console/**/*.{ts,tsx}', { cwd: root });
  const written = sources.flatMap((file) => [...read(file).matchAll(/(?:href=|to=|')"?docs\/([^"'`$]*)["']/g)]);
  expect(written.length).toBeGreaterThan(0);
  const links = [...written.map(([, link = '']) => link), ...Object.values(adviceDocuments), ...errorLinks];
  const lost = links.filter((link) => {
    const [page = '', anchor] = link.replace(/^$/, 'index.html').split('#');
    const document = page.replace(/\.html$/, '.md');
    if (!pages.includes(document)) return true;
    const headings = [...read(`docs/${document}`).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
    return anchor !== undefined && !headings.includes(anchor);
  });
  expect(lost).toEqual([]);
});

/** Returns the pages that a page of the documentation links to, as it writes them. */
const linkedPages = (page: string): string[] =>
  [...read(`docs/${page}`).matchAll(/\]\(([^)]+\.md)\)/g)].map(([, linked = '']) => linked);

test('the index, and so the sidebar, has every page but the single decisions', () => {
  const listed = pages.filter((page) => page !== 'index.md' && !/\/decisions\/\d/.test(page));
  expect(linkedPages('index.md').toSorted()).toEqual(listed.toSorted());
});

test('the index of decisions has every decision', () => {
  const decisions = pages.flatMap((page) => /\/decisions\/(\d.*)$/.exec(page)?.[1] ?? []);
  expect(linkedPages('internals/decisions/index.md').toSorted()).toEqual(decisions.toSorted());
});

test('the page of errors explains every code of the API, and no other', () => {
  const explained = [...read('docs/errors.md').matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code);
  expect(explained.toSorted()).toEqual(errorCodes.map(({ name }) => name).toSorted());
});
