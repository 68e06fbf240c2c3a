import type { ChatEvent } from '@saathi/contract/chat/socket'
import type { WebSocket } from 'ws'
import type { Delivery } from '#core/ctx.ts'
import type { Claims } from '#core/serve.ts'
import { type ChatFlags, isOnFor } from './access.ts'
import type { ChangedNote, Said } from './hub-notes.ts'
import type { MessageRow } from './message-store.ts'
import { looksAlike, type MessageLinks, showMessage } from './show-message.ts'

const SEATS_PER_PERSON = 20
/** A reader this far behind is cut off; it will come back and read what it missed. */
export const MAX_WAITING_BYTES = 1024 * 1024

/** Said while it was brought what came before. `isOwn`: who has said it waits for its number. */
export type HeldFrame = { id: number; channelId: number; isOwn: boolean; bytes: Buffer }

/** A socket whose person is known. What it need not keep from the beginning is made when it is first needed. */
export type ChatSeat = {
  socket: WebSocket
  claims: Claims
  /** The token that was found to be good, as it came; while it is the same nobody need be asked. */
  token: string
  flags: ChatFlags
  mayEnterClosed: boolean
  /** The channels that are open on the screen. */
  joined: Set<number>
  /** Until it is known where its channels stand: what was said meanwhile, and is told afterwards. */
  beginning: HeldFrame[] | null
  /** While it catches up in a channel: what was said there meanwhile, and is told afterwards. */
  catching: Map<number, HeldFrame[]> | null
  /** Up to which message it has come: by catching up, or because it was said before the line was there. */
  caughtUp: Map<number, number> | null
  /** How far back it has turned the pages of a channel. */
  pages: Map<number, { page: number; oldestId: number }> | null
}

export type HubParts = {
  links: MessageLinks
  /** Flags were changed, or may have been: the seat is given what is true now. */
  refreshFlags: (seat: ChatSeat) => void
  forget: (channelIds: readonly number[] | null) => void
}

/** Who is on the line, in this process. */
export function chatHub({ links, refreshFlags, forget }: HubParts) {
  const byPerson = new Map<number, Set<ChatSeat>>()
  const none: ReadonlySet<ChatSeat> = new Set()
  const seatsOf = (personId: number): ReadonlySet<ChatSeat> => byPerson.get(personId) ?? none
  const all = (): ChatSeat[] => [...byPerson.values()].flatMap((own) => [...own])

  function leave(seat: ChatSeat): void {
    const own = byPerson.get(seat.claims.personId)
    own?.delete(seat)
    if (own?.size === 0) byPerson.delete(seat.claims.personId)
  }

  /** The oldest makes way, so that a crashed tab never locks its owner out. */
  function take(seat: ChatSeat): void {
    const { personId } = seat.claims
    const own = byPerson.get(personId) ?? new Set()
    const [oldest] = own
    if (oldest && own.size >= SEATS_PER_PERSON) {
      own.delete(oldest)
      oldest.socket.close(1008, 'too many')
    }
    byPerson.set(personId, own.add(seat))
  }

  /** At once: it hears nothing more, also where it is slow to close. */
  function endSeat(seat: ChatSeat): void {
    leave(seat)
    seat.socket.close(4001, 'signed out')
  }

  function sendBytes({ socket }: ChatSeat, bytes: Buffer): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate()
    else socket.send(bytes, { binary: false })
  }

  const say = (seat: ChatSeat, event: ChatEvent): void => sendBytes(seat, Buffer.from(JSON.stringify(event)))

  /** What came before goes first: then the newest that a socket has says at any moment what it has missed. */
  function give(seat: ChatSeat, { id, channelId, senderId }: MessageRow, bytes: Buffer): void {
    const held = seat.beginning ?? seat.catching?.get(channelId)
    if (held) held.push({ id, channelId, isOwn: senderId === seat.claims.personId, bytes })
    else sendBytes(seat, bytes)
  }

  /** Made into bytes once for all to whom it looks the same. */
  function hand({ row, kind, readers }: Said): void {
    const alike = new Map<string, Buffer>()
    const bytesFor = ({ claims }: ChatSeat): Buffer => {
      const { personId } = claims
      if (!looksAlike(row)) return Buffer.from(JSON.stringify(showMessage(row, claims, links)))
      const look = `${personId === row.senderId} ${row.mentions.includes(personId)}`
      const made = alike.get(look) ?? Buffer.from(JSON.stringify(showMessage(row, claims, links)))
      alike.set(look, made)
      return made
    }
    for (const personId of readers) {
      for (const seat of seatsOf(personId)) {
        if (isOnFor(seat.flags, kind) && isNews(seat, row)) give(seat, row, bytesFor(seat))
      }
    }
  }

  return {
    take,
    leave,
    all,
    seatsOf,
    say,
    hand,

    /** What was held meanwhile, unless it has come by another way. */
    release(seat: ChatSeat, held: readonly HeldFrame[]): void {
      for (const { id, channelId, isOwn, bytes } of held)
        if (isOwn || id > (seat.caughtUp?.get(channelId) ?? 0)) sendBytes(seat, bytes)
    },
    count: () => all().length,

    /** Told to those who may have missed something: they read again from the last number they have. */
    askToReadAgain(seats: Iterable<ChatSeat> = all()): void {
      const bytes = Buffer.from(JSON.stringify({ command: 'reload' } satisfies ChatEvent))
      for (const seat of seats) sendBytes(seat, bytes)
    },

    hearChanged({ changed, to, frame }: ChangedNote): void {
      if (changed !== undefined) forget(changed)
      const bytes = Buffer.from(frame ? frame.text : JSON.stringify({ command: 'reload' } satisfies ChatEvent))
      for (const personId of to) {
        for (const seat of seatsOf(personId)) {
          if (!frame || frame.openIn === null || seat.joined.has(frame.openIn)) sendBytes(seat, bytes)
        }
      }
    },

    /** What the rest of the product says concerns the line where a sign-in ends, or where somebody's flags are others. */
    hearDelivery(delivery: Delivery): void {
      const { type } = delivery.event
      if ('toSignIns' in delivery && type === 'accounts.sign_in_ended') {
        const ended = new Set(delivery.toSignIns)
        for (const seat of all()) if (ended.has(seat.claims.sessionId)) endSeat(seat)
      }
      if ('to' in delivery && type === 'accounts.profile_changed') {
        for (const personId of delivery.to) for (const seat of seatsOf(personId)) refreshFlags(seat)
      }
    },

    endSeat,
  }
}
export type ChatHub = ReturnType<typeof chatHub>

/** False where the seat has it already, because it was just brought up to there. Who has said it is always told. */
function isNews(seat: ChatSeat, { id, channelId, senderId }: MessageRow): boolean {
  const isOwn = senderId === seat.claims.personId
  return isOwn || id > (seat.caughtUp?.get(channelId) ?? 0)
}
