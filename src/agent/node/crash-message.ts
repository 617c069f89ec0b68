import { fitText } from '../../text/fit-text.ts';
import type { UnexpectedExit } from '../runtime/node-record.ts';
import { killedExitCode } from '../runtime/workload.ts';

const maxLength = 300;

/** What a daemon says of files that it does without, such as the peers and the mempool of its last run. */
const harmless = /^(\[|Shutdown|Ignoring)|anchors\.dat|mempool\.dat|mempool file|Continuing anyway/;

/** Returns from the end of a daemon's log why it ended: its last error lines, else its last line. Null for an empty log. */
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

/** Returns whether a daemon calls its chain data corrupted («Please restart with -reindex…»). Often nothing is damaged. */
export const reportsCorruption = (text: string): boolean =>
  /restart with -reindex|corrupted block database|database corrupt|block database is corrupt|rebuild the (block )?database/i.test(
    text,
  );

export const reportsFullDisk = (text: string): boolean =>
  /disk space is too low|no space left|disk (is )?full/i.test(text);

/** Returns whether a daemon found its data folder in use («Cannot obtain a lock on data directory …»). */
const reportsLock = (text: string): boolean => /cannot obtain a lock on/i.test(text);

/** Advice where another process outside the agent's containers has the data; null for any other exit. */
export const lockAdvice = (lastWords: string): string | null =>
  reportsLock(lastWords)
    ? 'Another process of the host works with this node’s data: a container that somebody else made of its volume, or a daemon that outlived its engine. ' +
      'Find it with “docker ps” and “ps -e | grep coind”, and end it gently; the daemon is started again until it can.'
    : null;

/** Advice for a daemon that calls its data corrupted; null for any other. A full disk and an incompatible version bring the same message. */
export function corruptionAdvice(lastWords: string, hadRoom: boolean | null): string | null {
  if (!reportsCorruption(lastWords)) return null;
  if (hadRoom === false || reportsFullDisk(lastWords))
    return 'Do not believe it: the disk was full, which damages nothing. Free space on it, and the daemon starts again.';
  return hadRoom === true
    ? 'Do not believe it yet: its disk has room, but a version that cannot read the data brings the same message although nothing is damaged. ' +
        'Go back to the version that worked last, and request a restart. ' +
        'If the message stays, the data is damaged: have it rebuilt with “satrap nodes reindex”, or create another node.'
    : 'Do not believe it yet: a disk that was full, and a version that cannot read the data, bring the same message although nothing is damaged. ' +
        'Make sure that the disk has room, go back to the version that worked last, and request a restart. ' +
        'If the message stays, the data is damaged: create another node in place of this one.';
}

/** Bitcoin Core begins each log line with an ISO time. */
const withoutTime = (line: string): string => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z\s*/, '').trim();

/** Describes an exit for people: code, cause, last words, advice. */
export function describeExit(exit: Omit<UnexpectedExit, 'times'>): string {
  const code = exit.code === null ? 'the daemon ended by itself' : `the daemon ended with exit code ${exit.code}`;
  const outOfMemory = exit.outOfMemory ? ' because its memory limit was reached (give the node more memory)' : '';
  const killed =
    exit.code === killedExitCode && !exit.outOfMemory ? ' (someone killed it, or the host ran out of memory)' : '';
  const lastWords = exit.lastWords === null ? '' : `: ${exit.lastWords}`;
  const advice =
    exit.lastWords === null ? null : (corruptionAdvice(exit.lastWords, exit.hadRoom) ?? lockAdvice(exit.lastWords));
  return `${code}${outOfMemory}${killed}${lastWords}${advice === null ? '' : ` ${advice}`}`;
}
