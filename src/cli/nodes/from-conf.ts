import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { chainOf, networkName, shownNetworkName } from '../../bitcoin/network-name.ts';
import type { ReadConfFragment } from '../../contract/operations.generated.ts';
import type { BitcoinConfInput } from '../../contract/types.generated.ts';
import { counted } from '../../text/counted.ts';
import { errorMessage } from '../../text/error-message.ts';
import { type Api, notFound } from '../api.ts';
import { CommandError } from '../command-error.ts';
import type { KeyValue } from '../options.ts';
import { type Line, tableLines } from '../output.ts';

/** Reads a bitcoin.conf; `-` for standard input. Windows editors write UTF-16 too. Throws CommandError. */
export async function readConfText(file: string): Promise<string> {
  const bytes = file === '-' ? await buffer(process.stdin) : readBytes(file);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${errorMessage(error)}`, 'usage');
  }
}

/** A conf with a network. */
export type UsableConf = ReadConfFragment & { network: NonNullable<ReadConfFragment['network']> };

/** Has the control plane judge a bitcoin.conf. Throws CommandError if it selects no network that a node can have. */
export async function readConf(api: Api, data: BitcoinConfInput): Promise<UsableConf> {
  const { readBitcoinConf: conf } = await api.call('ReadConfFile', { data });
  if (conf === null) return notFound(api, 'the host was deleted');
  const { network } = conf;
  if (network !== null) return { ...conf, network };
  const reason = conf.lines.find(({ verdict, reason }) => verdict === 'dropped' && reason !== null)?.reason;
  throw new CommandError(`${reason ?? 'the file selects no network'}; choose one with --network`, 'refused');
}

/** Overrides of a file, with those of the command line in their place. */
export const withSet = (overrides: readonly KeyValue[], set: readonly KeyValue[]): KeyValue[] => [
  ...overrides.filter(({ key }) => !set.some((other) => other.key === key)),
  ...set,
];

/** What becomes of each line, in words. */
const verdicts: Readonly<Record<ReadConfFragment['lines'][number]['verdict'], string>> = {
  kept: 'kept',
  translated: 'translated',
  without_effect: 'no effect',
  dropped: 'dropped',
  no_setting: '',
};

/** Without overrides, whose values hold secrets. */
export const shownConf = ({ overrides: _overrides, ...conf }: ReadConfFragment) => conf;

/** Lists every line with its verdict; comments and blank lines are counted. */
export function confLines({
  lines,
  notes,
  network,
  signet,
  client,
  clientVersion,
  nodeType,
}: ReadConfFragment): Line[] {
  const settings = lines.filter(({ verdict, reason }) => verdict !== 'no_setting' || reason !== null);
  const rows = settings.map(({ number, text, verdict, reason, becomes }) => [
    ...[String(number), text.trim(), verdicts[verdict]],
    becomes.map(({ field, value }) => `${field}=${value ?? '(hidden)'}`).join(', '),
    reason ?? '',
  ]);
  const dropped = lines.filter(({ verdict }) => verdict === 'dropped').length;
  const others = lines.length - settings.length;
  const chain = network === null ? 'no network' : shownNetworkName(networkName(chainOf({ network, signet })));
  return [
    ...tableLines(['line', 'text', 'verdict', 'becomes', 'reason'], rows),
    `${counted(lines.length, 'line')}: ${counted(others, 'comment or blank line')}, ${dropped} dropped; judged for ${client} ${clientVersion}, ${chain}, ${nodeType}`,
    ...notes,
  ];
}
