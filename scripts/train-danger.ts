import { writeFileSync } from 'node:fs'
import { DangerKind } from '@saathi/contract/help/entities'
import { judge, modelFile, writeModel } from '../server/src/help/danger/classifier.ts'
import { type Danger, findPhrase } from '../server/src/help/danger/detect-danger.ts'
import { type Example, readExamples, train } from '../server/test/danger/training.ts'

/**
 * Trains the classifier of dangerous messages on the sentences in server/test/danger and writes its model file. With --check it
 * only prints a cross-validation: how many dangers it finds among sentences it was not trained on.
 */
const FOLDS = 5
const kinds = DangerKind.options
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

function crossValidate(examples: readonly Example[]): void {
  const scores: { isDanger: boolean; phrase: Danger | null; probability: number; isKind: boolean }[] = []
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const model = train(examples.filter((_, at) => at % FOLDS !== fold))
    for (const { text, kind } of examples.filter((_, at) => at % FOLDS === fold)) {
      const judged = judge(model, text)
      scores.push({
        isDanger: kind >= 0,
        phrase: findPhrase(text),
        probability: judged?.probability ?? 0,
        isKind: judged?.kind === kinds[kind],
      })
    }
  }
  const dangers = scores.filter(({ isDanger }) => isDanger)
  const ordinary = scores.filter(({ isDanger }) => !isDanger)
  console.log(`kind right: ${percent(dangers.filter(({ isKind }) => isKind).length, dangers.length)}`)
  for (const threshold of [2, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]) {
    const alone = (each: (typeof scores)[number]) => each.probability >= threshold
    const both = (each: (typeof scores)[number]) =>
      (each.phrase && (each.phrase.isUrgent || each.probability >= 0.1)) || alone(each)
    console.log(
      `from ${threshold}: classifier ${percent(dangers.filter(alone).length, dangers.length)} found,`,
      `${percent(ordinary.filter(alone).length, ordinary.length)} false alarms;`,
      `with phrases ${percent(dangers.filter(both).length, dangers.length)} and ${percent(ordinary.filter(both).length, ordinary.length)}`,
    )
  }
}

const examples = readExamples()
const dangerCount = examples.filter(({ kind }) => kind >= 0).length
console.log(`${dangerCount} sentences of danger, ${examples.length - dangerCount} ordinary ones`)
if (process.argv.includes('--check')) crossValidate(examples)
else writeFileSync(modelFile, writeModel(train(examples)))
