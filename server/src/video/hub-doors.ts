import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Delivery, inTransaction, type World } from '#core/ctx.ts'
import { findStaying } from './access.ts'
import type { VideoHub, VideoSeat } from './hub.ts'
import type { HubRooms } from './hub-rooms.ts'
import { leaveRoom } from './presence.ts'

type DoorParts = { world: World; hub: VideoHub; rooms: HubRooms; log: FastifyBaseLogger }

/** Whoever was let in is asked about again whenever it may have become otherwise. */
export function hubDoors({ identity }: Pick<FastifyInstance, 'identity'>, { world, hub, rooms, log }: DoorParts) {
  const { db, clock } = world
  const going = new Set<Promise<void>>()

  /** The line first, which needs nobody else; the stay ends by itself where it cannot be ended now. */
  async function showOut(seat: VideoSeat, reason: 'removed' | 'signed_out'): Promise<void> {
    hub.dismiss(seat, reason)
    await inTransaction(world, log, (ctx) => leaveRoom(ctx, seat.peerId, reason))
  }

  async function check(roomId: string): Promise<void> {
    const seats = [...hub.seatsOf(roomId)]
    if (seats.length === 0) return
    const personIds = seats.map(({ claims }) => claims.personId)
    const staying = await findStaying(db, roomId, personIds, clock.now())
    for (const seat of seats) if (!staying.has(seat.claims.personId)) await showOut(seat, 'removed')
  }

  async function checkSignIns(roomId: string): Promise<void> {
    for (const seat of hub.seatsOf(roomId)) {
      const isOver = (await identity.findActor(db, seat.claims, clock.now())) === null
      if (isOver) await showOut(seat, 'signed_out')
    }
  }

  /** Where nobody waits for it: what fails is asked again with one of the next pulses. */
  function begin(work: Promise<void>): void {
    const done = work.catch((error: unknown) => log.warn({ err: error }, 'video doors')).finally(() => going.delete(done))
    going.add(done)
  }

  function hearDelivery(delivery: Delivery): void {
    const { type } = delivery.event
    if ('toSignIns' in delivery && type === 'accounts.sign_in_ended') {
      const ended = new Set(delivery.toSignIns)
      for (const seat of hub.all()) if (ended.has(seat.claims.sessionId)) begin(showOut(seat, 'signed_out'))
    }
    if ('to' in delivery && type === 'accounts.profile_changed') {
      const changed = new Set(delivery.to)
      const seats = hub.all().filter(({ claims }) => changed.has(claims.personId))
      for (const roomId of new Set(seats.map((seat) => seat.roomId))) {
        begin(check(roomId))
        rooms.hearChanged(roomId)
      }
    }
  }

  /** Null for every channel there is. */
  function hearChannelsChanged(channelIds: readonly number[] | null): void {
    const changed = channelIds && new Set(channelIds)
    const seats = hub.all().filter(({ channelId }) => !changed || changed.has(channelId))
    for (const roomId of new Set(seats.map((seat) => seat.roomId))) begin(check(roomId))
  }

  /** Everything that is asked at a door. */
  async function checkAll(roomId: string): Promise<void> {
    await checkSignIns(roomId)
    await check(roomId)
  }

  /** One room after the other leaves the pool to the calls. */
  async function checkEverybody(): Promise<void> {
    for (const roomId of hub.roomIds()) await checkAll(roomId)
  }

  return {
    hearDelivery,
    hearChannelsChanged,
    checkAll,
    /** The end of a sign-in or of a membership may be among what was lost. */
    hearGap: (): void => begin(checkEverybody()),
    settled: async (): Promise<void> => void (await Promise.all(going)),
  }
}
export type HubDoors = ReturnType<typeof hubDoors>
