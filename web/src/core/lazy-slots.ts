import { useEffect, useSyncExternalStore } from 'react'
import { onConnectionChanged } from './connection.ts'

/** `isLost`: its script did not come, and has not come since. */
export type Coming<Part> = { Part: Part | null; isLost: boolean; isLoading: boolean }
type Brought<Part> = { load: () => Promise<Part>; coming: Coming<Part> }

const nobodys = { Part: null, isLost: false, isLoading: false }

/** Places of a room into which later rooms bring their own parts; it knows none of them, and each comes when it is first wanted. */
export function lazySlots<Parts extends object>() {
  const parts: { [Name in keyof Parts]?: Brought<Parts[Name]> } = {}
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  async function fetchPart(name: keyof Parts): Promise<void> {
    const brought = parts[name]
    if (!brought || brought.coming.Part || brought.coming.isLoading) return
    const say = (coming: Partial<Coming<Parts[keyof Parts]>>) => {
      brought.coming = { ...brought.coming, ...coming }
      for (const tell of listeners) tell()
    }
    say({ isLoading: true })
    try {
      say({ Part: await brought.load(), isLost: false, isLoading: false })
    } catch {
      say({ isLost: true, isLoading: false })
    }
  }

  return {
    add<Name extends keyof Parts>(name: Name, load: () => Promise<Parts[Name]>): void {
      parts[name] = { load, coming: nobodys }
    },

    /** Once more for all that were lost. */
    fetchLost(): void {
      for (const name in parts) void fetchPart(name)
    },

    /** A part whose script was lost is not given up: each visit of its place and each change of the connection asks again. */
    usePart<Name extends keyof Parts>(name: Name): Coming<Parts[Name]> {
      useEffect(() => {
        const ask = () => void fetchPart(name)
        ask()
        return onConnectionChanged(ask)
      }, [name])
      return useSyncExternalStore(subscribe, () => parts[name]?.coming ?? nobodys)
    },
  }
}
