import { exitCodes } from '../../src/cli/command-error.ts';
import { type CommandPage, flatten } from './command-tree.ts';

/** Returns satrap(1) in man(7) format. `date` is shown in the footer. */
export function manPage(program: CommandPage, version: string, date: string): string {
  const commands = flatten(program).filter((page) => page !== program && page.commands.length === 0);
  return [
    `.TH SATRAP 1 "${date}" "Satrap ${version}" "Satrap"`,
    '.SH NAME',
    `satrap \\- ${troff(program.description.charAt(0).toLowerCase() + program.description.slice(1).replace(/\.$/, ''))}`,
    '.SH SYNOPSIS',
    '.B satrap',
    troff(program.usage),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH FILES',
    ...['/etc/satrap/agent.toml', 'The agent\u2019s settings.'].flatMap(asTerm),
    ...['/var/lib/satrap', 'The agent\u2019s store and key.'].flatMap(asTerm),
    '.SH EXIT STATUS',
    ...Object.values(exitCodes).flatMap(({ code, when }) => [String(code), `${when}.`].flatMap(asTerm)),
    '',
  ].join('\n');
}

const asTerm = (text: string, index: number): string[] => (index === 0 ? ['.TP', `.I ${troff(text)}`] : [troff(text)]);

const commandLines = ({ words, usage, description, options, examples }: CommandPage): string[] => [
  `.SS ${troff(`${words} ${usage}`)}`,
  troff(description),
  ...options.flatMap(({ flags, description }) => ['.TP', `.B ${troff(flags)}`, troff(description)]),
  '.PP',
  ...['.EX', ...examples.map(troff), '.EE'],
];

/** Escapes what troff would interpret: backslashes, hyphens, characters beyond ASCII, and a leading period or apostrophe. */
const troff = (text: string): string =>
  text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(
      /[^\x20-\x7e\n]/g,
      (character) => `\\[u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/\n+/g, ' ')
    .replace(/^([.'])/, '\\&$1');
