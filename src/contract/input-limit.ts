import type { TextFormat } from './types.generated.ts';

/** The `@limit` in `schema/` of a heartbeat's field. */
export interface InputLimit {
  line?: number;
  text?: number;
  minLength?: number;
  format?: TextFormat;
  min?: number;
  max?: number;
  maxItems?: number;
  isRequired?: boolean;
  /** The input type of the field or its items. */
  type?: string;
}
