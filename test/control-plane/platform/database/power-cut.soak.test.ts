// Ten power cuts.
import './power-cut.test.ts';
