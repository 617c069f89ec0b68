import * as z from 'zod';
import type { ProbeResult } from '../agent/probe.ts';
import type { ProgramEnd } from '../agent/upgrade/run-program.ts';
import { jsonOrNull } from '../text/json-or-null.ts';

const fault = z.string().nullable();
const shape = z.object({ version: z.string(), settings: fault, store: fault, engine: fault, controlPlane: fault });

/** Returns what the probe of a version said; one that cannot be run can do nothing. */
export function probeOf(version: string, { code, ended, hasTimedOut, stdout, lastWords }: ProgramEnd): ProbeResult {
  const { data } = shape.safeParse(code === 0 ? jsonOrNull(stdout) : null);
  if (data !== undefined) return data;
  const how = hasTimedOut ? 'it did not end' : (ended ?? `it ended with the exit code ${code}`);
  const said = `version ${version} could not try: ${how}${lastWords === '' ? '' : `, and said last: ${lastWords}`}`;
  return { version, settings: said, store: said, engine: said, controlPlane: said };
}
