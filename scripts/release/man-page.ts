import { type CommandPage, flatten } from './command-tree.ts';

/** Returns satrap(1) in the language of man(7). `date` is shown at its foot. Pure. */
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
    ...['/etc/satrap/agent.toml', 'The settings of the agent.'].flatMap(asTerm),
    ...['/var/lib/satrap', 'The agent\u2019s own store, and its key.'].flatMap(asTerm),
    '.SH EXIT STATUS',
    '0 for success, 2 for a wrong command line or configuration, 1 for everything else that failed.',
    '',
  ].join('\n');
}

const asTerm = (text: string, index: number): string[] => (index === 0 ? ['.TP', `.I ${troff(text)}`] : [troff(text)]);

const commandLines = ({ words, usage, description, options }: CommandPage): string[] => [
  `.SS ${troff(`${words} ${usage}`)}`,
  troff(description),
  ...options.flatMap(({ flags, description }) => ['.TP', `.B ${troff(flags)}`, troff(description)]),
];

/** What troff would take for its own: backslashes, hyphens, and a line that begins with a point or an apostrophe. */
const troff = (text: string): string =>
  text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/\n+/g, ' ')
    .replace(/^([.'])/, '\\&$1');
