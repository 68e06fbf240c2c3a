import type { ChatEvent } from '@saathi/contract/chat/socket'
import type { Presence } from '@saathi/contract/chat/presence'
import { SECOND_MS } from '@saathi/contract/core/time'
import type { FastifyBaseLogger } from 'fastify'
import type { Ctx, World } from '#core/ctx.ts'
import { requireChat } from '../access.ts'
import { publishPresence, publishSharing } from '../server-events.ts'
import { findCompanions, findIsShown, updateIsShown, updateOnline } from './store.ts'

const BEAT_MS = SECOND_MS
/** Reloading a page, or hiding it briefly, does not count as leaving. */
const LEFT_AFTER_MS = 5 * SECOND_MS
const RENEW_EVERY_MS = 30 * SECOND_MS
/** Longer than two renewals, so that one may be late. */
const ONLINE_FOR_MS = 75 * SECOND_MS

/** `isVisible`: whether this person has a visible page connected to this server. */
type PresenceDeps = { world: World; log: FastifyBaseLogger; isVisible: (personId: number) => boolean }

/** Collects the arrivals and departures on this server, and stores and publishes them at most once a second. */
export function chatPresence({ world, log, isVisible }: PresenceDeps) {
  const online = new Set<number>()
  const touched = new Set<number>()
  /** Online people without a visible page, and since when. */
  const leaving = new Map<number, number>()
  let renewedAt = world.clock.now().getTime()
  let isBeating = false

  async function beat(): Promise<void> {
    const now = world.clock.now()
    const came: number[] = []
    for (const personId of touched) {
      if (isVisible(personId)) {
        leaving.delete(personId)
        if (!online.has(personId)) came.push(personId)
      } else if (online.has(personId) && !leaving.has(personId)) leaving.set(personId, now.getTime())
    }
    touched.clear()
    const went = [...leaving].flatMap(([personId, since]) => (Math.abs(now.getTime() - since) >= LEFT_AFTER_MS ? [personId] : []))
    for (const personId of came) online.add(personId)
    for (const personId of went) {
      online.delete(personId)
      leaving.delete(personId)
    }
    await updateOnline(world.db, went, now, null)
    const isRenewal = Math.abs(now.getTime() - renewedAt) >= RENEW_EVERY_MS
    if (isRenewal) renewedAt = now.getTime()
    await updateOnline(world.db, isRenewal ? [...online] : came, now, new Date(now.getTime() + ONLINE_FOR_MS))
    await announce(world, came, true, now)
    await announce(world, went, false, now)
  }

  const timer = setInterval(() => {
    if (isBeating || (touched.size === 0 && online.size === 0)) return
    isBeating = true
    beat()
      .catch((error: unknown) => log.warn({ err: error }, 'chat: could not update who is online'))
      .finally(() => (isBeating = false))
  }, BEAT_MS)
  timer.unref()

  return {
    /** A connection of this person was opened or closed, or its page was shown or hidden. */
    touch: (personId: number): void => void touched.add(personId),
    /**
     * Announces the person's status again, if they are online here. For a person who left on another server, or who shows their
     * presence again.
     */
    recheck(personId: number): void {
      if (!online.delete(personId)) return
      touched.add(personId)
    },
    close: (): void => clearInterval(timer),
  }
}
export type ChatPresence = ReturnType<typeof chatPresence>

const frameOf = (user_id: number, is_online: boolean, last_seen_on: string | null): ChatEvent => ({
  command: 'presence',
  user_id,
  is_online,
  last_seen_on,
})

async function announce(world: World, personIds: readonly number[], isOnline: boolean, now: Date): Promise<void> {
  const companions = await findCompanions(world.db, personIds, now)
  for (const [personId, own] of Map.groupBy(companions, (companion) => companion.personId)) {
    const to = own.map(({ otherId }) => otherId)
    publishPresence(world, to, frameOf(personId, isOnline, now.toISOString()), { personId, hasLeft: !isOnline })
  }
}

export async function getPresence(ctx: Ctx): Promise<{ isShown: boolean; people: Presence[] }> {
  const { personId } = ctx.actor
  const flags = await requireChat(ctx)
  const isShown = await findIsShown(ctx.db, personId)
  if (!isShown || !flags.mentorship) return { isShown, people: [] }
  const companions = await findCompanions(ctx.db, [personId], ctx.now())
  return {
    isShown,
    people: companions.map(({ otherId, isOnline, lastActiveAt }) => ({
      userId: otherId,
      isOnline,
      lastSeenOn: lastActiveAt?.toISOString() ?? null,
    })),
  }
}

/** Notifies the people who share a conversation with this person at once: that the presence is hidden, or what it is. */
export async function setPresence(ctx: Ctx, isShown: boolean): Promise<{ isShown: boolean }> {
  const { personId } = ctx.actor
  await requireChat(ctx)
  const companions = await findCompanions(ctx.db, [personId], ctx.now())
  await updateIsShown(ctx.db, personId, isShown)
  const to = companions.map(({ otherId }) => otherId)
  if (!isShown) publishPresence(ctx, to, frameOf(personId, false, null), { personId, hasLeft: false })
  publishSharing(ctx, personId, isShown)
  return { isShown }
}
