// Ten power cuts.
import './power-cut.parts.test.ts';
