import { fitText } from '../../text/fit-text.ts';

const most = 300;

/**
 * What a daemon of Bitcoin Core's family said about its own end, from the last lines of its log: its error lines, else its very
 * last line. Null when it said nothing.
 */
export function lastWords(lines: readonly string[]): string | null {
  const spoken = lines.map(withoutTime).filter((line) => line !== '');
  const errors = spoken.filter(
    (line) =>
      /\berror\b|\bfatal\b|exception|corrupt|restart with -reindex|cannot|failed to|unable to/i.test(line) &&
      !/^(\[|Shutdown|Ignoring)/.test(line),
  );
  const chosen =
    errors.length > 0 ? [...new Set(errors.map((line) => line.replace(/^Error: /, '')))].slice(-3) : spoken.slice(-1);
  const text = chosen.join(' ').trim();
  return text === '' ? null : fitText(text, most);
}

/**
 * Whether a daemon says that its chain state is damaged («Please restart with -reindex…»). Nothing mends that but hours of work of the
 * daemon, which only the owner may order.
 */
export function saysCorrupt(text: string): boolean {
  return /restart with -reindex|corrupted block database|database corrupt|block database is corrupt|rebuild the (block )?database/i.test(
    text,
  );
}

/** What the owner of a node with a damaged chain state can do. */
export const corruptAdvice =
  'The chain state is damaged. To rebuild it set the override reindex-chainstate=1 (full nodes) or reindex=1, and remove the override again once the node has caught up.';

/** Bitcoin Core begins each log line with an ISO time. */
const withoutTime = (line: string): string => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z\s*/, '').trim();
