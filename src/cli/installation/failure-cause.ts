/** A line that `settleSwitch` prints in an upgrade: what the unit does, not why a program failed. */
export const upgradeLine = 'upgrade: ';

/** What Node prints around an uncaught error, besides its message. */
const noise = [
  /^\s+at /,
  /^Node\.js v/,
  // Its place, and the properties of the error object.
  /^(file:|node:|\/)\S*:\d+$/,
  /^\s+\[?\w+\]?: .*,?$/,
  /^[\s{}()[\];,^~]*$/,
];
/** A line of a minified program. */
const maxLength = 1000;
/** Of a program that names no error. */
const lastLines = 3;

/** Returns why a service failed, from the lines that it printed: its last error, else its last lines. */
export function failureCause(lines: readonly string[]): string {
  const told = lines.filter(
    (line) =>
      !line.startsWith('-- ') &&
      !line.startsWith(upgradeLine) &&
      line.length <= maxLength &&
      !noise.some((pattern) => pattern.test(line)),
  );
  const errors = told.flatMap((line) => {
    const [, message] = /^(?:error|(?:Uncaught )?\w*Error(?: \[\w+\])?): (.+)$/.exec(line) ?? [];
    return message === undefined ? [] : [message];
  });
  return errors.at(-1) ?? (told.slice(-lastLines).join('; ') || 'no log output');
}
