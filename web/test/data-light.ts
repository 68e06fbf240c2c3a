import { onTestFinished } from 'vitest'

/** As the switch in the profile leaves it on this device; the harness clears it with everything else. */
export const chooseLessData = (): void => localStorage.setItem('saathi.dataLight', 'on')

/** What the browser tells of its line, for one test. */
export function setSaveData(saveData: boolean): EventTarget {
  const connection = Object.assign(new EventTarget(), { saveData })
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
  return connection
}
