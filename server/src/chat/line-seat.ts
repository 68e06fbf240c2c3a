import type { ChatEvent } from '@saathi/contract/chat/socket'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { coreRefusal, type Refusal } from '#core/errors.ts'
import type { Claims } from '#core/serve.ts'
import { findFlags, isOff } from './access.ts'
import { findLastMessages, type LastMessage } from './channel-store.ts'
import type { ChatSeat } from './hub.ts'
import type { LineTools } from './line-commands.ts'

/** Time for the browser to renew its token and show it before the line is cut. */
const EXPIRY_GRACE_MS = 30_000

type Visitor = { socket: WebSocket; seat: ChatSeat | null }
/** The line counts them. */
type RefuseToken = () => Refusal

/** Who is behind a token: asked once, and then known until the token ends, the sign-in does, or another is shown. */
export function seatKeeper(app: FastifyInstance, { world, hub, begin }: LineTools) {
  const { identity, maintenance } = app
  const { now } = world.clock

  async function requireSeat(visitor: Visitor, token: string, refuseToken: RefuseToken): Promise<ChatSeat> {
    const { seat } = visitor
    const isKnown = seat !== null && seat.token === token && seat.claims.expiresAt > now()
    const found = isKnown ? seat : await seatFor(visitor, token, refuseToken)
    if ((await maintenance.isOn()) && !found.mayEnterClosed) throw coreRefusal('core.maintenance', { retryAfterSeconds: 30 })
    if (!found.flags.mentorship && !found.flags.assistant) throw isOff()
    return found
  }

  async function seatFor(visitor: Visitor, token: string, refuseToken: RefuseToken): Promise<ChatSeat> {
    const claims = await identity.readToken(`Bearer ${token}`)
    const known = visitor.seat
    // One line serves one sign-in; a token of another must open its own.
    if (!claims || (known && known.claims.sessionId !== claims.sessionId)) throw refuseToken()
    const actor = await identity.findActor(world.db, claims, now())
    if (!actor) throw refuseToken()
    if (!identity.can(actor, 'chat.read')) throw coreRefusal('core.forbidden')
    if (known) {
      known.claims = claims
      // Before they are read: a change that is told meanwhile takes it away again.
      known.token = token
      known.flags = await findFlags(world.db, claims.personId)
      return known
    }
    const seat = await newSeat(visitor.socket, claims, token, identity.mayEnterClosed(actor))
    visitor.seat = seat
    hub.take(seat)
    try {
      // What came before the seat was taken was told to nobody here: the end of a sign-in, and other flags.
      if (!(await identity.findActor(world.db, claims, now()))) throw refuseToken()
      seat.flags = await findFlags(world.db, claims.personId)
      beginAt(seat, await findLastMessages(world.db, claims.personId))
    } catch (error) {
      hub.leave(seat)
      visitor.seat = null
      throw error
    }
    if (visitor.socket.readyState !== visitor.socket.OPEN) hub.leave(seat)
    return seat
  }

  /**
   * What stands there already is brought by catching up. Told by the servers that took it, it could still come here, and in any
   * order.
   */
  function beginAt(seat: ChatSeat, last: readonly LastMessage[]): void {
    seat.caughtUp = new Map(last.map(({ channelId, id }) => [channelId, id]))
    for (const { channelId, id } of last) begin(channelId, id)
    const held = seat.beginning ?? []
    seat.beginning = null
    hub.release(seat, held)
  }

  async function newSeat(socket: WebSocket, claims: Claims, token: string, mayEnterClosed: boolean): Promise<ChatSeat> {
    const flags = await findFlags(world.db, claims.personId)
    return {
      socket,
      claims,
      token,
      flags,
      mayEnterClosed,
      joined: new Set(),
      beginning: [],
      catching: null,
      caughtUp: null,
      pages: null,
    }
  }

  /** Who only listens is asked to show a new token when the old one ends, and is cut off where none comes. */
  function watchToken(seat: ChatSeat): void {
    const overMs = now().getTime() - seat.claims.expiresAt.getTime()
    if (overMs > EXPIRY_GRACE_MS) return seat.socket.close(4002, 'token expired')
    if (overMs < 0) return
    const { code, message } = coreRefusal('core.signed_out')
    hub.say(seat, { command: 'error', code, message } satisfies ChatEvent)
  }

  return { requireSeat, watchToken }
}
