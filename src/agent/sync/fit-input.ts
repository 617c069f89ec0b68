import type { InputLimit } from '../../contract/input-limit.ts';
import { inputLimits, type LimitedType } from '../../contract/input-limits.generated.ts';
import { fitText } from '../../text/fit-text.ts';
import { printable } from '../../text/printable.ts';

/** Cuts texts and lists to the control plane's limits: it refuses a heartbeat as a whole, and labels or log lines may be long. */
export const fitInput = <Input extends object>(type: LimitedType, input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, fitValue(limitsOf(type)[field], value)]),
  ) as Input;

const limitsOf = (type: LimitedType): Record<string, InputLimit> => inputLimits[type];

function fitValue(limit: InputLimit | undefined, value: unknown): unknown {
  if (limit === undefined || value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.slice(0, limit.maxItems).map((item) => fitValue(limit, item));
  if (limit.type !== undefined) return fitInput(limit.type as LimitedType, value);
  if (typeof value !== 'string' || limit.format !== undefined) return value;
  if (limit.line !== undefined) return fitText(printable(value), limit.line) || (limit.minLength ? 'unknown' : '');
  return limit.text === undefined ? value : fitText(value, limit.text);
}
