// Kills each process at each step of a switch, or those that `npm run faults -- --of switch` asks for.
import './in-containers.parts.test.ts';
