import type { Proof } from '../proof.ts'
import { runInside } from '../run-inside.ts'

export const badInput: Proof = {
  id: 'S1',
  goal: 'Bad input of every kind: no 5xx, no exit, no hang over 5 s, no stack trace, SQL or path in an answer, and no row changed by a refusal',
  method:
    'the fuzzer with 500 generated inputs for every call of the contract and 5,000 malformed frames on the live socket, with another seed than the tests',
  prove: (drill) => runInside('fuzz', drill),
}
