import type { DraftKind, TranslationRow } from '@saathi/contract/content/drafts'
import { findActiveLanguages } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict } from '#core/errors.ts'
import { type Content, requireContent, requireWritable } from './access.ts'
import { usedParts } from './compose.ts'
import { startDraft } from './drafts.ts'
import { updateDraft } from './draft-store.ts'
import { findBaseLanguage } from './surroundings-store.ts'
import { type DraftText, textsOf } from './texts.ts'
import * as store from './translation-store.ts'

async function requireLanguage(ctx: Ctx, language: string): Promise<void> {
  const base = await findBaseLanguage(ctx.db)
  const languages = (await findActiveLanguages(ctx.db)).map(({ code }) => code).filter((code) => code !== base)
  if (!languages.includes(language)) throw badInput('content.language_not_offered')
}

const wordsOf = ({ parts }: Content): DraftText[] =>
  usedParts(parts).flatMap((part) => textsOf(part).filter(({ isOptional }) => !isOptional))

/** In the order in which a member reads them. */
export async function listTranslations(ctx: Ctx, kind: DraftKind, key: string, language: string) {
  await requireLanguage(ctx, language)
  const content = await requireContent(ctx, kind, key)
  const stored = content.draft ? await store.findRows(ctx.db, content.draft.id, language) : []
  const rows = wordsOf(content).map(({ part, path, text }): TranslationRow => {
    const row = stored.find((each) => each.part === part && each.path === path)
    const opened = content.translations.find((each) => each.language === language && each.part === part && each.path === path)
    const known = row ?? opened
    return {
      part,
      path,
      source: text,
      text: known?.body ?? '',
      seen: known?.source ?? null,
      revision: row?.revision ?? 0,
      changedAt: row?.changedAt.toISOString() ?? null,
      sourceChangedAt: content.parts.find(({ name }) => name === part)?.changedAt?.toISOString() ?? null,
    }
  })
  return { rows }
}

type Translated = { language: string; part: string; path: string; source: string; text: string; revision: number }

/** Saves the translation of one text. Concurrent changes are refused like those of a draft part. */
export async function saveTranslation(ctx: Ctx, kind: DraftKind, key: string, input: Translated) {
  const { language, part, path, source, text, revision } = input
  await requireLanguage(ctx, language)
  const content = await requireWritable(ctx, kind, key)
  const words = wordsOf(content).find((each) => each.part === part && each.path === path)
  if (!words) throw conflict('content.text_gone')
  const { id, revision: before } = await startDraft(ctx, content)
  const stored = (await store.findRows(ctx.db, id, language)).find((each) => each.part === part && each.path === path)
  // Rows copied from published content have revision 0 for a translator who opened the page before.
  const isSeen = (stored?.revision ?? 0) === revision || (revision === 0 && stored?.changedBy === null)
  if (!isSeen) throw conflict('content.part_changed')
  const change = { by: ctx.actor.personId, at: ctx.now() }
  const body = text.trim()
  if (body === '') await store.deleteRow(ctx.db, { draftId: id, language, part, path })
  else await store.saveRow(ctx.db, { draftId: id, language, part, path, source, body, draftRevision: before + 1, ...change })
  await updateDraft(ctx.db, id, { revision: before + 1, changed_by: change.by, changed_at: change.at })
  const { rows } = await listTranslations(ctx, kind, key, language)
  const row = rows.find((each) => each.part === part && each.path === path)
  if (!row) throw new Error(`${part} ${path} was translated but is missing`)
  return { row, revision: before + 1 }
}
