import { useSyncExternalStore } from 'react'
import { removeStored, readStored, writeStored } from './storage.ts'

const key = 'saathi.dataLight'
const listeners = new Set<() => void>()
/** Where nothing can be kept, what was chosen holds for as long as the page. */
let unkept: boolean | null = null
/** Asked for since the page was opened: what was fetched once costs nothing more. */
const askedFor = new Set<string>()

/** Not every browser tells of it. */
function connection(): EventTarget | null {
  const found: unknown = 'connection' in navigator ? navigator.connection : null
  return found instanceof EventTarget ? found : null
}

/** Whether the browser was told to save data on every site. */
export function doesBrowserSave(): boolean {
  const found = connection()
  return found !== null && 'saveData' in found && found.saveData === true
}

/** For what is about to be fetched and nobody has asked for. */
export function isDataLight(): boolean {
  const chosen = readStored(key)
  return chosen === null ? (unkept ?? doesBrowserSave()) : chosen === 'on'
}

/** On this device. What the browser says anyway is not kept, so that it is followed when it says something else. */
export function setDataLight(isOn: boolean): void {
  unkept = null
  if (isOn === doesBrowserSave()) removeStored(key)
  else writeStored(key, isOn ? 'on' : 'off')
  if (isDataLight() !== isOn) unkept = isOn
  tellAll()
}

function tellAll(): void {
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  const told = connection()
  listeners.add(listener)
  window.addEventListener('storage', listener)
  told?.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
    told?.removeEventListener('change', listener)
  }
}

/** Whether nothing is to be fetched that was not asked for: by what was chosen on this device, or else by the browser. */
export const useDataLight = (): boolean => useSyncExternalStore(subscribe, isDataLight)

/** Whether this, by a name of its own, waits to be asked for. It stays asked for when its place is drawn anew. */
export function useDeferred(name: string): [isHeld: boolean, ask: () => void] {
  const isHeld = useSyncExternalStore(subscribe, () => isDataLight() && !askedFor.has(name))
  return [isHeld, () => askFor(name)]
}

function askFor(name: string): void {
  askedFor.add(name)
  tellAll()
}
