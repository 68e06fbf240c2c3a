import { createHash } from 'node:crypto'
import type { Language } from '@saathi/contract/content/entities'
import type { PublicCtx } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { dictionary } from '#core/texts.ts'
import { requireKnownLanguage } from './access.ts'
import { findLanguages, findMedia, type Media } from './store.ts'

export async function getTranslation(ctx: PublicCtx, languageCode: string) {
  await requireKnownLanguage(ctx, languageCode)
  const translations = dictionary(languageCode)
  return { languageCode, translations, tag: tagOf(translations) }
}

const tags = new WeakMap<object, string>()

/** The dictionaries are read once and stay the same objects, so each is hashed once. */
function tagOf(translations: Readonly<Record<string, string>>): string {
  const tag =
    tags.get(translations) ?? `W/"${createHash('sha256').update(JSON.stringify(translations)).digest('base64url').slice(0, 22)}"`
  tags.set(translations, tag)
  return tag
}

export function getSupportedLanguages(ctx: PublicCtx): Promise<Language[]> {
  return findLanguages(ctx.db)
}

/** The pictures of a programme are the same for everybody, and their names cannot be guessed. */
export async function getMedia(ctx: PublicCtx, hash: string): Promise<Media> {
  const media = /^[0-9a-f]{64}$/.test(hash) ? await findMedia(ctx.db, hash) : null
  if (!media) throw coreRefusal('core.not_found')
  return media
}
