import type { TextFormat } from './types.generated.ts';

/** What `@limit` in `schema/` allows in a field of a heartbeat. */
export interface InputLimit {
  line?: number;
  text?: number;
  minLength?: number;
  format?: TextFormat;
  min?: number;
  max?: number;
  maxItems?: number;
  isRequired?: boolean;
  /** The input type of the field, or of each of its items. */
  type?: string;
}
