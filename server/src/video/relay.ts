import { SignalData, type VideoCommand } from '@saathi/contract/video/socket'
import * as z from 'zod/mini'
import type { Bus } from '#core/bus.ts'
import { conflict } from '#core/errors.ts'
import type { VideoHub, VideoSeat } from './hub.ts'
import type { HubRooms } from './hub-rooms.ts'
import { CAPTION, SIGNAL } from './room-notes.ts'

/** Somebody has sat down: a line of theirs that is open elsewhere hears nothing from now on. */
const SEATED = 'video.seated'

const SignalNote = z.object({ roomId: z.string(), to: z.string(), from: z.string(), data: SignalData })
const CaptionNote = z.object({ roomId: z.string(), from: z.string(), text: z.string(), isFinal: z.boolean() })
const SeatedNote = z.object({ peerId: z.string(), server: z.string() })

type Signal = Extract<VideoCommand, { type: 'signal' }>
type Caption = Extract<VideoCommand, { type: 'caption' }>

const notHere = () => conflict('video.not_here', 'This person is not in the call any more.')

/** What people in a call say to each other, whichever servers they are on. Nothing of it is kept. */
export function videoRelay(bus: Bus, { hub, rooms, serverId }: { hub: VideoHub; rooms: HubRooms; serverId: string }) {
  bus.onTold(SIGNAL, (text) => {
    const note = read(SignalNote, text)
    const seat = note && hub.seatOf(note.to)
    if (note && seat?.roomId === note.roomId) hub.say(seat, { type: 'signal', from: note.from, data: note.data })
  })
  bus.onTold(CAPTION, (text) => {
    const note = read(CaptionNote, text)
    if (!note) return
    const { roomId, ...caption } = note
    for (const seat of hub.seatsOf(roomId)) if (seat.peerId !== caption.from) hub.say(seat, { type: 'caption', ...caption })
  })
  bus.onTold(SEATED, (text) => {
    const note = read(SeatedNote, text)
    const before = note && note.server !== serverId ? hub.seatOf(note.peerId) : undefined
    if (before) hub.dismiss(before, 'replaced')
  })

  return {
    /** Only to whom is in the same room; somebody who has just come in may not have been read here yet. */
    async signal({ roomId, peerId }: VideoSeat, { to, data }: Signal): Promise<void> {
      const seat = hub.seatOf(to)
      if (seat?.roomId === roomId) return hub.say(seat, { type: 'signal', from: peerId, data })
      if (!rooms.isPresent(roomId, to)) await rooms.readAgain(roomId)
      if (!rooms.isPresent(roomId, to)) throw notHere()
      if (!bus.isAlone) bus.tell(SIGNAL, JSON.stringify({ roomId, to, from: peerId, data } satisfies z.infer<typeof SignalNote>))
    },
    caption({ roomId, peerId }: VideoSeat, { isFinal }: Caption, text: string): void {
      bus.tell(CAPTION, JSON.stringify({ roomId, from: peerId, text, isFinal } satisfies z.infer<typeof CaptionNote>))
    },
    tellSeated(peerId: string): void {
      if (!bus.isAlone) bus.tell(SEATED, JSON.stringify({ peerId, server: serverId } satisfies z.infer<typeof SeatedNote>))
    },
  }
}
export type VideoRelay = ReturnType<typeof videoRelay>

/** A server of another version may say what this one does not know; it is passed over. */
function read<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
