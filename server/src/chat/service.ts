import type { LinkPreview } from '@saathi/contract/chat/entities'
import type { Actor, Db } from '#core/ctx.ts'
import { badInput } from '#core/errors.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithin } from '#core/limits/require-within.ts'
import { fetchGuarded } from '#core/outgoing/fetch-guarded.ts'
import { OutgoingFailure } from '#core/outgoing/outgoing-failure.ts'
import { readTarget } from '#core/outgoing/outgoing-url.ts'
import type { Outgoing } from '#core/outgoing/outgoing.ts'
import { decodePage } from './decode-page.ts'
import { readPreview } from './read-preview.ts'

type Asked = { actor: Actor; now: () => Date; limits: Limits; outgoing: Outgoing }

/** Runs before the transaction: the other side may take seconds, and must hold no connection meanwhile. */
export async function getLinkPreview(db: Db, { actor, now, limits, outgoing }: Asked, address: string): Promise<LinkPreview> {
  await requireWithin(db, now(), [{ limits: limits.linkPreviewPerPerson, key: String(actor.personId) }])
  const target = readTarget(address)
  if (!target) throw badInput('chat.link_refused', 'This link cannot be previewed.')
  try {
    const { url, contentType, body } = await fetchGuarded(outgoing, address, 'link_preview')
    return readPreview(decodePage(body, contentType), url)
  } catch (error) {
    // All that the network could tell looks the same from outside, or a preview would be a way to explore ours.
    if (error instanceof OutgoingFailure) return { title: '', description: '', image: '', url: target.url.href }
    throw error
  }
}
