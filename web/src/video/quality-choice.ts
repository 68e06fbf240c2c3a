import { isDataLight } from '#core/data-light.ts'
import { readStored, writeStored } from '#core/storage.ts'
import type { Call, QualityChoice } from './engine/call-snapshot.ts'

export const qualityChoices: readonly QualityChoice[] = ['auto', 'high', 'low', 'sound']
const key = 'saathi.call.quality'

/** Whoever pays for every megabyte need not say so in each call. */
export function recallQuality(): QualityChoice {
  const chosen = qualityChoices.find((choice) => choice === readStored(key))
  return chosen ?? (isDataLight() ? 'low' : 'auto')
}

/** For this call and the next ones on this device. */
export function chooseQuality(call: Pick<Call, 'setQuality'>, choice: QualityChoice): void {
  writeStored(key, choice)
  call.setQuality(choice)
}
