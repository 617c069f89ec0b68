// A kill before and after every changing call, also of a revert.
import './crash-anywhere.parts.test.ts';
