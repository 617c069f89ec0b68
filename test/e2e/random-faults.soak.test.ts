// 300 rounds, or as many as `npm run faults` requests.
import './random-faults.parts.test.ts';
