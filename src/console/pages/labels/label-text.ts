export interface Label {
  key: string;
  value: string;
}

/** Formats labels as text: by default, one `key=value` per line. */
export const writeLabels = (labels: readonly Label[], separator = '\n'): string =>
  labels.map(({ key, value }) => `${key}=${value}`).join(separator);

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Parses labels, one per line; `fault` names an invalid line. */
export function readLabels(text: string): { labels: Label[]; fault?: string } {
  const lines = linesOf(text);
  const wrong = lines.find((line) => line.indexOf('=') < 1);
  const labels = lines.map((line) => ({
    key: line.slice(0, line.indexOf('=')).trim(),
    value: line.slice(line.indexOf('=') + 1).trim(),
  }));
  return wrong === undefined ? { labels } : { labels: [], fault: `“${wrong}” is not a label. Use key=value.` };
}

/** Parses changes of labels, one per line: `key=value` sets a label, `key-` removes it, as in `satrap nodes label`. */
export function readLabelChanges(text: string): { set: Label[]; unset: string[]; fault?: string } {
  const [set = [], removals = []] = [false, true].map((isRemoval) =>
    linesOf(text).filter((line) => /^[^=]+-$/.test(line) === isRemoval),
  );
  const { labels, ...rest } = readLabels(set.join('\n'));
  return { set: labels, unset: removals.map((line) => line.slice(0, -1)), ...rest };
}
