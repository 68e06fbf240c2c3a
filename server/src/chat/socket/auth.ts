import type { ChatEvent } from '@saathi/contract/chat/socket'
import type { FastifyInstance } from 'fastify'
import type { Actor, Claims } from '#core/ctx.ts'
import { coreRefusal, type Refusal, translateRefusal } from '#core/errors.ts'
import { socketAccess } from '#core/sockets/access.ts'
import { findFlags, isOff } from '../access.ts'
import { findLastMessages, type LastMessage } from '../channels/store.ts'
import type { ChatConnection } from './connections.ts'
import type { SocketDeps } from './commands.ts'

type Client = { socket: ChatConnection['socket']; connection: ChatConnection | null }
/** The socket counts refused tokens. */
type RefuseToken = () => Refusal

/** Authenticates a socket once, until the token expires, the sign-in ends or another token is sent. */
export function socketAuth(app: FastifyInstance, { world, connections, startAt }: SocketDeps) {
  const { identity } = app
  const access = socketAccess(app)
  const { now } = world.clock

  async function requireConnection(client: Client, token: string, refuseToken: RefuseToken): Promise<ChatConnection> {
    const { connection } = client
    const isCurrent = connection !== null && connection.token === token && connection.claims.expiresAt > now()
    const found = isCurrent ? connection : await authenticate(client, token, refuseToken)
    await access.requireOpen(found)
    if (!found.flags.mentorship && !found.flags.assistant) throw isOff()
    return found
  }

  async function authenticate(client: Client, token: string, refuseToken: RefuseToken): Promise<ChatConnection> {
    const current = client.connection
    const signedIn = await access.readToken(token, current?.claims)
    if (!signedIn) throw refuseToken()
    const { claims, actor } = signedIn
    if (!identity.can(actor, 'chat.read')) throw coreRefusal('core.forbidden')
    if (current) {
      current.claims = claims
      // Set before the flags are read: a change published in the meantime clears it again.
      current.token = token
      current.language = actor.language
      current.flags = await findFlags(world.db, claims.personId)
      return current
    }
    const connection = await newConnection(client.socket, claims, token, actor)
    client.connection = connection
    connections.add(connection)
    try {
      // Re-check: the session may have ended, or flags changed, before this socket was registered.
      if (!(await access.findActor(claims))) throw refuseToken()
      connection.flags = await findFlags(world.db, claims.personId)
      startChannels(connection, await findLastMessages(world.db, claims.personId))
    } catch (error) {
      connections.remove(connection)
      client.connection = null
      throw error
    }
    if (client.socket.readyState !== client.socket.OPEN) connections.remove(connection)
    return connection
  }

  /**
   * The client fetches existing messages by catching up. Other servers may still publish some of them here, in any order, and those
   * must not be sent.
   */
  function startChannels(connection: ChatConnection, last: readonly LastMessage[]): void {
    connection.caughtUp = new Map(last.map(({ channelId, id }) => [channelId, id]))
    for (const { channelId, id } of last) startAt(channelId, id)
    const queue = connection.queuedUntilReady ?? []
    connection.queuedUntilReady = null
    connections.flush(connection, queue)
  }

  async function newConnection(socket: Client['socket'], claims: Claims, token: string, actor: Actor): Promise<ChatConnection> {
    const flags = await findFlags(world.db, claims.personId)
    return {
      socket,
      claims,
      token,
      flags,
      language: actor.language,
      mayEnterClosed: identity.mayEnterClosed(actor),
      joined: new Set(),
      queuedUntilReady: [],
      queuedWhileCatchingUp: null,
      caughtUp: null,
      presence: null,
      pages: null,
    }
  }

  /** Asks a client that only listens for a new token when the old one expires, and disconnects it if none comes. */
  function watchToken(connection: ChatConnection): void {
    if (!access.closeExpired(connection)) return
    const { code, message } = translateRefusal(coreRefusal('core.signed_out'), connection.language)
    connections.send(connection, { command: 'error', code, message } satisfies ChatEvent)
  }

  return { requireConnection, watchToken }
}
