import { expect, test } from 'vitest';
import { readLabels, writeLabels } from '../../../../src/console/pages/executor/label-text.ts';

const labelsOf = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }));

test('labels are read as they are written', () => {
  const labels = labelsOf({ region: 'eu', rack: '7' });
  expect(readLabels(writeLabels(labels))).toEqual({ labels });
});

test.each<[string, string, Record<string, string>, string?]>([
  ['spaces and empty lines mean nothing', ' region = eu \n\n', { region: 'eu' }],
  ['a value may be empty, and hold an equals sign', 'a=\nb=c=d', { a: '', b: 'c=d' }],
  ['a line without a key is no label', 'a=b\n=c', {}, '“=c” is not a label. Use key=value.'],
  ['a line without an equals sign is no label', 'region', {}, '“region” is not a label. Use key=value.'],
])('%s', (_what, text, values, fault) => {
  expect(readLabels(text)).toEqual({ labels: labelsOf(values), ...(fault === undefined ? {} : { fault }) });
});
