// `satrap control-plane` of a release, and its completions.
import { complete } from './cli/completion/command.ts';
import { controlPlane } from './cli/control-plane/command.ts';
import { runProgram } from './cli/program.ts';

await runProgram([controlPlane, complete], process.argv.slice(2));
