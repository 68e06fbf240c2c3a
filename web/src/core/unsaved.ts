import { createEvent } from './store.ts'

type Confirm = () => Promise<boolean>
const confirmations = new Set<Confirm>()
const unsentChecks = new Set<() => boolean>()
const changed = createEvent()

/** Registers a page with unsaved changes; it is asked before a sign-out discards them. Returns a function to unregister. */
export function confirmBeforeSignOut(confirm: Confirm): () => void {
  confirmations.add(confirm)
  changed.emit()
  return () => {
    confirmations.delete(confirm)
    changed.emit()
  }
}

/** Whether any page has unsaved changes. */
export const hasUnsavedChanges = (): boolean => confirmations.size > 0

export const onUnsavedChange = changed.on

/** Whether the person agrees to lose their changes. Stops at the first page they want to stay on. */
export async function confirmDropChanges(): Promise<boolean> {
  // A page that asks re-renders and registers again; do not ask it twice.
  const before = [...confirmations]
  for (const confirm of before) if (!(await confirm())) return false
  return true
}

/** A domain registers a check for unsent text on any page. Returns a function to unregister. */
export function registerUnsent(isWaiting: () => boolean): () => void {
  unsentChecks.add(isWaiting)
  return () => unsentChecks.delete(isWaiting)
}

/** Signing out deletes it with all personal data. */
export const hasUnsent = (): boolean => [...unsentChecks].some((isWaiting) => isWaiting())
