// `satrap control-plane` of a release.
import { controlPlane } from './cli/control-plane/command.ts';
import { runProgram } from './cli/program.ts';

await runProgram([controlPlane], process.argv.slice(2));
