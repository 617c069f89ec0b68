import { fitText } from '../../text/fit-text.ts';
import { shorten } from '../../text/shorten.ts';
import type { UnexpectedExit } from '../runtime/node-record.ts';
import { killedExitCode } from '../runtime/workload.ts';
import { exitCause, exitCauses } from './exit-causes.ts';

/** A message of the daemon ends with its advice, and a database names its file in the middle. */
const maxLength = 800;

/** Bitcoin Core starts each log line with an ISO time. */
const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z\s*(?:\(mocktime: [^)]*\)\s*)?/;

/** Thread, source location, function, and level, each if it is logged: `[init] [init.cpp:12] [AppInit] [net:error]`. */
const prefix = /^\[[^\]\s]+\]\s+/;

/** Messages about files that a daemon can do without, such as the peers and the mempool of its last run. */
const harmless = /^Ignoring|anchors\.dat|mempool\.dat|mempool file|fee_estimates\.dat|banlist\.|Continuing anyway/;

/** What a daemon says whenever it ends, whatever the cause. */
const farewell =
  /^(?:\w+: )?(?:Shutdown\b|Shutting down|Interrupting|Interrupted|Stopping|Stopped|Waiting for|Flushed|Dumped|Dumping|Releasing)|\bthread exit$|: (?:In progress\.\.\.|done)$/i;

/** Says only what to do about the sentences before it. */
const remedy = /^(?:Please restart with|Do you want to rebuild|Restart (?:with|to))/i;

const soundsWrong = /\berrors?\b|\bfatal\b|exception|corrupt|restart with -reindex|cannot|failed to|unable to/i;

interface Line {
  text: string;
  /** Logged as an error, or written to the error stream. */
  isError: boolean;
  hasTime: boolean;
}

function parseLine(line: string): Line {
  const hasTime = time.test(line);
  let text = line.replace(time, '').trim();
  let isError = false;
  for (let found = prefix.exec(text); found !== null; found = prefix.exec(text)) {
    isError ||= /[[:]error\]/.test(found[0]);
    text = text.slice(found[0].length);
  }
  isError ||= /^(?:Error: |ERROR: |EXCEPTION: |\*\*\* )/.test(text);
  return { text: text.replace(/^(?:(?:Error|ERROR): |\*\*\* )+/, ''), isError, hasTime };
}

/**
 * Returns the cause of an exit from the end of the log: the daemon's last errors, each with the lines that belong to it;
 * else the last line of a daemon that ended in the middle of its work; null without any.
 */
export function crashMessage(lines: readonly string[]): string | null {
  const parsed = lines.map(parseLine).filter(({ text }) => text !== '');
  const said = parsed.filter(({ text }, index) => parsed.findIndex((other) => other.text === text) === index);
  const groups: Line[][] = [];
  for (const line of said) {
    const before = groups.at(-1);
    // A message of several lines has a time on the first one only.
    const isContinued = before?.at(-1)?.hasTime !== undefined && !line.hasTime && !line.isError;
    if (before !== undefined && (remedy.test(line.text) || (isContinued && isCause(before)))) before.push(line);
    else groups.push([line]);
  }
  const causes = groups.filter(isCause).slice(-3);
  const endedInOrder = parsed.some(({ text }) => farewell.test(text));
  const chosen = causes.length > 0 ? causes : endedInOrder ? [] : groups.slice(-1);
  const message = chosen
    .flat()
    .map(({ text }) => text)
    .join(' ')
    .trim();
  return message === '' ? null : fitText(shorten(message, maxLength));
}

/** Whether lines that belong together name a fault. */
function isCause(lines: readonly Line[]): boolean {
  const text = lines.map((line) => line.text).join(' ');
  if (harmless.test(text) || farewell.test(text)) return false;
  return lines.some(({ isError }) => isError) || soundsWrong.test(text) || exitCause(text) !== undefined;
}

/** Returns whether a daemon reports corrupted data ("Please restart with -reindex…"). Often nothing is damaged. */
export const reportsCorruption = (text: string): boolean =>
  /restart with -reindex|corrupted block database|database corrupt|block database is corrupt|rebuild the (block )?database/i.test(
    text,
  );

/** Advice on reported corruption; null without it. A full disk and an incompatible version cause the same message. */
export function corruptionAdvice(lastWords: string, hadRoom: boolean | null): string | null {
  if (!reportsCorruption(lastWords)) return null;
  if (hadRoom === false) return fullDiskAdvice;
  return hadRoom === true
    ? 'The data may be intact: a version that cannot read it reports the same error. ' +
        'Return to the last working version and restart the node. ' +
        'If the error persists, rebuild the data with “satrap nodes reindex”, or create a new node.'
    : 'The data may be intact: a full disk and a version that cannot read the data report the same error. ' +
        'Check free disk space, return to the last working version and restart the node. ' +
        'If the error persists, replace this node with a new one.';
}

/** Describes an exit: code, cause, last words, advice. */
export function describeExit(exit: Omit<UnexpectedExit, 'times'>, subject = 'the daemon exited'): string {
  const code = exit.code === null ? subject : `${subject} with code ${exit.code}`;
  const outOfMemory = exit.outOfMemory ? ' because it reached its memory limit (give the node more memory)' : '';
  const killed =
    exit.code === killedExitCode && !exit.outOfMemory ? ' (killed by someone else, or the host ran out of memory)' : '';
  const lastWords = exit.lastWords === null ? '' : `: ${exit.lastWords}`;
  const advice = exit.lastWords === null ? null : adviceOn(exit.lastWords, exit.hadRoom);
  return `${code}${outOfMemory}${killed}${lastWords}${advice === null ? '' : ` ${advice}`}`;
}

const fullDiskAdvice = exitCauses.find(({ code }) => code === 'full_disk')?.advice ?? null;

/** Returns what to do about an exit; null if its words say it or nobody knows. */
function adviceOn(lastWords: string, hadRoom: boolean | null): string | null {
  const cause = exitCause(lastWords);
  // A database that a full disk has cut off looks damaged.
  if (hadRoom === false && (reportsCorruption(lastWords) || cause?.code.endsWith('_damaged'))) return fullDiskAdvice;
  return cause?.advice ?? corruptionAdvice(lastWords, hadRoom);
}

/** Whether a change of the configuration may have caused an exit with these words. */
export function mayBeOfChange(lastWords: string, otherVersion: boolean): boolean {
  const { ofChange } = exitCause(lastWords) ?? { ofChange: reportsCorruption(lastWords) ? 'version' : true };
  return ofChange === 'version' ? otherVersion : ofChange;
}
