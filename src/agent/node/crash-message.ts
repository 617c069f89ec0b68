import { fitText } from '../../text/fit-text.ts';
import type { UnexpectedExit } from '../runtime/node-record.ts';
import { killedExitCode } from '../runtime/workload.ts';

const maxLength = 300;

/** Messages about files that a daemon can do without, such as the peers and the mempool of its last run. */
const harmless = /^(\[|Shutdown|Ignoring)|anchors\.dat|mempool\.dat|mempool file|Continuing anyway/;

/** Returns the cause of an exit from the end of the log: its last error lines, else its last line; null without any. */
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

/** Returns whether a daemon reports corrupted data ("Please restart with -reindex…"). Often nothing is damaged. */
export const reportsCorruption = (text: string): boolean =>
  /restart with -reindex|corrupted block database|database corrupt|block database is corrupt|rebuild the (block )?database/i.test(
    text,
  );

export const reportsFullDisk = (text: string): boolean =>
  /disk space is too low|no space left|disk (is )?full/i.test(text);

/** Advice if a process outside the agent's containers uses the data; null for any other exit. */
const lockAdvice = (lastWords: string): string | null =>
  /cannot obtain a lock on/i.test(lastWords)
    ? 'Another process on the host uses this node’s data, such as a foreign container with its volume or a daemon that outlived its engine. ' +
      'Find it with “docker ps” and “ps -e | grep coind”, and stop it cleanly; the agent keeps retrying the start.'
    : null;

/** Advice on reported corruption; null without it. A full disk and an incompatible version cause the same message. */
export function corruptionAdvice(lastWords: string, hadRoom: boolean | null): string | null {
  if (!reportsCorruption(lastWords)) return null;
  if (hadRoom === false || reportsFullDisk(lastWords))
    return 'The data is not damaged: the disk was full. Free disk space, and the daemon starts again.';
  return hadRoom === true
    ? 'The data may be intact: a version that cannot read it reports the same error. ' +
        'Return to the last working version and restart the node. ' +
        'If the error persists, rebuild the data with “satrap nodes reindex”, or create a new node.'
    : 'The data may be intact: a full disk and a version that cannot read the data report the same error. ' +
        'Check free disk space, return to the last working version and restart the node. ' +
        'If the error persists, replace this node with a new one.';
}

/** Bitcoin Core starts each log line with an ISO time. */
const withoutTime = (line: string): string => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z\s*/, '').trim();

/** Describes an exit: code, cause, last words, advice. */
export function describeExit(exit: Omit<UnexpectedExit, 'times'>, subject = 'the daemon exited'): string {
  const code = exit.code === null ? subject : `${subject} with code ${exit.code}`;
  const outOfMemory = exit.outOfMemory ? ' because it reached its memory limit (give the node more memory)' : '';
  const killed =
    exit.code === killedExitCode && !exit.outOfMemory ? ' (killed by someone else, or the host ran out of memory)' : '';
  const lastWords = exit.lastWords === null ? '' : `: ${exit.lastWords}`;
  const advice =
    exit.lastWords === null ? null : (corruptionAdvice(exit.lastWords, exit.hadRoom) ?? lockAdvice(exit.lastWords));
  return `${code}${outOfMemory}${killed}${lastWords}${advice === null ? '' : ` ${advice}`}`;
}
