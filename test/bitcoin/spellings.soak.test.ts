// Thousands of spellings, and 25 starts of a daemon with them.
import './spellings.test.ts';
import './real-daemon.parts.test.ts';
