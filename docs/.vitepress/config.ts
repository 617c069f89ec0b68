import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DefaultTheme, defineConfig, type MarkdownRenderer } from 'vitepress';
import { anchorOf } from './anchor.ts';

/** The groups of the sidebar: the rows of the index page, by audience. */
const rows = readFileSync(join(import.meta.dirname, '../index.md'), 'utf8').matchAll(/^\| ([^|]+) \| (\[[^|]+) \|$/gm);

const groups = [...rows].map(([, task = '', links = '']): DefaultTheme.SidebarItem => {
  const items = [...links.matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g)].map(([, text = '', page = '']) => ({
    text,
    link: `/${page}`,
  }));
  // A row with a single page needs no heading.
  return items.length === 1 ? (items[0] ?? {}) : { text: `${task[0]?.toUpperCase()}${task.slice(1)}`, items };
});

type Tokens = ReturnType<MarkdownRenderer['parse']>;

/** Leaves only the text of links to files of the repository, which the site does not have. */
function unlinkFiles(tokens: Tokens, folder: string): void {
  tokens.forEach((token, index) => {
    const href = token.attrGet('href') ?? '';
    if (token.type !== 'link_open' || !href.startsWith('.') || !join(folder, href).startsWith('..')) return;
    token.attrs = [];
    const close = tokens.slice(index).find(({ type }) => type === 'link_close');
    for (const each of [token, close]) if (each !== undefined) each.tag = 'span';
  });
}

export default defineConfig({
  title: 'Satrap',
  description: 'Run Bitcoin nodes on any Docker host.',
  // A control plane may serve the site below a path prefix.
  base: './',
  cacheDir: '../node_modules/.cache/vitepress',
  // Otherwise each switch adds a style element, which the content security policy forbids.
  appearance: { disableTransition: false },
  vite: { logLevel: 'warn' },
  markdown: {
    anchor: { slugify: anchorOf },
    config: (md) => {
      const render = md.renderer.rules.code_inline;
      // Vue must leave {{…}} in a command as it is.
      md.renderer.rules.code_inline = (tokens, index, ...rest) => {
        tokens[index]?.attrSet('v-pre', '');
        return render?.(tokens, index, ...rest) ?? '';
      };
      md.core.ruler.push('unlink', ({ tokens, env }) => {
        for (const { children } of tokens) unlinkFiles(children ?? [], dirname(env.relativePath));
      });
    },
  },
  themeConfig: {
    sidebar: groups,
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
