import type { Measures } from './measures.ts';

/** Counts how the runs of a periodic job end. */
export const measuredJob = <Rest extends unknown[], Job extends { what: string; run(...rest: Rest): Promise<void> }>(
  job: Job,
  measures: Measures,
): Job => ({
  ...job,
  run: async (...rest: Rest) => {
    let succeeded = false;
    try {
      await job.run(...rest);
      succeeded = true;
    } finally {
      measures.jobRun({ job: job.what, succeeded });
    }
  },
});
