import { isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod';
import { nearestOf } from '../../text/nearest.ts';
import { CommandError } from '../command-error.ts';

type Path = readonly PropertyKey[];

const types: Readonly<Record<string, string>> = {
  string: 'must be a text',
  array: 'must be a list',
  object: 'must be a map of fields',
  record: 'must be a map of names',
};

function sentenceOf(fault: z.core.$ZodRawIssue): string {
  switch (fault.code) {
    case 'invalid_type':
      return fault.input === undefined ? 'is required' : (types[fault.expected] ?? 'has the wrong type');
    case 'invalid_value':
      return `${fault.input === undefined ? 'is required: one of' : 'must be one of'} ${fault.values.join(', ')}`;
    case 'invalid_key':
      return fault.issues.map(({ message }) => message).join('; ');
    default:
      return 'must not be empty';
  }
}

/**
 * Checks YAML against a shape. Throws CommandError with the line of each fault. All scalars are texts, so that the version 30.0 does not
 * become 30. `fields`: for advice on a misspelt one.
 */
export function readYaml<T>(shape: z.ZodType<T>, fields: readonly string[], yaml: string, file: string): T {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { schema: 'failsafe', merge: true, lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number | undefined): number => lines.linePos(offset ?? 0).line;
  /** The line of the innermost part of a path that the file has. */
  const lineOf = (path: Path): number => {
    if (path.length === 0) return 1;
    const [parent, last] = [document.getIn(path.slice(0, -1), true), path.at(-1)];
    const key = isMap(parent) ? parent.items.find((pair) => String(pair.key) === last)?.key : undefined;
    const place = isSeq(parent) ? parent.items[Number(last)] : key;
    return isNode(place) ? lineAt(place.range?.[0]) : lineOf(path.slice(0, -1));
  };
  const refuse = (faults: readonly { line: number; path: string[]; message: string }[]): never => {
    const described = faults.map(({ line, path, message }) =>
      [`${file}:${line}:`, path.join('.'), message].filter(Boolean).join(' '),
    );
    // Not `usage`, whose exit code is that of a difference.
    throw new CommandError(described.join('\n'), 'failed', { issues: faults });
  };
  const malformed = [...document.errors, ...document.warnings];
  if (malformed.length > 0)
    return refuse(
      malformed.map(({ pos, message }) => ({
        line: lineAt(pos[0]),
        path: [],
        message: `is not valid YAML: ${message}`,
      })),
    );
  // A thousand nodes may share the fields of one.
  const { data, error } = shape.safeParse(document.toJS({ maxAliasCount: -1 }), { error: sentenceOf });
  if (error === undefined) return data;
  const nearest = nearestOf(fields);
  const unknown = (key: string) =>
    `is unknown; ${nearest(key) === undefined ? 'remove it' : `did you mean ${nearest(key)}?`}`;
  return refuse(
    error.issues
      .flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => ({ path: [...issue.path, key], message: unknown(key) }))
          : [issue],
      )
      .map(({ path, message }) => ({ line: lineOf(path), path: path.map(String), message }))
      .toSorted((a, b) => a.line - b.line),
  );
}
