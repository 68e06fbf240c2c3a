import { ScreenKey } from '@saathi/contract/content/screen-calls'
import { insertDemoEvents } from '#calendar/public.ts'
import { createDemoConversations } from '#chat/public.ts'
import type { DemoHistory } from '#content/public.ts'
import type { ListenerCtx, Db } from '#core/ctx.ts'
import { OperatorError } from '#core/operator-error.ts'
import { insertLikes } from '#feed/public.ts'
import { insertDemoProgress } from '#learning/public.ts'
import { enqueueReviews, insertDemoMatches } from '#matching/public.ts'
import { insertDemoMentorships } from '#mentorship/public.ts'
import { insertDemoReports } from '#safety/public.ts'
import { insertDemoAnswers } from '#surveys/public.ts'
import { insertDemoCalls } from '#video/public.ts'
import { planDemoWork } from '#worklist/public.ts'
import type { Programme } from '../programme.ts'
import { textsIn } from '../read/question-content.ts'
import { loadAccounts } from './account.ts'
import { loadCommunity, loadFeed } from './community.ts'
import * as contentStore from './content-store.ts'
import { loadMadeUpEntries } from './made-up.ts'
import { loadMatchPlans, newMatches } from './matching.ts'
import { newMentorships } from './mentorship.ts'
import { mustFind } from '../problems.ts'
import { replaceSchedules, replaceScreens } from './store.ts'
import { loadSessions, type LoadedSession } from './session.ts'
import { type DeclarationRow, insertMissingDeclarations, saveInstitutions } from './store.ts'
import * as store from './store.ts'
import { loadSurveys } from './survey.ts'

/** Loads a programme in the caller's transaction. False if the same folder was the last one loaded. */
export async function loadProgramme(
  ctx: ListenerCtx,
  programme: Programme,
  passwordHashes: ReadonlyMap<string, string>,
  loadHistory = loadDemoHistory,
): Promise<boolean> {
  await store.lockLoading(ctx.db)
  if ((await store.findLastSourceHash(ctx.db, programme.about.value.name)) === programme.sourceHash) return false
  await loadWhole(ctx, programme, passwordHashes, loadHistory)
  return true
}

/** For callers with the lock. Also loads what was loaded last: it may have been changed since. */
export async function loadWhole(
  ctx: ListenerCtx,
  programme: Programme,
  passwordHashes: ReadonlyMap<string, string> = new Map(),
  loadHistory = loadDemoHistory,
): Promise<void> {
  const { name, baseLanguage, projects } = programme.about.value
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
  await loadMadeUpEntries(ctx, programme, made.idsByEmail)
  await store.insertLoad(ctx.db, { name, baseLanguage, sourceHash: programme.sourceHash, loadedAt: ctx.now() })
  await loadHistory(ctx, {
    newAccounts: made.newAccounts,
    newMentorships: newMentorships(programme, { idsByEmail: made.idsByEmail, projectIds, sessions, now: ctx.now() }),
    newMatches: newMatches(programme, { idsByEmail: made.idsByEmail, projectIds, now: ctx.now() }),
  })
}

/** Creates the history of new demo accounts, in the order of the domains. */
export async function loadDemoHistory(ctx: ListenerCtx, { newAccounts, newMentorships, newMatches }: DemoHistory): Promise<void> {
  await insertLikes(
    ctx.db,
    newAccounts.flatMap(({ personId, likes }) => likes.map((like) => ({ personId, ...like }))),
  )
  await insertDemoProgress(ctx, newAccounts)
  await insertDemoAnswers(ctx, newAccounts)
  await insertDemoMentorships(ctx, newMentorships)
  await insertDemoMatches(ctx, { newAccounts, newMatches })
  await enqueueReviews(ctx)
  await insertDemoEvents(ctx, newMentorships)
  await createDemoConversations(ctx, newMentorships)
  await insertDemoCalls(ctx, newMentorships)
  await insertDemoReports(ctx, newMentorships)
  if (newMentorships.length > 0) await planDemoWork(ctx)
}

async function requireLanguages({ db }: ListenerCtx, { about }: Programme) {
  const known = await store.findKnownLanguages(db)
  const { languages, moreLanguages } = about.value
  const unsupported = [...languages, ...moreLanguages].filter((code) => !known.some((language) => language.code === code))
  if (unsupported.length > 0)
    throw new OperatorError(`The programme is written in ${unsupported.join(', ')}, which this product does not support.`)
  const base = known.find(({ isDefault }) => isDefault)?.code
  if (about.value.baseLanguage !== base)
    throw new OperatorError(`The programme's baseLanguage must be ${base}, the product's default language.`)
}

async function loadTags({ db }: ListenerCtx, { about }: Programme) {
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

/** Loads institutions and declarations. */
async function loadSignUp(db: Db, programme: Programme, projectIds: ReadonlyMap<string, number>): Promise<void> {
  const { institutions } = programme.about.value
  await saveInstitutions(
    db,
    institutions.map((institution) => ({
      ...institution,
      projectId: institution.project === undefined ? null : (projectIds.get(institution.project) ?? null),
    })),
  )
  await loadDeclarations(db, programme)
}

/** People have agreed to the text of a version, so it must never change. */
async function loadDeclarations(db: Db, { about, declarations }: Programme): Promise<void> {
  const { baseLanguage, declarations: versions } = about.value
  const rows = [...declarations].flatMap(([type, texts]): DeclarationRow[] => {
    const version = versions[type]
    if (version === undefined) return []
    return [...texts].map(([language, body]) => ({ type, version, language: language || baseLanguage, body }))
  })
  const stored = await insertMissingDeclarations(db, rows)
  const changed = rows.find((row, at) => stored[at]?.body !== row.body)
  if (!changed) return
  throw new OperatorError(
    `The declaration of a ${changed.type} differs from its version ${changed.version}, which people may have agreed to. ` +
      `Give it the next version in programme.json.`,
  )
}

type LoadedIds = { projectIds: ReadonlyMap<string, number>; sessions: ReadonlyMap<string, LoadedSession> }

/** Loads the mentorship sessions of each project. Projects no longer in the folder keep theirs. */
async function loadSchedules(db: Db, { about }: Programme, { projectIds, sessions }: LoadedIds): Promise<void> {
  await replaceSchedules(
    db,
    [...projectIds.values()],
    about.value.projects.flatMap(({ key, schedule }) =>
      schedule.map(({ session, days }, at) => ({
        projectId: mustFind(projectIds, key),
        position: at + 1,
        sessionId: mustFind(sessions, session).id,
        days,
      })),
    ),
  )
}

async function loadScreens(db: Db, { about, screens, media }: Programme): Promise<void> {
  if (!screens) return
  const texts = textsIn(about.value.baseLanguage)
  const hashes = new Map(media.map(({ name, hash }) => [name, hash]))
  await replaceScreens(
    db,
    ScreenKey.options.map((key) => {
      const { title, description, image } = screens.value[key]
      return {
        key,
        title: texts(title),
        description: texts(description),
        imageHash: image === undefined ? null : mustFind(hashes, image),
      }
    }),
  )
}
