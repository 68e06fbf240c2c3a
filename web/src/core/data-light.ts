import { useSyncExternalStore } from 'react'
import { removeStored, readStored, writeStored } from './storage.ts'
import { createEvent, createStore, useStore } from './store.ts'

const key = 'saathi.dataLight'
/** The choice if localStorage is unavailable; lasts until the page is closed. */
const unstoredChoice = createStore<boolean | null>(null)
/** Loaded on request since the page was opened; showing these again costs no data. */
const requested = createStore<ReadonlySet<string>>(new Set())
const choiceChanged = createEvent()

/** Not every browser supports navigator.connection. */
function connection(): EventTarget | null {
  const found: unknown = 'connection' in navigator ? navigator.connection : null
  return found instanceof EventTarget ? found : null
}

/** Whether the browser's own data saver is on. */
export function isBrowserSavingData(): boolean {
  const found = connection()
  return found !== null && 'saveData' in found && found.saveData === true
}

/** Check this before prefetching anything the person did not ask for. */
export function isDataLight(): boolean {
  const chosen = readStored(key)
  return chosen === null ? (unstoredChoice.get() ?? isBrowserSavingData()) : chosen === 'on'
}

/** For this device. A choice equal to the browser's setting is not stored, so that later changes of that setting apply. */
export function setDataLight(isOn: boolean): void {
  unstoredChoice.set(null)
  if (isOn === isBrowserSavingData()) removeStored(key)
  else writeStored(key, isOn ? 'on' : 'off')
  if (isDataLight() !== isOn) unstoredChoice.set(isOn)
  choiceChanged.emit()
}

function subscribe(listener: () => void): () => void {
  const connectionInfo = connection()
  const stop = choiceChanged.on(listener)
  window.addEventListener('storage', listener)
  connectionInfo?.addEventListener('change', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
    connectionInfo?.removeEventListener('change', listener)
  }
}

/** Whether only requested data should be fetched: by the choice on this device, or else by the browser's setting. */
export const useDataLight = (): boolean => useSyncExternalStore(subscribe, isDataLight)

/** Whether the item with this name waits for a tap. Once loaded it stays loaded when the component is mounted again. */
export function useDeferred(name: string): [isDeferred: boolean, load: () => void] {
  const isRequested = useStore(requested).has(name)
  return [useDataLight() && !isRequested, () => requested.set(new Set(requested.get()).add(name))]
}
