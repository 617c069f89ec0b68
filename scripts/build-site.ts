import { buildSite } from './site-build.ts';

// Builds the documentation site into build/site, or into the given folder.
await buildSite(process.argv[2]);
