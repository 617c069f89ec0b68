import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestTimeout } from './projects.ts';

/** Runs the files first whose tests ask for the most time, so that no worker is left with one of them while the other has nothing to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const asks = new Map(files.map((file) => [file, longestTimeout(readFileSync(file.moduleId, 'utf8'))]));
    const sorted = await super.sort(files);
    // A worker can be kept only for the next file of the same project.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted
        .filter((file) => file.project === project)
        .toSorted((one, other) => (asks.get(other) ?? 0) - (asks.get(one) ?? 0)),
    );
  }
}
