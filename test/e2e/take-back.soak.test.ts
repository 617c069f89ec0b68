// A kill before and after every call of a revert.
import './take-back.parts.test.ts';
