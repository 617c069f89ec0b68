import * as z from 'zod';
import { eventData } from '../src/contract/event-data.ts';

/** Returns a JSON Schema of `Event.data` for each kind with data. Fields may be added, so that others are allowed. */
export const eventSchemas = (): { name: string; content: string }[] =>
  Object.entries(eventData).map(([kind, shape]) => ({
    name: `${kind}.json`,
    content: `${JSON.stringify({ title: kind, ...z.toJSONSchema(shape, { io: 'input' }) }, null, 2)}\n`,
  }));
