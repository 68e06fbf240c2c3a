import { AI_ASSISTANT, type BotUser, type LinkPreview } from '@saathi/contract/chat/entities'
import * as z from 'zod/mini'
import type { Actor, Ctx, Db, PublicCtx } from '#core/ctx.ts'
import { badInput, coreRefusal, Refusal } from '#core/errors.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithin } from '#core/limits/require-within.ts'
import { fetchGuarded, timeToFetch } from '#core/outgoing/fetch-guarded.ts'
import { OutgoingFailure } from '#core/outgoing/outgoing-failure.ts'
import { readTarget } from '#core/outgoing/outgoing-url.ts'
import { requireChat } from './access.ts'
import { findBot } from './bot-store.ts'
import { decodePage } from './decode-page.ts'
import type { GifPage, GifService } from './gifs.ts'
import { findPicture } from './picture-store.ts'
import { keepPicture, type PictureParts } from './preview-picture.ts'
import { findKeptPreview, keepPreview } from './preview-store.ts'
import { readPreview } from './read-preview.ts'

type Asking = { actor: Actor; now: () => Date }
type Asked = Asking & PictureParts & { limits: Limits }

/** Runs before the transaction: the other side may take seconds, and must hold no connection meanwhile. */
export async function getLinkPreview(db: Db, asked: Asked, address: string): Promise<LinkPreview> {
  const { actor, now, limits, outgoing } = asked
  await requireChat({ db, actor })
  await requireWithin(db, now(), [{ limits: limits.linkPreviewPerPerson, key: String(actor.personId) }])
  const target = readTarget(address)
  if (!target) throw badInput('chat.link_refused', 'This link cannot be previewed.')
  const kept = await findKeptPreview(db, address, now())
  if (kept) return kept
  try {
    const timeLeft = timeToFetch()
    const { url, contentType, body } = await fetchGuarded(outgoing, address, 'link_preview')
    const said = readPreview(decodePage(body, contentType), url)
    // A page that said nothing may say something the next time.
    if (said.title === '') return { ...said, image: '' }
    // Within the time of the page: who waits for the one waits for both.
    const picture = { address: said.image, withinMs: timeLeft(), now: now() }
    const preview = { ...said, image: await keepPicture(db, asked, picture) }
    await keepPreview(db, address, preview, now())
    return preview
  } catch (error) {
    // All that the network could tell looks the same from outside, or a preview would be a way to explore ours.
    if (error instanceof OutgoingFailure) return { title: '', description: '', image: '', url: target.url.href }
    throw error
  }
}

/** For whoever has its address, as the page had shown it to everybody. */
export async function getPreviewPicture({ db }: PublicCtx, id: string): Promise<{ type: string; bytes: Buffer }> {
  const bytes = z.uuid().safeParse(id).success ? await findPicture(db, id) : null
  if (!bytes) throw coreRefusal('core.not_found')
  return { type: 'image/webp', bytes }
}

/** None where the assistant is not in use: then nobody looks for it. */
export async function listBotUsers(ctx: Ctx): Promise<BotUser[]> {
  const { assistant } = await requireChat(ctx)
  return assistant ? [{ userId: await findBot(ctx.db), roleType: AI_ASSISTANT }] : []
}

/** Before the transaction, as with link previews. */
export async function searchGifs(
  db: Db,
  { actor, now, limits, gifs }: Asking & { limits: Limits; gifs: GifService },
  { searchText, pageNumber }: { searchText: string; pageNumber: number },
): Promise<GifPage & { isOffered: boolean }> {
  await requireChat({ db, actor })
  await requireWithin(db, now(), [{ limits: limits.gifSearchPerPerson, key: String(actor.personId) }])
  try {
    return { ...(await gifs.search(searchText.trim(), pageNumber, actor.language)), isOffered: true }
  } catch {
    throw new Refusal(503, 'chat.gifs_down', 'GIFs cannot be looked for at the moment. Please try again.')
  }
}

/** A search reads much, so it is counted. */
export async function requireSearchWithin(db: Db, limits: Limits, { actor, now }: Asking): Promise<void> {
  await requireWithin(db, now(), [{ limits: limits.chatSearchPerPerson, key: String(actor.personId) }])
}
