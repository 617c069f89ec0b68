// Records the figures of three or more runs of the bench, for the tables of docs/internals/performance.md:
//   node bench/record.ts build/bench/*.json && npm run docs
import { readFileSync, writeFileSync } from 'node:fs';
import { medianFigures, type Run, readResults, resultsFile, whyUnfit, withFigures } from './results.ts';

const runs = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Run);
const reason = whyUnfit(runs);
if (reason !== null) {
  console.error(`bench: nothing was recorded: ${reason}`);
  process.exit(1);
}
const figures = medianFigures(runs);
writeFileSync(resultsFile, `${JSON.stringify(withFigures(readResults(), figures), null, 2)}\n`);
console.log(`recorded ${figures.length} figures in ${resultsFile}`);
