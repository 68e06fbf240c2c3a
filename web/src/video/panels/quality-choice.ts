import { isDataLight } from '#core/data-light.ts'
import { readStored, writeStored } from '#core/storage.ts'
import type { Call, QualityChoice } from '../engine/call-snapshot.ts'

export const qualityChoices: readonly QualityChoice[] = ['auto', 'high', 'low', 'sound']
const key = 'saathi.call.quality'

/** Remembers the choice, so that people with little data need not set it in each call. */
export function readQuality(): QualityChoice {
  const chosen = qualityChoices.find((choice) => choice === readStored(key))
  return chosen ?? (isDataLight() ? 'low' : 'auto')
}

/** For this call and later calls on this device. */
export function chooseQuality(call: Pick<Call, 'setQuality'>, choice: QualityChoice): void {
  writeStored(key, choice)
  call.setQuality(choice)
}
