import type { Actor, Db, Delivery } from './ctx.ts'
import type { Claims } from './serve.ts'

/** What ends a sign-in is felt everywhere within a second, even where its notice was lost on the way. */
const KNOWN_FOR_MS = 1_000
const MAX_REMEMBERED = 10_000

type FindActor = (db: Db, claims: Claims, now: Date) => Promise<Actor | null>

/**
 * A page opens with several reads at once; who asks is looked up for the first of them. Writes always look it up anew,
 * inside their transaction.
 */
export function recentActors(findActor: FindActor, monotonicMs: () => number = () => performance.now()) {
  const known = new Map<string, { actor: Actor; until: number }>()
  return {
    async find(db: Db, claims: Claims, now: Date): Promise<Actor | null> {
      const recent = known.get(claims.sessionId)
      if (recent && recent.until > monotonicMs() && recent.actor.personId === claims.personId) return recent.actor
      const actor = await findActor(db, claims, now)
      if (known.size >= MAX_REMEMBERED) known.clear()
      if (actor) known.set(claims.sessionId, { actor, until: monotonicMs() + KNOWN_FOR_MS })
      else known.delete(claims.sessionId)
      return actor
    },
    /** Heard before the call that caused it is answered, so its own next read finds the truth. */
    forget(delivery: Delivery): void {
      if ('toSignIns' in delivery) for (const id of delivery.toSignIns) known.delete(id)
      else if ('to' in delivery && delivery.event.type === 'accounts.profile_changed') {
        const changed = new Set(delivery.to)
        for (const [id, { actor }] of known) if (changed.has(actor.personId)) known.delete(id)
      }
    },
  }
}
