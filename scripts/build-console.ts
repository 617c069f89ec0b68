import { buildConsole } from './console-build.ts';

// Builds the console into build/console, or into the given folder.
await buildConsole(process.argv[2]);
