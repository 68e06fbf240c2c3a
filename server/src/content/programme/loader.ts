import type { PublicCtx } from '#core/ctx.ts'
import { OperatorError } from '#core/operator-error.ts'
import { loadAccounts } from './account-loader.ts'
import { loadCommunity } from './community-loader.ts'
import * as contentStore from './content-store.ts'
import { loadFeed } from './feed-loader.ts'
import { loadSignUp } from './load-sign-up.ts'
import * as store from './load-store.ts'
import { loadMatchPlans, newMatches } from './matching-loader.ts'
import { newMentorships } from './mentorship-loader.ts'
import type { Programme } from './programme.ts'
import { loadSchedules, loadScreens } from './schedule-loader.ts'
import { loadSessions } from './session-loader.ts'
import { loadSurveys } from './survey-loader.ts'

export type LoadCtx = Pick<PublicCtx, 'db' | 'now' | 'raise'>

/** Loads a programme in the caller's transaction. False if the same folder was the last one loaded. */
export async function loadProgramme(
  ctx: LoadCtx,
  programme: Programme,
  passwordHashes: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { name, baseLanguage, projects } = programme.about.value
  await store.lockLoading(ctx.db)
  if ((await store.findLastSourceHash(ctx.db, name)) === programme.sourceHash) return false
  await requireLanguages(ctx, programme)

  await contentStore.insertMissingMedia(ctx.db, programme.media)
  const projectIds = await contentStore.saveProjects(ctx.db, projects)
  await loadSignUp(ctx.db, programme, projectIds)
  await loadTags(ctx, programme)
  const sessions = await loadSessions(ctx, programme, projectIds)
  await loadSchedules(ctx.db, programme, { projectIds, sessions })
  const surveys = await loadSurveys(ctx, programme, projectIds)
  await loadMatchPlans(ctx.db, programme, projectIds)
  const posts = await loadFeed(ctx, programme)
  await loadCommunity(ctx, programme)
  await loadScreens(ctx.db, programme)
  const made = await loadAccounts(ctx, programme, { passwordHashes, projectIds, sessions, surveys, posts })
  await store.insertLoad(ctx.db, { name, baseLanguage, sourceHash: programme.sourceHash, loadedAt: ctx.now() })
  await ctx.raise({
    type: 'content.programme_loaded',
    newAccounts: made.newAccounts,
    newMentorships: newMentorships(programme, { idsByEmail: made.idsByEmail, projectIds, sessions, now: ctx.now() }),
    newMatches: newMatches(programme, { idsByEmail: made.idsByEmail, projectIds, now: ctx.now() }),
  })
  return true
}

async function requireLanguages({ db }: LoadCtx, { about }: Programme) {
  const known = await store.findKnownLanguages(db)
  const unsupported = about.value.languages.filter((code) => !known.some((language) => language.code === code))
  if (unsupported.length > 0)
    throw new OperatorError(`The programme is written in ${unsupported.join(', ')}, which this product does not support.`)
  const base = known.find(({ isDefault }) => isDefault)?.code
  if (about.value.baseLanguage !== base)
    throw new OperatorError(`The programme's baseLanguage must be ${base}, the product's default language.`)
}

async function loadTags({ db }: LoadCtx, { about }: Programme) {
  const { tags, baseLanguage } = about.value
  const entries = Object.entries(tags)
  await contentStore.saveTags(
    db,
    entries.map(([key, texts]) => ({ key, name: texts[baseLanguage] ?? key })),
    entries.flatMap(([owner, texts]) => translationsOf(texts, baseLanguage).map((translation) => ({ owner, ...translation }))),
  )
}

function translationsOf(texts: Record<string, string>, baseLanguage: string) {
  return Object.entries(texts).flatMap(([language, text]) => (language === baseLanguage ? [] : [{ language, text }]))
}
