import type { ScheduledContent } from '@saathi/contract/content/desk-calls'
import { findActiveLanguages } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { type Content, findContent, projectsOf } from '../access.ts'
import { usedParts } from '../compose.ts'
import { titleOf } from '../drafts.ts'
import { countReaders, findBaseLanguage, findProjectKeys } from '../surroundings-store.ts'
import { coverageOf } from '../texts.ts'
import { listSignals } from './signals.ts'
import { findScheduled } from './task-store.ts'
import { listTasks } from './tasks.ts'

const MAX_NEXT = 10

export async function readDesk(ctx: Ctx) {
  return { tasks: await listTasks(ctx), signals: await listSignals(ctx), next: await listNext(ctx) }
}

/** Scheduled publications that this person may see. */
async function listNext(ctx: Ctx): Promise<ScheduledContent[]> {
  const base = await findBaseLanguage(ctx.db)
  const languages = (await findActiveLanguages(ctx.db)).map(({ code }) => code).filter((code) => code !== base)
  const next: ScheduledContent[] = []
  for (const { kind, key } of await findScheduled(ctx.db)) {
    const content = next.length < MAX_NEXT ? await findContent(ctx, kind, key) : null
    const at = content?.draft?.scheduledFor
    if (!content || !at) continue
    const coverage = coverageOf(usedParts(content.parts), content.translations, languages)
    next.push({
      kind,
      key,
      title: titleOf(content),
      at: at.toISOString(),
      languages: [base, ...coverage.flatMap(({ language, missing }) => (missing === 0 ? [language] : []))],
      people: kind === 'session' ? await countPeople(ctx, content) : null,
    })
  }
  return next
}

/** The same number as before publishing. */
async function countPeople({ db }: Ctx, { published, parts }: Content): Promise<number> {
  const projectIds = (await findProjectKeys(db, projectsOf(parts))).map(({ id }) => id)
  return (await countReaders(db, published?.id ?? null, projectIds)).change
}
