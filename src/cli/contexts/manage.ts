import type { Command } from 'commander';
import { WhoAmIDocument } from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { defineCommand } from '../define-command.ts';
import { jsonOption, print, tableLines } from '../output.ts';
import { readContexts, requireContext, withoutContext, writeContexts } from './contexts.ts';

/** `satrap context list`, `show`, `use` and `remove` */
export function register(context: Command): void {
  const listed = 'list the control planes that you are signed in to';
  defineCommand(context, 'list', listed, [jsonOption], (options) => {
    const { current, contexts } = readContexts(process.env);
    // Without the keys.
    const shown = Object.entries(contexts).map(([name, { url, organization, email }]) => ({
      ...{ name, url, organization, email },
      isCurrent: name === current,
    }));
    print(shown, options, () =>
      shown.length === 0
        ? ['not signed in; sign in with: satrap login URL']
        : tableLines(
            ['name', 'url', 'organization', 'email', 'current'],
            shown.map(({ isCurrent, ...texts }) => [...Object.values(texts), isCurrent ? 'yes' : '']),
          ),
    );
  });
  const shown = 'show the current control plane, its version, and who you are there';
  defineApiCommand(context, 'show', shown, [], async (api, options) => {
    const { viewer } = await api.call(WhoAmIDocument, {});
    const row = [api.url, viewer?.controlPlaneVersion, viewer?.organization?.name, viewer?.person?.email];
    print({ url: api.url, ...viewer }, options, () =>
      tableLines(['url', 'version', 'organization', 'email'], [row.map((cell) => cell ?? '-')]),
    );
  });
  defineCommand(context, 'use <name>', 'switch to another context', [], (_options, name) => {
    const contexts = readContexts(process.env);
    const [, { url }] = requireContext(contexts, name);
    writeContexts(process.env, { ...contexts, current: name });
    console.log(`Now using ${url}.`);
  });
  const removed = 'remove a context without revoking its key; see also: satrap logout';
  defineCommand(context, 'remove <name>', removed, [], (_options, name) => {
    const contexts = readContexts(process.env);
    requireContext(contexts, name);
    writeContexts(process.env, withoutContext(contexts, name));
    console.log(`Removed context ${name}. Its API key was not revoked.`);
  });
}
