import { shellSlots } from '#core/router/shell-slots.ts'
import { hasUnsent } from '#core/unsaved.ts'

/** Whoever asks to leave is not kept longer by a script that does not come. */
const PATIENCE_MS = 3_000

async function readUnsent(): Promise<void> {
  await shellSlots.outbox()
  await (await import('#core/outbox/list.ts')).readOutbox()
}

/** Whether something waits to be sent, also where what knows of it comes a while after the page and has not come yet. */
export async function confirmUnsent(): Promise<boolean> {
  const isLate = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([readUnsent().catch(() => null), isLate])
  return hasUnsent()
}
