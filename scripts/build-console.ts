import { buildConsole } from './console-build.ts';

// Builds the console into build/console, or into the folder that is named.
await buildConsole(process.argv[2]);
