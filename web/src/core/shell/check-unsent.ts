import { hasUnsent } from '#core/unsaved.ts'

/** A script that does not load must not delay a sign-out longer than this. */
const TIMEOUT_MS = 3_000

type LoadUnsent = () => Promise<unknown>
const loaders = new Set<LoadUnsent>()

/** Registers a script that knows of unsent work; it may load later than the page. */
export function addUnsentLoader(load: LoadUnsent): void {
  loaders.add(load)
}

async function loadUnsent(): Promise<void> {
  await Promise.all([...loaders].map((load) => load()))
  await (await import('#core/outbox/list.ts')).readOutbox()
}

/** Whether anything is unsent. Loads the scripts that know of unsent work first. */
export async function checkUnsent(): Promise<boolean> {
  const isLate = new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT_MS))
  await Promise.race([loadUnsent().catch(() => null), isLate])
  return hasUnsent()
}
