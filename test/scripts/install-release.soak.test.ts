// Kills an installation before each change of the prefix.
import './install-release.parts.test.ts';
