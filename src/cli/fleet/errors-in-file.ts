import { CommandError } from '../command-error.ts';
import type { Change } from './change.ts';
import type { PlaceOf } from './fleet-files.ts';
import { pathInFile } from './path-in-file.ts';

/** Returns what an error of a rollout says about one of its members. */
export function ofMember(error: unknown, index: number): unknown {
  if (!(error instanceof CommandError) || error.fields.issues === undefined) return error;
  const issues = (error.fields.issues as readonly Issue[]).flatMap(({ path = [], ...issue }) =>
    path[1] === 'members' && path[2] === String(index) ? [{ ...issue, path: path.slice(3) }] : [],
  );
  if (issues.length > 0) return new CommandError(error.message, error.failure, { ...error.fields, issues });
  return new CommandError('not changed, because the rollout with it is refused', error.failure, {
    code: error.fields.code ?? null,
  });
}

interface Issue {
  path?: readonly string[];
  message?: string;
}

/** Names the place in the file that an error of the API is about. */
export function inFile(error: unknown, change: Change, placeOf: PlaceOf): unknown {
  if (!(error instanceof CommandError) || error.fields.issues === undefined) return error;
  const issues = error.fields.issues as readonly Issue[];
  const lines = issues.flatMap(({ path: given = [], message = '' }) => {
    const path = pathInFile(given, change.request?.variables ?? {});
    const place = placeOf(change, path);
    return place === undefined
      ? []
      : [[`${place.file}:${place.line}`, path.join('.'), message].filter(Boolean).join(': ')];
  });
  if (lines.length === 0) return error;
  const { code } = error.fields;
  return new CommandError(`${lines.join('\n  ')}${code ? ` (${code})` : ''}`, error.failure, error.fields);
}
