import { expect, test } from 'vitest';
import { type ExportFormat, exported } from '../../src/contract/exports.ts';

const columns = [{ title: 'n', value: ({ n }: { n: number }) => n }];

async function textOf(numbers: readonly number[], format: ExportFormat): Promise<string> {
  const rows = async function* () {
    for (const n of numbers) yield { n, more: true };
  };
  return (await Array.fromAsync(exported(rows(), format, columns))).join('');
}

test('an export as CSV has the columns of each row', async () => {
  expect(await textOf([1, 2], 'csv')).toBe('n\r\n1\r\n2\r\n');
});

test.each([[[]], [[1]], [[1, 2]]])('an export as JSON has all of each row: %j', async (numbers) => {
  expect(JSON.parse(await textOf(numbers, 'json'))).toEqual(numbers.map((n) => ({ n, more: true })));
});
