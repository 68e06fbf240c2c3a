import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readExamples, train } from '../../../test/danger/training.ts'
import { judge, modelFile, writeModel } from './classifier.ts'

/** Training takes most of a minute, and more on a busy machine. */
const TIMEOUT_MS = 600_000
const examples = readExamples()

test(
  'the classifier alone finds 45 % of the dangers in sentences that it was not trained on, with few false alarms',
  () => {
    const model = train(examples.filter((_, at) => at % 5 !== 0))
    const heldOut = examples.filter((_, at) => at % 5 === 0)
    const alarm = ({ text }: { text: string }) => (judge(model, text)?.probability ?? 0) >= 0.9
    const dangers = heldOut.filter(({ kind }) => kind >= 0)
    const ordinary = heldOut.filter(({ kind }) => kind < 0)
    expect(dangers.filter(alarm).length / dangers.length).toBeGreaterThan(0.45)
    expect(ordinary.filter(alarm).length / ordinary.length).toBeLessThan(0.03)
  },
  TIMEOUT_MS,
)

test(
  'the model file is what `npm run train-danger` writes for these sentences',
  () => {
    expect(writeModel(train(examples)).equals(readFileSync(modelFile))).toBe(true)
  },
  TIMEOUT_MS,
)
