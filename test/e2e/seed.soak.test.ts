// Kills before every call, and after.
import './seed.test.ts';
