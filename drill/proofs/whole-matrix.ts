import type { Proof } from '../proof.ts'
import { runInside } from '../run-inside.ts'

export const wholeMatrix: Proof = {
  id: 'S2',
  goal: 'Every call, every kind of caller, every kind of object: no wrong allow and no wrong deny; a foreign object answers byte for byte like an absent one',
  method: 'the matrix over all calls on one server, one after another, so that later calls see what earlier ones left behind',
  prove: (drill) => runInside('matrix', drill),
}
