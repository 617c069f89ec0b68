import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { packageRoot } from '../../package-root.ts';
import { defineCommand } from '../options.ts';

const setup = {
  bash: "echo 'source <(satrap completion bash)' >> ~/.bashrc",
  zsh: 'satrap completion zsh > /usr/local/share/zsh/site-functions/_satrap',
  fish: 'satrap completion fish > ~/.config/fish/completions/satrap.fish',
} as const;

export function register(group: Command): void {
  for (const [shell, command] of Object.entries(setup))
    defineCommand(group, shell, `print the completion script of ${shell}`)
      .action(() => process.stdout.write(readFileSync(join(packageRoot(), `templates/completions/satrap.${shell}`))))
      .addHelpText('after', `\ninstall.sh sets it up for all users. Otherwise: ${command}`);
}
