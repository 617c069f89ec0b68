// Ten rounds of all attacks by five hostile nodes, or as many as `npm run faults -- --of container` requests.
import './hostile-container.parts.test.ts';
