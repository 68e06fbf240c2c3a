import { useEffect, useSyncExternalStore } from 'react'
import { onConnectionChanged } from '../connection.ts'

/** `isLost`: its script failed to load and has not loaded since. */
export type SlotState<Part> = { Part: Part | null; isLost: boolean; isLoading: boolean }
type Slot<Part> = { load: () => Promise<Part>; state: SlotState<Part> }

const emptySlot = { Part: null, isLost: false, isLoading: false }

/**
 * Slots of one domain that higher domains fill with components. The domain does not import them; each is loaded when first used.
 */
export function lazySlots<Parts extends object>() {
  const parts: { [Name in keyof Parts]?: Slot<Parts[Name]> } = {}
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  async function fetchPart(name: keyof Parts): Promise<void> {
    const slot = parts[name]
    if (!slot || slot.state.Part || slot.state.isLoading) return
    const update = (state: Partial<SlotState<Parts[keyof Parts]>>) => {
      slot.state = { ...slot.state, ...state }
      for (const listener of listeners) listener()
    }
    update({ isLoading: true })
    try {
      update({ Part: await slot.load(), isLost: false, isLoading: false })
    } catch {
      update({ isLost: true, isLoading: false })
    }
  }

  return {
    add<Name extends keyof Parts>(name: Name, load: () => Promise<Parts[Name]>): void {
      parts[name] = { load, state: emptySlot }
    },

    /** Retries all that failed to load. */
    fetchLost(): void {
      for (const name in parts) void fetchPart(name)
    },

    /** A failed load is retried on each mount and on each change of the connection. */
    usePart<Name extends keyof Parts>(name: Name): SlotState<Parts[Name]> {
      useEffect(() => {
        const load = () => void fetchPart(name)
        load()
        return onConnectionChanged(load)
      }, [name])
      return useSyncExternalStore(subscribe, () => parts[name]?.state ?? emptySlot)
    },
  }
}
