// Kills before every call, and after.
import './seed.parts.test.ts';
