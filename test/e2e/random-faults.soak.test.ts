// 300 rounds, or those that `npm run faults` asks for.
import './random-faults.parts.test.ts';
