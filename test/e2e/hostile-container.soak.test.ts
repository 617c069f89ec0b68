// Ten rounds of all attacks, or as many as `npm run faults -- --of container` requests.
import './hostile-container.parts.test.ts';
