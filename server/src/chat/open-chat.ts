import type { FastifyInstance } from 'fastify'
import type { Bus } from '#core/live/bus.ts'
import { getNextFacts } from '#accounts/public.ts'
import { type World, withReadOnlyDb } from '#core/ctx.ts'
import type { OpenSocket, SocketParts } from '#core/domain.ts'
import { socketAccess } from '#core/sockets/access.ts'
import { findFlags } from './access.ts'
import { findBot } from './assistant/store.ts'
import { notifyAwayAfter } from './read-state/away-job.ts'
import {
  CHANNELS_CHANGED,
  parseChannelsChanged,
  parseCommitted,
  MESSAGES_COMMITTED,
  ownEventPrefix,
  publishFrame,
} from './server-events.ts'
import { type ChatPresence, chatPresence } from './presence/presence.ts'
import { messageOrder, MISSING_MAX } from './write/message-order.ts'
import { chatConnections, type ChatConnections, type ChatConnection } from './socket/connections.ts'
import { linksOf } from './socket/commands.ts'
import { paceLimits, personLimits } from './socket/limits.ts'
import { chatSocket } from './socket/socket.ts'
import { membershipCache } from './write/membership-cache.ts'
import { findAfter } from './message-store.ts'
import type { Voice } from './voice.ts'
import { chatWriter, openChatWriter, type SendRequest } from './write/writer.ts'

/** While the bus is down, a sign-in that ended on another server is noticed after this time. */
const CHECK_WHILE_DOWN_MS = 10_000

/** Opens the socket and the writer, and keeps this server in sync with the others. */
export function openChat(app: FastifyInstance, { world, bus, services }: SocketParts): OpenSocket {
  const { files, limits, engines } = services
  const { limitFactor } = services.env
  const { db, clock } = world
  const cache = membershipCache(db, clock.now)
  const writer = openChatWriter(world, app.log, cache)
  const connections = chatConnections({
    links: linksOf(world),
    refreshFlags: (connection) => void refreshFlags(world, connections, connection),
    invalidate: (ids) => (ids === null ? cache.invalidateAll() : cache.invalidate(ids)),
  })
  const order = messageOrder({
    deliver: connections.deliver,
    findMissing: (channelId, afterId) => findAfter(db, { channelId, afterId, limit: MISSING_MAX + 1 }),
    requestReload: ({ readers }) => connections.requestReload(readers.flatMap((personId) => [...connections.of(personId)])),
  })
  const isVisible = (personId: number) => [...connections.of(personId)].some(({ presence }) => presence?.isVisible)
  const presence = chatPresence({ world, log: app.log, isVisible })
  subscribe(bus, { connections, presence, order, ownPrefix: ownEventPrefix(writer.serverId) })
  writer.onCommitted((message) => message.forEach(order.receive))
  writer.onCommitted((committed) => {
    const channelIds = [...new Set(committed.flatMap(({ kind, row }) => (kind === 'assistant' ? [] : [row.channelId])))]
    if (channelIds.length > 0) for (const domain of world.domains) domain.onMessagesWritten?.(world, channelIds)
  })
  notifyAwayAfter(world, writer, app.log)
  bus.onGap(() => {
    cache.invalidateAll()
    connections.requestReload()
    void recheckConnections()
  })
  const access = socketAccess(app)
  /** After missed events: close the connections of ended sign-ins and reload the flags of the others. */
  const recheckConnections = (): Promise<void> =>
    access.recheck(connections.all(), {
      onEnded: connections.endConnection,
      onValid: (connection) => refreshFlags(world, connections, connection),
    })
  let isChecking = false
  const timer = setInterval(() => {
    if (bus.isConnected() || isChecking) return
    isChecking = true
    void recheckConnections().finally(() => (isChecking = false))
  }, CHECK_WHILE_DOWN_MS)
  timer.unref()

  const plan = chatSocket(
    app,
    {
      world,
      connections,
      cache,
      writer,
      presence,
      limits: personLimits(paceLimits(limitFactor), clock.now),
      desk: { files, limits, gifs: engines.gifs, db, now: clock.now, log: app.log },
      startAt: order.startAt,
      afterGap: order.afterGap,
    },
    { limitFactor },
  )
  // Runs after the sockets were closed: everything accepted until then is written and answered.
  app.addHook('onClose', async () => {
    clearInterval(timer)
    presence.close()
    await writer.close()
  })
  return { plan, count: connections.count }
}

type Receivers = {
  connections: ChatConnections
  presence: ChatPresence
  order: ReturnType<typeof messageOrder>
  ownPrefix: string
}

function subscribe(bus: Bus, { connections, presence, order, ownPrefix }: Receivers): void {
  bus.onDelivery(connections.onDelivery)
  bus.onTopic(MESSAGES_COMMITTED, (text) => {
    if (text.startsWith(ownPrefix)) return
    for (const message of parseCommitted(text)) order.receive(message)
  })
  bus.onTopic(CHANNELS_CHANGED, (text) => {
    const event = parseChannelsChanged(text)
    if (event) connections.onChannelEvent(event)
    if (event?.left !== undefined) presence.recheck(event.left)
    if (event?.sharing?.isShown) presence.recheck(event.sharing.personId)
  })
}

/** The person's flags changed while connected. Clearing the token forces the next command to authenticate again. */
async function refreshFlags({ db }: World, connections: ChatConnections, connection: ChatConnection): Promise<void> {
  connection.token = ''
  try {
    connection.flags = await findFlags(db, connection.claims.personId)
  } catch {
    connection.socket.close(1011, 'try again')
    connections.remove(connection)
  }
}

export function openVoice(world: World): Voice {
  return {
    answer: async (answer) => send(world, { ...answer, senderId: await findBot(world.db), by: 'assistant' }),
    draft: ({ channelId, personId }, text) =>
      publishFrame(world, [personId], { command: 'assistant_draft', channel_id: channelId, text }, channelId),
    findFacts: ({ personId, role, language }, log) => {
      const actor = { personId, role, language, sessionId: '', hasSecondFactor: false, rights: [] }
      return withReadOnlyDb(world, log, (ctx) => getNextFacts({ ...ctx, actor }))
    },
    broadcast: (message) => send(world, { ...message, by: 'broadcast' }),
  }
}

/** A deleted channel is ignored. Any other refusal may be temporary, so it is thrown and the job retries. */
async function send(world: World, request: SendRequest): Promise<void> {
  const result = await chatWriter(world).send(request)
  if ('refusal' in result && result.refusal.code !== 'chat.channel_not_found') throw result.refusal
}
