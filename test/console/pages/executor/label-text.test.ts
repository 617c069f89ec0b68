import { expect, test } from 'vitest';
import { readLabels, writeLabels } from '../../../../src/console/pages/executor/label-text.ts';

test('labels are read as they are written', () => {
  const labels = [
    { key: 'region', value: 'eu' },
    { key: 'rack', value: '7' },
  ];
  expect(readLabels(writeLabels(labels))).toEqual({ labels });
});

test.each([
  ['spaces and empty lines mean nothing', ' region = eu \n\n', { labels: [{ key: 'region', value: 'eu' }] }],
  [
    'a value may be empty, and hold an equals sign',
    'a=\nb=c=d',
    {
      labels: [
        { key: 'a', value: '' },
        { key: 'b', value: 'c=d' },
      ],
    },
  ],
  ['a line without a key is no label', 'a=b\n=c', { labels: [], fault: '“=c” is not a label. Use key=value.' }],
  [
    'a line without an equals sign is no label',
    'region',
    { labels: [], fault: '“region” is not a label. Use key=value.' },
  ],
])('%s', (_what, text, expected) => {
  expect(readLabels(text)).toEqual(expected);
});
