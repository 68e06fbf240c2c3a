import { type ChatCommand, type ChatEvent, PAGE_SIZE } from '@saathi/contract/chat/socket'
import type { Db } from '#core/ctx.ts'
import type { ChatSeat, HeldFrame } from './hub.ts'
import { findAfter, findPage, type MessageRow } from './message-store.ts'
import { type MessageLinks, showMessage } from './show-message.ts'

/** What was missed is brought in larger pages, and so many of them at once; the rest is asked for. */
export const CATCH_UP_PAGE = 100
const CATCH_UP_PAGES = 20
const ENOUGH_BYTES = 256 * 1024

type PageCommand = Extract<ChatCommand, { command: 'get_room_chat_messages' }>
type Payload = Extract<ChatEvent, { command: 'messages_payload' }>
type Shown = { rows: readonly MessageRow[]; hasOlder: boolean; hasNewer: boolean; page?: number | null; about?: number | null }

export type PageTools = {
  db: Db
  links: MessageLinks
  say: (seat: ChatSeat, event: ChatEvent) => void
  release: (seat: ChatSeat, held: readonly HeldFrame[]) => void
  /** False where this person has been brought enough for the moment. */
  mayBringMore: (personId: number) => boolean
}

/** The newest first, whichever way they were looked for. */
function payload(seat: ChatSeat, channelId: number, shown: Shown, links: MessageLinks): Payload {
  const newestFirst = shown.rows.toSorted((a, b) => b.id - a.id)
  return {
    command: 'messages_payload',
    channel_id: channelId,
    messages: newestFirst.map((row) => showMessage(row, seat.claims, links)),
    has_next_page: shown.hasOlder,
    has_newer: shown.hasNewer,
    page_number: shown.page ?? null,
    message_id: shown.about ?? null,
  }
}

/** One more than is shown says whether there are more. */
const cut = <T>(rows: readonly T[], size: number) => ({ rows: rows.slice(0, size), hasMore: rows.length > size })

/** The newest page; from here on pages are counted. */
export async function sendNewest({ db, links, say }: PageTools, seat: ChatSeat, channelId: number): Promise<void> {
  const { rows, hasMore } = cut(await findPage(db, { channelId, limit: PAGE_SIZE + 1 }), PAGE_SIZE)
  keepPlace(seat, channelId, 1, rows)
  say(seat, payload(seat, channelId, { rows, hasOlder: hasMore, hasNewer: false, page: 1 }, links))
}

/** The next page begins where the last one ended, and not at a count: what is said meanwhile moves nothing. */
function keepPlace(seat: ChatSeat, channelId: number, page: number, rows: readonly MessageRow[]): void {
  const oldestId = rows.at(-1)?.id
  if (oldestId === undefined) return
  seat.pages ??= new Map()
  seat.pages.set(channelId, { page, oldestId })
}

export async function sendPage(tools: PageTools, seat: ChatSeat, asked: PageCommand): Promise<void> {
  const { channel, message_id: about, direction = 'around', page_number: page } = asked
  if (about !== undefined && about !== null) return sendBeside(tools, seat, channel, about, direction)
  if (page === undefined || page === null || page === 1) return sendNewest(tools, seat, channel)
  const place = seat.pages?.get(channel)
  const isNext = place?.page === page - 1
  const { db, links, say } = tools
  const found = await findPage(db, {
    channelId: channel,
    limit: PAGE_SIZE + 1,
    ...(isNext ? { beforeId: place.oldestId } : { skip: (page - 1) * PAGE_SIZE }),
  })
  const { rows, hasMore } = cut(found, PAGE_SIZE)
  keepPlace(seat, channel, page, rows)
  say(seat, payload(seat, channel, { rows, hasOlder: hasMore, hasNewer: false, page }, links))
}

type Direction = NonNullable<PageCommand['direction']>

async function sendBeside(
  { db, links, say }: PageTools,
  seat: ChatSeat,
  channelId: number,
  about: number,
  direction: Direction,
): Promise<void> {
  const half = PAGE_SIZE / 2
  const [olderSize, newerSize] = direction === 'around' ? [half, half] : direction === 'older' ? [PAGE_SIZE, 0] : [0, PAGE_SIZE]
  // The message itself is the newest of the older half.
  const beforeId = direction === 'around' ? about + 1 : about
  const older = cut(olderSize === 0 ? [] : await findPage(db, { channelId, beforeId, limit: olderSize + 1 }), olderSize)
  const newer = cut(newerSize === 0 ? [] : await findAfter(db, { channelId, afterId: about, limit: newerSize + 1 }), newerSize)
  const rows = [...older.rows, ...newer.rows]
  // Where one side was not looked at, the message that was named stands there.
  const hasOlder = olderSize === 0 || older.hasMore
  const hasNewer = newerSize === 0 || newer.hasMore
  say(seat, payload(seat, channelId, { rows, hasOlder, hasNewer, about }, links))
}

/**
 * Everything after the last message that is known there, each once and in its order: what is said meanwhile is held until the
 * pages are through, and what a page brought is not told again.
 */
export async function catchUp(tools: PageTools, seat: ChatSeat, channelId: number, knownId: number): Promise<void> {
  const held: HeldFrame[] = []
  seat.catching ??= new Map()
  seat.catching.set(channelId, held)
  try {
    await sendMissed(tools, seat, channelId, knownId)
  } catch (error) {
    // What is held stands beyond what could not be read: whoever comes back begins where they were.
    held.length = 0
    seat.socket.close(1011, 'try again')
    throw error
  } finally {
    seat.catching.delete(channelId)
  }
  tools.release(seat, held)
}

async function sendMissed(tools: PageTools, seat: ChatSeat, channelId: number, knownId: number): Promise<void> {
  const { db, links, say, mayBringMore } = tools
  let afterId = knownId
  for (let page = 1; page <= CATCH_UP_PAGES; page += 1) {
    const { rows, hasMore } = cut(await findAfter(db, { channelId, afterId, limit: CATCH_UP_PAGE + 1 }), CATCH_UP_PAGE)
    const last = rows.at(-1)?.id
    if (last !== undefined) {
      afterId = last
      seat.caughtUp ??= new Map()
      seat.caughtUp.set(channelId, Math.max(last, seat.caughtUp.get(channelId) ?? 0))
    }
    say(seat, payload(seat, channelId, { rows, hasOlder: knownId > 0, hasNewer: hasMore, about: knownId }, links))
    if (!hasMore || seat.socket.readyState !== seat.socket.OPEN) return
    // The rest is asked for by whoever has read this much.
    if (seat.socket.bufferedAmount > ENOUGH_BYTES || !mayBringMore(seat.claims.personId)) return
  }
}
