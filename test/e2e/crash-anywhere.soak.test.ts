// A kill before and after every changing call.
import './crash-anywhere.parts.test.ts';
