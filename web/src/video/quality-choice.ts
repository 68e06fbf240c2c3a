import { recall, remember } from '#core/storage.ts'
import type { Call, QualityChoice } from './engine/call-snapshot.ts'

export const qualityChoices: readonly QualityChoice[] = ['auto', 'high', 'low', 'sound']
const key = 'saathi.call.quality'

/** Whoever pays for every megabyte need not say so in each call; a browser that saves data says it for them. */
export function recallQuality(): QualityChoice {
  const chosen = qualityChoices.find((choice) => choice === recall(key))
  const connection: unknown = 'connection' in navigator ? navigator.connection : null
  const isSaving =
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  return chosen ?? (isSaving ? 'low' : 'auto')
}

/** For this call and the next ones on this device. */
export function chooseQuality(call: Pick<Call, 'setQuality'>, choice: QualityChoice): void {
  remember(key, choice)
  call.setQuality(choice)
}
