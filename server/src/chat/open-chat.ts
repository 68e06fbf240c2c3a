import type { FastifyInstance } from 'fastify'
import type { Bus } from '#core/bus.ts'
import type { World } from '#core/ctx.ts'
import type { SocketPlan } from '#core/sockets.ts'
import { findFlags } from './access.ts'
import type { AttachmentDesk } from './attachments.ts'
import { tellAwayAfter } from './away-job.ts'
import { CHANGED, readChanged, readSaid, SAID, startOfOwn } from './hub-notes.ts'
import { inOrder, MISSING_MAX } from './hub-order.ts'
import { chatHub, type ChatHub, type ChatSeat } from './hub.ts'
import { linksOf } from './line-commands.ts'
import { linePace } from './line-pace.ts'
import { chatLine } from './line.ts'
import { membershipMemory } from './membership.ts'
import { findAfter } from './message-store.ts'
import { openChatWriter } from './writer.ts'

const COMMANDS_A_SECOND = 20
const SENDS_A_MINUTE = 60
/** While servers cannot tell each other anything, a sign-in that has ended elsewhere is felt after this. */
const ASK_WHILE_AWAY_MS = 10_000

export type ChatParts = {
  world: World
  bus: Bus
  limitFactor: number
  /** What it takes to see whether something may be sent along; the rest of it is the world's. */
  desk: Pick<AttachmentDesk, 'files' | 'limits' | 'gifs'>
}
export type OpenChat = { line: SocketPlan; sockets: () => number }

/** The line, the writer, and what keeps this server and the others of one mind. */
export function openChat(app: FastifyInstance, { world, bus, limitFactor, desk }: ChatParts): OpenChat {
  const { db, clock } = world
  const memory = membershipMemory(db, clock.now)
  const writer = openChatWriter(world, app.log, memory)
  const hub = chatHub({
    links: linksOf(world),
    refreshFlags: (seat) => void refreshFlags(world, hub, seat),
    forget: (ids) => (ids === null ? memory.forgetAll() : memory.forget(ids)),
  })
  const order = inOrder({
    hand: hub.hand,
    findMissing: (channelId, afterId) => findAfter(db, { channelId, afterId, limit: MISSING_MAX + 1 }),
    giveUp: ({ readers }) => hub.askToReadAgain(readers.flatMap((personId) => [...hub.seatsOf(personId)])),
  })
  listen(bus, { hub, order, ownStart: startOfOwn(writer.serverId) })
  writer.onSaid((said) => said.forEach(order.hear))
  tellAwayAfter(world, writer, app.log)
  bus.onGap(() => {
    memory.forgetAll()
    hub.askToReadAgain()
    void closeEnded(app, hub, world)
  })
  let isAsking = false
  const asking = setInterval(() => {
    if (bus.isWhole() || isAsking) return
    isAsking = true
    void closeEnded(app, hub, world).finally(() => (isAsking = false))
  }, ASK_WHILE_AWAY_MS)
  asking.unref()

  const line = chatLine(
    app,
    {
      world,
      hub,
      memory,
      writer,
      pace: linePace({ commandsASecond: COMMANDS_A_SECOND * limitFactor, sendsAMinute: SENDS_A_MINUTE * limitFactor }, clock.now),
      desk: { ...desk, db, now: clock.now, log: app.log },
      begin: order.begin,
      inTurn: order.inTurn,
    },
    { limitFactor },
  )
  // After the last socket was told to come back: what was taken until then is written and answered.
  app.addHook('onClose', async () => {
    clearInterval(asking)
    line.close()
    await writer.close()
  })
  return { line, sockets: hub.count }
}

type Heard = { hub: ChatHub; order: ReturnType<typeof inOrder>; ownStart: string }

function listen(bus: Bus, { hub, order, ownStart }: Heard): void {
  bus.onDelivery(hub.hearDelivery)
  bus.onTold(SAID, (text) => {
    if (text.startsWith(ownStart)) return
    for (const said of readSaid(text)) order.hear(said)
  })
  bus.onTold(CHANGED, (text) => {
    const note = readChanged(text)
    if (note) hub.hearChanged(note)
  })
}

/** Of one who is on the line while they are changed: the next command asks anew, however soon it comes. */
async function refreshFlags({ db }: World, hub: ChatHub, seat: ChatSeat): Promise<void> {
  seat.token = ''
  try {
    seat.flags = await findFlags(db, seat.claims.personId)
  } catch {
    seat.socket.close(1011, 'try again')
    hub.leave(seat)
  }
}

/** Where something may have been lost, among it that a sign-in is over or that flags are others. */
async function closeEnded({ identity }: FastifyInstance, hub: ChatHub, world: World): Promise<void> {
  for (const seat of hub.all()) {
    try {
      const actor = await identity.findActor(world.db, seat.claims, world.clock.now())
      if (!actor) hub.endSeat(seat)
      else await refreshFlags(world, hub, seat)
    } catch {
      // Nobody could be asked: whoever is still signed in comes back and says so.
      seat.socket.close(1011, 'try again')
    }
  }
}
