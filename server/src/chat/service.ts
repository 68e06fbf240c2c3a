import { AI_ASSISTANT, type BotUser, type LinkPreview } from '@saathi/contract/chat/entities'
import * as z from 'zod/mini'
import type { Actor, Ctx, Db, PublicCtx } from '#core/ctx.ts'
import { badInput, coreRefusal, Refusal } from '#core/errors.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { fetchGuarded, fetchDeadline } from '#core/outgoing/fetch-guarded.ts'
import { OutgoingFailure } from '#core/outgoing/outgoing.ts'
import { readTarget } from '#core/outgoing/outgoing-url.ts'
import { requireChat } from './access.ts'
import { findBot } from './assistant/store.ts'
import type { GifPage, GifService } from './attachments/gifs.ts'
import { findPicture, findCachedPreview, storePreview } from './attachments/store.ts'
import { storePicture, type PictureDeps, readPreview } from './attachments/preview.ts'

type RequestCtx = { actor: Actor; now: () => Date }
type PreviewDeps = RequestCtx & PictureDeps & { limits: Limits }

/** Runs before the transaction: the page may take seconds, and must not occupy a database connection. */
export async function getLinkPreview(db: Db, deps: PreviewDeps, address: string): Promise<LinkPreview> {
  const { actor, now, limits, outgoing } = deps
  await requireChat({ db, actor })
  await requireWithinLimits(db, now(), [{ limits: limits.linkPreviewPerPerson, key: String(actor.personId) }])
  const target = readTarget(address)
  if (!target) throw badInput('chat.link_refused')
  const cached = await findCachedPreview(db, address, now())
  if (cached) return cached
  try {
    const timeLeft = fetchDeadline()
    const { url, contentType, body } = await fetchGuarded(outgoing, address, 'link_preview')
    const found = readPreview(decodePage(body, contentType), url)
    // A page without a title may have one next time, so it is not cached.
    if (found.title === '') return { ...found, image: '' }
    // The picture must arrive within the time limit of the page.
    const picture = { address: found.image, withinMs: timeLeft(), now: now(), personId: actor.personId }
    const preview = { ...found, image: await storePicture(db, deps, picture) }
    await storePreview(db, address, preview, now())
    return preview
  } catch (error) {
    // All network failures look the same to the client; otherwise previews could be used to probe our network.
    if (error instanceof OutgoingFailure) return { title: '', description: '', image: '', url: target.url.href }
    throw error
  }
}

/** Available to everybody who knows the address, like the picture on its original page. */
export async function getPreviewPicture({ db }: PublicCtx, id: string): Promise<{ type: string; bytes: Buffer }> {
  const bytes = z.uuid().safeParse(id).success ? await findPicture(db, id) : null
  if (!bytes) throw coreRefusal('core.not_found')
  return { type: 'image/webp', bytes }
}

/** Empty if the assistant is not enabled for the reader. */
export async function listBotUsers(ctx: Ctx): Promise<BotUser[]> {
  const { assistant } = await requireChat(ctx)
  return assistant ? [{ userId: await findBot(ctx.db), roleType: AI_ASSISTANT }] : []
}

/** Runs before the transaction, as link previews do. */
export async function searchGifs(
  db: Db,
  { actor, now, limits, gifs }: RequestCtx & { limits: Limits; gifs: GifService },
  { searchText, pageNumber }: { searchText: string; pageNumber: number },
): Promise<GifPage & { isOffered: boolean }> {
  await requireChat({ db, actor })
  await requireWithinLimits(db, now(), [{ limits: limits.gifSearchPerPerson, key: String(actor.personId) }])
  try {
    return { ...(await gifs.search(searchText.trim(), pageNumber, actor.language)), isOffered: true }
  } catch {
    throw new Refusal(503, 'chat.gifs_down')
  }
}

/** Searches are expensive, so they are rate limited. */
export async function requireSearchWithin(db: Db, limits: Limits, { actor, now }: RequestCtx): Promise<void> {
  await requireWithinLimits(db, now(), [{ limits: limits.chatSearchPerPerson, key: String(actor.personId) }])
}

const CHARSET_WITHIN_BYTES = 1024

/** As browsers do: byte-order mark, then header, then the charset declared at the start of the page, then UTF-8. */
export function decodePage(body: Buffer, contentType: string): string {
  const start = body.subarray(0, CHARSET_WITHIN_BYTES).toString('latin1')
  const label = labelIn(contentType) ?? labelIn(start) ?? 'utf-8'
  return decoderFor(body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 'utf-8' : label).decode(body)
}

const labelIn = (text: string) => /charset\s{0,5}=\s{0,5}["']?([\w:.-]{2,40})/i.exec(text)?.[1]

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}
