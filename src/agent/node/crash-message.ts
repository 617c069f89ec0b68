import { fitText } from '../../text/fit-text.ts';

const maxLength = 300;

/** What a daemon says of files that it does without, such as the peers and the mempool of its last run. */
const harmless = /^(\[|Shutdown|Ignoring)|anchors\.dat|mempool\.dat|mempool file|Continuing anyway/;

/**
 * Picks from the end of the log of a daemon of Bitcoin Core's family why it ended: its last error lines, else its very last line. Null when
 * it wrote nothing. Pure.
 */
export function crashMessage(lines: readonly string[]): string | null {
  const texts = lines.map(withoutTime).filter((line) => line !== '');
  const errors = texts.filter(
    (line) =>
      /\berror\b|\bfatal\b|exception|corrupt|restart with -reindex|cannot|failed to|unable to/i.test(line) &&
      !harmless.test(line),
  );
  const chosen =
    errors.length > 0 ? [...new Set(errors.map((line) => line.replace(/^Error: /, '')))].slice(-3) : texts.slice(-1);
  const message = chosen.join(' ').trim();
  return message === '' ? null : fitText(message, maxLength);
}

/**
 * Returns whether a daemon reports that its chain state is damaged («Please restart with -reindex…»). Only hours of work of the daemon
 * repair that, which only the owner may order.
 */
export const reportsCorruption = (text: string): boolean =>
  /restart with -reindex|corrupted block database|database corrupt|block database is corrupt|rebuild the (block )?database/i.test(
    text,
  );

/** What the owner of a node with a damaged chain state can do. */
export const corruptionAdvice =
  'The chain state is damaged. To rebuild it set the override reindex-chainstate=1 (full nodes) or reindex=1, and remove the override again once the node has caught up.';

/** Bitcoin Core begins each log line with an ISO time. */
const withoutTime = (line: string): string => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z\s*/, '').trim();
