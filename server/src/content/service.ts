import { createHash } from 'node:crypto'
import { type Card, LEGAL_IDS } from '@saathi/contract/content/community-calls'
import type { Language } from '@saathi/contract/content/calls'
import type { MatchScreen } from '@saathi/contract/content/screen-calls'
import type { Ctx, PublicCtx } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import type { ServedRecording } from '#core/http/serve-raw.ts'
import { webDictionary } from '#core/texts.ts'
import { requireKnownLanguage } from './access.ts'
import { findCards, findCommunityItems, findTopics } from './community-store.ts'
import { findMatchScreens, findLanguages, findMedia, findRecording, type Media, readRecording } from './store.ts'

export async function getTranslation(ctx: PublicCtx, languageCode: string, part?: 'first' | 'rest') {
  await requireKnownLanguage(ctx, languageCode)
  const translations = webDictionary(languageCode, part)
  return { languageCode, translations, tag: cachedTagOf(translations) }
}

const tags = new WeakMap<object, string>()

/** Dictionaries are loaded once and stay the same objects, so each is hashed once. */
function cachedTagOf(translations: Readonly<Record<string, string>>): string {
  const tag = tags.get(translations) ?? tagOf(translations)
  tags.set(translations, tag)
  return tag
}

/** Weak, because compressed replies differ in their bytes. */
const tagOf = (reply: object): string =>
  `W/"${createHash('sha256').update(JSON.stringify(reply)).digest('base64url').slice(0, 22)}"`

const legalIds: readonly number[] = Object.values(LEGAL_IDS)
type CommunityQuery = { language: string | undefined; isSignedIn: boolean }

/**
 * Missing translations fall back to the base language. People who are signed out may only read the legal texts that they
 * have to agree to.
 */
export async function getCommunity(ctx: PublicCtx, { language = '', isSignedIn }: CommunityQuery) {
  const items = await findCommunityItems(ctx.db, language)
  const community = isSignedIn ? items : items.filter(({ id }) => legalIds.includes(id))
  const faq = isSignedIn ? await findTopics(ctx.db, language) : []
  return { community, faq, tag: tagOf({ community, faq }) }
}

export function listCards(ctx: Ctx, expType: 'internship' | 'mentorship'): Promise<Card[]> {
  return findCards(ctx.db, expType, ctx.actor.language)
}

export function listMatchScreens(ctx: Ctx): Promise<MatchScreen[]> {
  return findMatchScreens(ctx.db, ctx.actor.language)
}

export function getSupportedLanguages(ctx: PublicCtx): Promise<Language[]> {
  return findLanguages(ctx.db)
}

const isHash = (hash: string) => /^[0-9a-f]{64}$/.test(hash)

/** Programme pictures are the same for everybody, and their names cannot be guessed. */
export async function getMedia(ctx: PublicCtx, hash: string): Promise<Media> {
  const media = isHash(hash) ? await findMedia(ctx.db, hash) : null
  if (!media) throw coreRefusal('core.not_found')
  return media
}

export async function getRecording({ db }: PublicCtx, hash: string): Promise<ServedRecording> {
  const recording = isHash(hash) ? await findRecording(db, hash) : null
  if (!recording) throw coreRefusal('core.not_found')
  return { ...recording, read: (part) => readRecording(db, hash, part) }
}
