// A kill before and after every changing call.
import './crash-anywhere.test.ts';
