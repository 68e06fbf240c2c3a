import { onTestFinished } from 'vitest'

/** Sets the choice as the profile's switch does; the harness clears it. */
export const chooseLessData = (): void => localStorage.setItem('saathi.dataLight', 'on')

/** Fakes navigator.connection for one test. */
export function setSaveData(saveData: boolean): EventTarget {
  const connection = Object.assign(new EventTarget(), { saveData })
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
  return connection
}
