import type { Proof } from '../proof.ts'
import { runInside } from '../run-inside.ts'

export const wholeMatrix: Proof = {
  id: 'S2',
  goal: 'Every call, by everyone who may ask, on every kind of object: no wrong allow and no wrong deny; what is another’s answers byte for byte like what is not there',
  way: 'the matrix over all calls on one server, one after another, so that whatever one leaves behind is there for the next',
  prove: (drill) => runInside('matrix', drill),
}
