import { useSyncExternalStore } from 'react'
import { removeStored, readStored, writeStored } from './storage.ts'

const key = 'saathi.dataLight'
const listeners = new Set<() => void>()
/** The choice if localStorage is unavailable; lasts until the page is closed. */
let unstoredChoice: boolean | null = null
/** Loaded on request since the page was opened; showing these again costs no data. */
const requested = new Set<string>()

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
  return chosen === null ? (unstoredChoice ?? isBrowserSavingData()) : chosen === 'on'
}

/** For this device. A choice equal to the browser's setting is not stored, so that later changes of that setting apply. */
export function setDataLight(isOn: boolean): void {
  unstoredChoice = null
  if (isOn === isBrowserSavingData()) removeStored(key)
  else writeStored(key, isOn ? 'on' : 'off')
  if (isDataLight() !== isOn) unstoredChoice = isOn
  notifyAll()
}

function notifyAll(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const connectionInfo = connection()
  listeners.add(listener)
  window.addEventListener('storage', listener)
  connectionInfo?.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
    connectionInfo?.removeEventListener('change', listener)
  }
}

/** Whether only requested data should be fetched: by the choice on this device, or else by the browser's setting. */
export const useDataLight = (): boolean => useSyncExternalStore(subscribe, isDataLight)

/** Whether the item with this name waits for a tap. Once loaded it stays loaded when the component is mounted again. */
export function useDeferred(name: string): [isDeferred: boolean, load: () => void] {
  const isDeferred = useSyncExternalStore(subscribe, () => isDataLight() && !requested.has(name))
  return [isDeferred, () => requestLoad(name)]
}

function requestLoad(name: string): void {
  requested.add(name)
  notifyAll()
}
