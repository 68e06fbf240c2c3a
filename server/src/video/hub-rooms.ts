import { GoodbyeReason, type Peer, type Recording } from '@saathi/contract/video/socket'
import type { FastifyBaseLogger } from 'fastify'
import { linkToPictures } from '#accounts/public.ts'
import { whileReading, type World } from '#core/ctx.ts'
import type { VideoHub, VideoSeat } from './hub.ts'
import { findLeftReasons } from './line-store.ts'
import { findPeople, type PersonInCall } from './presence.ts'
import { findRecording, type RecordingNow } from './recording.ts'

type Reading = { isStale: boolean; done: Promise<void> }
type Known = { people: readonly PersonInCall[]; recording: RecordingNow }

/**
 * What the database says of the rooms that have somebody on the line here, told whole to each of them when it is other than it
 * was: so nothing can come in the wrong order, and whatever was lost on the way is made good by the next reading.
 */
export function hubRooms({ world, hub, log }: { world: World; hub: VideoHub; log: FastifyBaseLogger }) {
  const { db } = world
  const readings = new Map<string, Reading>()
  const known = new Map<string, Known>()

  /** One at a time for each room; done once one is over that began after it was asked for. */
  function readAgain(roomId: string): Promise<void> {
    const going = readings.get(roomId)
    if (going) {
      going.isStale = true
      return going.done
    }
    const reading: Reading = { isStale: false, done: Promise.resolve() }
    reading.done = readUntilFresh(roomId, reading)
    readings.set(roomId, reading)
    return reading.done
  }

  /** Once nobody of it is here any more. */
  function forget(roomId: string): void {
    if (hub.seatsOf(roomId).size === 0) known.delete(roomId)
  }

  async function readUntilFresh(roomId: string, reading: Reading): Promise<void> {
    try {
      do {
        reading.isStale = false
        await readOnce(roomId)
      } while (reading.isStale)
    } finally {
      // In the same breath as the last look: who asks from now on begins another.
      readings.delete(roomId)
      forget(roomId)
    }
  }

  async function readOnce(roomId: string): Promise<void> {
    // Whoever sits down later is not missing where the reading does not know them.
    const seats = [...hub.seatsOf(roomId)]
    if (seats.length === 0) return
    const [people, recording] = await Promise.all([findPeople(db, roomId), findRecording(db, roomId)])
    known.set(roomId, { people, recording })
    const present = new Set(people.map(({ peerId }) => peerId))
    await sendAway(seats.filter(({ peerId }) => !present.has(peerId)))
    for (const seat of seats) {
      if (!present.has(seat.peerId)) continue
      await tellPeople(seat, people)
      tellRecording(seat, recording)
    }
  }

  async function sendAway(seats: readonly VideoSeat[]): Promise<void> {
    if (seats.length === 0) return
    const reasons = await findLeftReasons(
      db,
      seats.map(({ peerId }) => peerId),
    )
    for (const seat of seats) {
      const reason = reasons.get(seat.peerId)
      if (reason === 'lost') hub.askToComeBack(seat)
      else hub.dismiss(seat, GoodbyeReason.safeParse(reason).data ?? 'removed')
    }
  }

  async function tellPeople(seat: VideoSeat, people: readonly PersonInCall[]): Promise<void> {
    // Without the links, which are others each time they are made.
    const what = JSON.stringify(people)
    if (seat.told.people === what) return
    const pictures = await whileReading(world, log, (ctx) => linkToPictures({ ...ctx, actor: seat.actor }, people))
    hub.say(seat, { type: 'people', people: people.map((person, at) => showPeer(person, pictures[at] ?? null)) })
    seat.told.people = what
  }

  function tellRecording(seat: VideoSeat, { state, since, segment }: RecordingNow): void {
    const isRecorder = segment?.recorderPeerId === seat.peerId
    const recording: Recording = {
      state,
      since: since?.toISOString() ?? null,
      segment: isRecorder ? segment.id : null,
    }
    const what = JSON.stringify(recording)
    if (seat.told.recording === what) return
    seat.told.recording = what
    hub.say(seat, { type: 'recording', recording })
  }

  return {
    readAgain,
    /** Where nobody waits for it: what fails is made good by the next. */
    hearChanged(roomId: string): void {
      if (hub.seatsOf(roomId).size === 0) return
      readAgain(roomId).catch((error: unknown) => log.warn({ err: error }, 'video rooms'))
    },
    isPresent: (roomId: string, peerId: string): boolean =>
      known.get(roomId)?.people.some((person) => person.peerId === peerId) ?? false,
    isRecording: (roomId: string): boolean => known.get(roomId)?.recording.state === 'running',
    forget,
    /** For whoever closes the database next. */
    settled: async (): Promise<void> => void (await Promise.allSettled(Array.from(readings.values(), ({ done }) => done))),
  }
}
export type HubRooms = ReturnType<typeof hubRooms>

const showPeer = ({ peerId, personId, name, order, state }: PersonInCall, displayPicture: string | null): Peer => ({
  peerId,
  userId: personId,
  name,
  displayPicture,
  order,
  state,
})
