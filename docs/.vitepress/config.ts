import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
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
    },
  },
  themeConfig: {
    sidebar: groups,
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
