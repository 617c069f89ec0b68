import type { LazyCommand } from '../program.ts';

export const completion: LazyCommand = {
  name: 'completion',
  description: 'print the completion script of a shell: bash, zsh, fish',
  files: () => [import('./completion.ts')],
};

/** Called by the scripts, with the words of the command line after `satrap`. */
export const complete: LazyCommand = {
  name: 'complete',
  description: 'print the completions of the last word',
  isHidden: true,
  files: () => [import('./complete.ts')],
};
