type Ask = () => Promise<boolean>
const asks = new Set<Ask>()
const waits = new Set<() => boolean>()
const listeners = new Set<() => void>()

/** A page with changes that are not saved is asked before a sign-out throws them away. The returned function ends it. */
export function confirmBeforeSignOut(ask: Ask): () => void {
  asks.add(ask)
  tellAll()
  return () => {
    asks.delete(ask)
    tellAll()
  }
}

function tellAll(): void {
  for (const tell of listeners) tell()
}

/** Whether some page has changes that are not saved. */
export const hasUnsavedChanges = (): boolean => asks.size > 0

export function onUnsavedChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the person wants to leave all the same. The first page they would rather stay on is enough. */
export async function confirmDropChanges(): Promise<boolean> {
  // A page that asks is drawn anew, and adds itself again: it has been asked.
  const before = [...asks]
  for (const ask of before) if (!(await ask())) return false
  return true
}

/** A room says whether something that was written there waits to be sent, on whatever page one is. The returned function ends it. */
export function registerUnsent(isWaiting: () => boolean): () => void {
  waits.add(isWaiting)
  return () => waits.delete(isWaiting)
}

/** Signing out forgets it, as everything of a person. */
export const hasUnsent = (): boolean => [...waits].some((isWaiting) => isWaiting())
