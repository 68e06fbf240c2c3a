import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { Actor, Claims } from '../ctx.ts'
import { coreRefusal, Refusal, translateRefusal } from '../errors.ts'
import { parsePlainJson } from '../http/plain-json.ts'
import type { Connection } from './connections.ts'

/** Time for the browser to renew its token before the socket is closed. */
const EXPIRY_GRACE_MS = 30_000

type Recheck<C> = { onEnded: (connection: C) => void; onValid?: (connection: C) => Promise<void> }

/** Checks which person a socket belongs to, and whether their sign-in is still valid. */
export function socketAccess({ identity, maintenance, world }: FastifyInstance) {
  const { now } = world.clock

  /** Null if the sign-in has ended or the account is disabled. */
  const findActor = (claims: Claims): Promise<Actor | null> => identity.findActor(world.db, claims, now())

  return {
    findActor,
    /** Null if the token is not valid. A socket belongs to one sign-in: the token of another needs its own socket. */
    async readToken(token: string, current: Claims | undefined): Promise<{ claims: Claims; actor: Actor } | null> {
      const claims = await identity.readToken(`Bearer ${token}`)
      if (!claims || (current && current.sessionId !== claims.sessionId)) return null
      const actor = await findActor(claims)
      return actor && { claims, actor }
    },
    async requireOpen({ mayEnterClosed }: { mayEnterClosed: boolean }): Promise<void> {
      if (!mayEnterClosed && (await maintenance.isOn())) throw coreRefusal('core.maintenance', { retryAfterSeconds: 30 })
    },
    /** Closes a socket whose client has not sent a new token in time. True if its token has expired. */
    closeExpired({ socket, claims }: Connection): boolean {
      const overMs = now().getTime() - claims.expiresAt.getTime()
      if (overMs > EXPIRY_GRACE_MS) socket.close(4002, 'token expired')
      return overMs >= 0
    },
    /** Runs after events may have been lost, including ends of sign-ins. One lookup at a time, to leave the pool to calls. */
    async recheck<C extends Connection>(connections: readonly C[], { onEnded, onValid }: Recheck<C>): Promise<void> {
      for (const connection of connections) {
        try {
          if (!(await findActor(connection.claims))) onEnded(connection)
          else await onValid?.(connection)
        } catch {
          // The lookup failed: people who are still signed in reconnect.
          connection.socket.close(1011, 'try again')
        }
      }
    },
  }
}
export type SocketAccess = ReturnType<typeof socketAccess>

/** Null if it is not a valid frame. Frames are small (SocketPlan.maxFrameBytes), so parsing is cheap. */
export function parseFrame<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    return schema.parse(parsePlainJson(text))
  } catch {
    return null
  }
}

/** A refusal states its reason; other errors are logged and reported as unavailable, so that the client retries. */
export function describeError(error: unknown, language: string, log: FastifyBaseLogger): { code: string; message: string } {
  if (!(error instanceof Refusal)) log.warn({ err: error }, 'socket')
  const refusal = error instanceof Refusal ? error : coreRefusal('core.unavailable')
  const { code, message } = translateRefusal(refusal, language)
  return { code, message }
}
