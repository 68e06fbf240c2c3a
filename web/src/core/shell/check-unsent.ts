import { shellSlots } from '#core/router/shell-slots.ts'
import { hasUnsent } from '#core/unsaved.ts'

/** A script that does not load must not delay a sign-out longer than this. */
const TIMEOUT_MS = 3_000

async function loadUnsent(): Promise<void> {
  await shellSlots.outbox()
  await (await import('#core/outbox/list.ts')).readOutbox()
}

/** Whether anything is unsent. Loads the outbox first, because its script comes later than the page. */
export async function checkUnsent(): Promise<boolean> {
  const isLate = new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT_MS))
  await Promise.race([loadUnsent().catch(() => null), isLate])
  return hasUnsent()
}
