import type { InputLimit } from '../../../contract/input-limit.ts';
import { inputLimits, type LimitedType } from '../../../contract/input-limits.generated.ts';
import { dataRootPattern, dataRootRule, namePattern, nameRule } from '../../../contract/names.ts';
import type { TextFormat } from '../../../contract/types.generated.ts';
import { printable } from '../../../text/printable.ts';
import type { BulkWork } from '../load/bulk-work.ts';
import { type Issue, maxIssues } from './errors.ts';

type Path = Issue['path'];

const formats: Record<TextFormat, readonly [RegExp, rule: string]> = {
  name: [namePattern, nameRule],
  data_root: [dataRootPattern, dataRootRule],
  rpc_auth: [/^[A-Za-z0-9_.-]+:[0-9a-f]+\$[0-9a-f]+$/, 'must be USER:SALT$HASH'],
  sha256: [/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'],
  uuid: [/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be a UUID in lower case'],
  zmq_url: [/^tcp:\/\/[^\s/]+:\d{1,5}$/, 'must be tcp://HOST:PORT'],
};

const anyText = [/(?:)/, ''] as const;

export const limitFaults = (type: LimitedType, input: object, path: Path): Issue[] =>
  Object.entries<InputLimit>(inputLimits[type]).flatMap(([field, limit]) =>
    valueFaults(limit, (input as Record<string, unknown>)[field], [...path, field]),
  );

function valueFaults(limit: InputLimit, value: unknown, path: Path): Issue[] {
  if (value === null || value === undefined) return limit.isRequired ? [{ path, message: 'is required' }] : [];
  if (!Array.isArray(value)) {
    if (limit.type !== undefined) return limitFaults(limit.type as LimitedType, value, path);
    const message = scalarFault(limit, value);
    return message === null ? [] : [{ path, message }];
  }
  const { maxItems = Number.POSITIVE_INFINITY } = limit;
  if (value.length > maxItems) return [{ path, message: `must have at most ${maxItems} items` }];
  return value.flatMap((item, index) => valueFaults(limit, item, [...path, index]));
}

function scalarFault({ line, text = line, minLength = 0, format, min, max }: InputLimit, value: unknown) {
  if (typeof value === 'number') {
    if (min !== undefined && value < min) return `must be at least ${min}`;
    return max !== undefined && value > max ? `must be at most ${max}` : null;
  }
  if (typeof value !== 'string') return null;
  if (value.length < minLength) return `must have at least ${minLength} characters`;
  if (text !== undefined && value.length > text) return `must have at most ${text} characters`;
  const [pattern, rule] = format === undefined ? anyText : formats[format];
  if (!pattern.test(value)) return rule;
  return line !== undefined && printable(value) !== value ? notOnOneLine : null;
}

/** The faults of a list of inputs, which may be long. */
export async function limitFaultsOfEach(
  type: LimitedType,
  inputs: readonly object[],
  path: Path,
  bulk: BulkWork,
): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const [index, input] of inputs.entries()) {
    if (issues.length > maxIssues) break;
    if (bulk.isDue) await bulk.turn();
    issues.push(...limitFaults(type, input, [...path, index]));
  }
  return issues;
}

const notOnOneLine =
  'must not contain control characters, invisible characters, or characters that change the text direction';
