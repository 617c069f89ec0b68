interface Label {
  key: string;
  value: string;
}

/** Formats labels as text: one `key=value` per line. */
export const writeLabels = (labels: readonly Label[]): string =>
  labels.map(({ key, value }) => `${key}=${value}`).join('\n');

/** Parses labels, one per line; `fault` names an invalid line. */
export function readLabels(text: string): { labels: Label[]; fault?: string } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const wrong = lines.find((line) => line.indexOf('=') < 1);
  const labels = lines.map((line) => ({
    key: line.slice(0, line.indexOf('=')).trim(),
    value: line.slice(line.indexOf('=') + 1).trim(),
  }));
  return wrong === undefined ? { labels } : { labels: [], fault: `“${wrong}” is not a label. Use key=value.` };
}
