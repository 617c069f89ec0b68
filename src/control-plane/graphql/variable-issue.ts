import { shorten } from '../../text/shorten.ts';
import type { Issue } from '../input/errors.ts';

/** Far more than a path and a reason without the value itself. */
const maxTail = 1000;
const maxLength = 200;

/**
 * Reads GraphQL's message about a variable, such as `Variable "$data" got invalid value 7 at "data.name"; String cannot represent …`, which
 * says only in words where the fault is. Returns undefined for any other message.
 */
export function variableIssue(message: string): Issue | undefined {
  const name = /^Variable "\$(\w+)" /.exec(message)?.[1];
  if (name === undefined) return undefined;
  const [, place = name, reason = message] = /(?: at "([^"]*)")?; ([^;]*)$/.exec(message.slice(-maxTail)) ?? [];
  const steps = place.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  return {
    path: steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    message: shorten(reason, maxLength),
  };
}
