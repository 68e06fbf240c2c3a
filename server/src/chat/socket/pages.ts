import { type ChatCommand, type ChatEvent, PAGE_SIZE } from '@saathi/contract/chat/socket'
import type { Db } from '#core/ctx.ts'
import type { ChatConnection, QueuedFrame } from './connections.ts'
import { findAfter, findChanged, findPage, type MessageRow } from '../message-store.ts'
import { type MessageLinks, showMessage } from '../show-message.ts'

/** Catching up sends larger pages, and at most this many; the client requests the rest. */
export const CATCH_UP_PAGE = 100
const CATCH_UP_PAGES = 20
const ENOUGH_BYTES = 256 * 1024

type PageCommand = Extract<ChatCommand, { command: 'get_room_chat_messages' }>
type Payload = Extract<ChatEvent, { command: 'messages_payload' }>
type MessagePage = {
  rows: readonly MessageRow[]
  hasOlder: boolean
  hasNewer: boolean
  page?: number | null
  anchorId?: number | null
}

export type PageDeps = {
  db: Db
  links: MessageLinks
  send: (connection: ChatConnection, event: ChatEvent) => void
  flush: (connection: ChatConnection, queue: readonly QueuedFrame[]) => void
  /** Senders whose messages this reader does not see. */
  hidden: ReadonlySet<number>
  /** False if this person has received enough pages for the moment. */
  allowsMore: (personId: number) => boolean
}

/** Newest first, whichever way the rows were read. */
function payload(
  { links, hidden }: Pick<PageDeps, 'links' | 'hidden'>,
  connection: ChatConnection,
  channelId: number,
  page: MessagePage,
): Payload {
  const shown = hidden.size === 0 ? page.rows : page.rows.filter(({ senderId }) => senderId === null || !hidden.has(senderId))
  const newestFirst = shown.toSorted((a, b) => b.id - a.id)
  return {
    command: 'messages_payload',
    channel_id: channelId,
    messages: newestFirst.map((row) => showMessage(row, connection.claims, links, hidden)),
    has_next_page: page.hasOlder,
    has_newer: page.hasNewer,
    page_number: page.page ?? null,
    message_id: page.anchorId ?? null,
  }
}

/** One extra row tells whether there are more. */
const takePage = <T>(rows: readonly T[], size: number) => ({ rows: rows.slice(0, size), hasMore: rows.length > size })

/** Sends the newest page and restarts the page count. */
export async function sendNewest(deps: PageDeps, connection: ChatConnection, channelId: number): Promise<void> {
  const { db, send } = deps
  const { rows, hasMore } = takePage(await findPage(db, { channelId, limit: PAGE_SIZE + 1 }), PAGE_SIZE)
  storePosition(connection, channelId, 1, rows)
  send(connection, payload(deps, connection, channelId, { rows, hasOlder: hasMore, hasNewer: false, page: 1 }))
}

/** The next page starts at the last id, not at an offset, so new messages shift nothing. */
function storePosition(connection: ChatConnection, channelId: number, page: number, rows: readonly MessageRow[]): void {
  const oldestId = rows.at(-1)?.id
  if (oldestId === undefined) return
  connection.pages ??= new Map()
  connection.pages.set(channelId, { page, oldestId })
}

export async function sendPage(deps: PageDeps, connection: ChatConnection, command: PageCommand): Promise<void> {
  const { channel, message_id: anchorId, direction = 'around', page_number: page } = command
  if (anchorId !== undefined && anchorId !== null) return sendNear(deps, connection, channel, anchorId, direction)
  if (page === undefined || page === null || page === 1) return sendNewest(deps, connection, channel)
  const position = connection.pages?.get(channel)
  const isNext = position?.page === page - 1
  const { db, send } = deps
  const found = await findPage(db, {
    channelId: channel,
    limit: PAGE_SIZE + 1,
    ...(isNext ? { beforeId: position.oldestId } : { skip: (page - 1) * PAGE_SIZE }),
  })
  const { rows, hasMore } = takePage(found, PAGE_SIZE)
  storePosition(connection, channel, page, rows)
  send(connection, payload(deps, connection, channel, { rows, hasOlder: hasMore, hasNewer: false, page }))
}

type Direction = NonNullable<PageCommand['direction']>

async function sendNear(
  deps: PageDeps,
  connection: ChatConnection,
  channelId: number,
  anchorId: number,
  direction: Direction,
): Promise<void> {
  const { db, send } = deps
  const half = PAGE_SIZE / 2
  const [olderSize, newerSize] = direction === 'around' ? [half, half] : direction === 'older' ? [PAGE_SIZE, 0] : [0, PAGE_SIZE]
  // The older half includes the message itself.
  const beforeId = direction === 'around' ? anchorId + 1 : anchorId
  const older = takePage(olderSize === 0 ? [] : await findPage(db, { channelId, beforeId, limit: olderSize + 1 }), olderSize)
  const newer = takePage(
    newerSize === 0 ? [] : await findAfter(db, { channelId, afterId: anchorId, limit: newerSize + 1 }),
    newerSize,
  )
  const rows = [...older.rows, ...newer.rows]
  // The side that was not read contains the anchor message.
  const hasOlder = olderSize === 0 || older.hasMore
  const hasNewer = newerSize === 0 || newer.hasMore
  send(connection, payload(deps, connection, channelId, { rows, hasOlder, hasNewer, anchorId }))
}

/**
 * Sends everything after the last message the client knows, once and in order. New messages are queued until the pages are sent,
 * and skipped if a page contained them.
 */
export async function catchUp(deps: PageDeps, connection: ChatConnection, channelId: number, knownId: number): Promise<void> {
  const queue: QueuedFrame[] = []
  connection.queuedWhileCatchingUp ??= new Map()
  connection.queuedWhileCatchingUp.set(channelId, queue)
  try {
    await sendMissed(deps, connection, channelId, knownId)
  } catch (error) {
    // The queued messages are newer than the failed page. Drop them; the client reconnects and resumes from its last id.
    queue.length = 0
    connection.socket.close(1011, 'try again')
    throw error
  } finally {
    connection.queuedWhileCatchingUp.delete(channelId)
  }
  deps.flush(connection, queue)
}

async function sendMissed(deps: PageDeps, connection: ChatConnection, channelId: number, knownId: number): Promise<void> {
  const { db, send, allowsMore } = deps
  let afterId = knownId
  for (let page = 1; page <= CATCH_UP_PAGES; page += 1) {
    const { rows, hasMore } = takePage(await findAfter(db, { channelId, afterId, limit: CATCH_UP_PAGE + 1 }), CATCH_UP_PAGE)
    const last = rows.at(-1)?.id
    if (last !== undefined) {
      afterId = last
      connection.caughtUp ??= new Map()
      connection.caughtUp.set(channelId, Math.max(last, connection.caughtUp.get(channelId) ?? 0))
    }
    send(connection, payload(deps, connection, channelId, { rows, hasOlder: knownId > 0, hasNewer: hasMore, anchorId: knownId }))
    if (!hasMore || connection.socket.readyState !== connection.socket.OPEN) return
    // The client requests the rest after it has read this.
    if (connection.socket.bufferedAmount > ENOUGH_BYTES || !allowsMore(connection.claims.personId)) return
  }
}

/** After this many changes, the client shows some of them only when it loads the messages again. */
const CHANGES_MAX = 200

/** Known messages that were edited, deleted or reacted to while the client was away. */
export async function sendChanged(
  { db, links, send, hidden }: PageDeps,
  connection: ChatConnection,
  { channelId, since, upTo }: { channelId: number; since: Date; upTo: number },
): Promise<void> {
  const rows = await findChanged(db, { channelId, since, upTo, limit: CHANGES_MAX })
  const shown = rows.filter(({ senderId }) => senderId === null || !hidden.has(senderId))
  if (shown.length === 0) return
  const messages = shown.map((row) => showMessage(row, connection.claims, links, hidden))
  send(connection, { command: 'messages_changed', channel_id: channelId, messages })
}
