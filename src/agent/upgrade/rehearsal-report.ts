import * as z from 'zod';

/** What the new version prints of its rehearsal, as a line of JSON. Versions before and after this one read it: only add fields. */
export const rehearsalReport = z.object({
  version: z.string(),
  nodes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      steps: z.array(z.object({ action: z.string(), why: z.string() })),
      /** Why it could not tell; null where it could. */
      error: z.string().nullable(),
    }),
  ),
});

export type RehearsalReport = z.infer<typeof rehearsalReport>;
