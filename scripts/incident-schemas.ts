import * as z from 'zod';
import { incidentData } from '../src/contract/incident-data.ts';

/** Returns a JSON Schema of `AlertIncident.data` for each code. Fields may be added, so that others are allowed. */
export const incidentSchemas = (): { name: string; content: string }[] =>
  Object.entries(incidentData).map(([code, shape]) => ({
    name: `${code}.json`,
    content: `${JSON.stringify({ title: code, ...z.toJSONSchema(shape, { io: 'input' }) }, null, 2)}\n`,
  }));
