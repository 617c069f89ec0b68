import type { Command } from 'commander';
import { WhoAmIDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { type OutputOptions, print, tableLines, withJsonOption } from '../output.ts';
import { readContexts, requireContext, withoutContext, writeContexts } from './contexts.ts';

/** `satrap context list`, `show`, `use` and `remove` */
export function register(context: Command): void {
  withJsonOption(context.command('list').description('list the control planes that you are signed in to')).action(list);
  apiCommand(context, 'show', 'show the current control plane, its version, and who you are there').action(show);
  context.command('use').description('switch to another context').argument('<name>').action(use);
  context
    .command('remove')
    .description('remove a context without revoking its key; see also: satrap logout')
    .argument('<name>')
    .action(remove);
}

function list(options: OutputOptions): void {
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
          shown.map(({ name, url, organization, email, isCurrent }) => [
            ...[name, url, organization, email],
            isCurrent ? 'yes' : '',
          ]),
        ),
  );
}

async function show(options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { viewer } = await api.call(WhoAmIDocument, {});
  const row = [api.url, viewer?.controlPlaneVersion, viewer?.organization?.name, viewer?.person?.email];
  print({ url: api.url, ...viewer }, options, () =>
    tableLines(['url', 'version', 'organization', 'email'], [row.map((cell) => cell ?? '-')]),
  );
}

function use(name: string): void {
  const contexts = readContexts(process.env);
  const [, { url }] = requireContext(contexts, name);
  writeContexts(process.env, { ...contexts, current: name });
  console.log(`Now using ${url}.`);
}

function remove(name: string): void {
  const contexts = readContexts(process.env);
  requireContext(contexts, name);
  writeContexts(process.env, withoutContext(contexts, name));
  console.log(`Removed context ${name}. Its API key was not revoked.`);
}
