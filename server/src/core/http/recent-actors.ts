import type { Actor, Db, Delivery, Claims } from '../ctx.ts'

/** Short, so that the end of a sign-in takes effect within a second on every server, even if its event is lost. */
const CACHE_MS = 1_000
const MAX_CACHED = 10_000

type FindActor = (db: Db, claims: Claims, now: Date) => Promise<Actor | null>

/**
 * A page starts with several concurrent reads; the actor is looked up for the first of them only. Writes always look it up again,
 * inside their transaction.
 */
export function recentActors(findActor: FindActor, monotonicMs: () => number = () => performance.now()) {
  const known = new Map<string, { actor: Actor; until: number }>()
  return {
    async find(db: Db, claims: Claims, now: Date): Promise<Actor | null> {
      const recent = known.get(claims.sessionId)
      if (recent && recent.until > monotonicMs() && recent.actor.personId === claims.personId) return recent.actor
      const actor = await findActor(db, claims, now)
      if (known.size >= MAX_CACHED) known.clear()
      if (actor) known.set(claims.sessionId, { actor, until: monotonicMs() + CACHE_MS })
      else known.delete(claims.sessionId)
      return actor
    },
    /** Called before the call that caused it is answered, so that the next read of the same person is current. */
    forget(delivery: Delivery): void {
      if ('toSignIns' in delivery) for (const id of delivery.toSignIns) known.delete(id)
      else if ('to' in delivery && delivery.event.type === 'accounts.profile_changed') {
        const changed = new Set(delivery.to)
        for (const [id, { actor }] of known) if (changed.has(actor.personId)) known.delete(id)
      }
    },
  }
}
