import type { BulkWork } from '../../../platform/load/bulk-work.ts';
import type { JsonScan, LongSpan } from './scan-json.ts';

/** Parses a whole JSON text, a long one in slices. Throws SyntaxError. The result is that of `JSON.parse`. */
export async function parseJson(text: Buffer, scan: JsonScan, bulk: BulkWork): Promise<unknown> {
  if (scan.root === undefined || !scan.isBalanced) return JSON.parse(text.toString('utf8'));
  const { start, end } = scan.root;
  requireNothing(text.toString('utf8', 0, start) + text.toString('utf8', end));
  return await parseSpan(text, scan.root, bulk);
}

async function parseSpan(text: Buffer, span: LongSpan, bulk: BulkWork): Promise<unknown> {
  const [open, close] = span.isList ? '[]' : '{}';
  const list: unknown[] = [];
  const object: Record<string, unknown> = {};
  const inner = span.inner.values();
  let next = inner.next().value;
  let from = span.start + 1;
  for (const to of [...span.cuts, span.end - 1]) {
    if (bulk.isDue) await bulk.turn();
    if (next !== undefined && next.end <= to) {
      const before = JSON.parse(`${open}${text.toString('utf8', from, next.start)}null${close}`);
      requireNothing(text.toString('utf8', next.end, to));
      const value = await parseSpan(text, next, bulk);
      if (span.isList) list.push(value);
      else for (const key of Object.keys(before)) define(object, key, value);
      next = inner.next().value;
    } else {
      const piece = JSON.parse(`${open}${text.toString('utf8', from, to)}${close}`);
      const keys = Object.keys(piece);
      // Two commas in a row.
      if (keys.length === 0) throw new SyntaxError('a value is missing');
      if (span.isList) for (const value of piece) list.push(value);
      else for (const key of keys) define(object, key, piece[key]);
    }
    from = to + 1;
  }
  return span.isList ? list : object;
}

/** As `JSON.parse` does: an assignment to `__proto__` would not make a property. */
const define = (object: object, key: string, value: unknown) =>
  Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });

function requireNothing(text: string): void {
  if (/[^ \t\r\n]/.test(text)) throw new SyntaxError('text beside a value');
}
