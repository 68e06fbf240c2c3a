import type { BegunSession, NewAccount } from '../events.ts'
import { bannerUrl } from '../store.ts'
import type { PublicCtx } from '#core/ctx.ts'
import { OperatorError } from '#core/operator-error.ts'
import * as contentStore from './content-store.ts'
import type { Account } from './format.ts'
import { loadSignUp } from './load-sign-up.ts'
import * as store from './load-store.ts'
import { mustFind } from './must-find.ts'
import type { Programme } from './programme.ts'
import { indiaTime, minutesLater } from './relative-time.ts'
import { type LoadedSession, loadSessions } from './session-loader.ts'

export type LoadCtx = Pick<PublicCtx, 'db' | 'now' | 'raise'>

/** Puts a programme into the database, in the caller's transaction. False when this very folder was the last one loaded. */
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
  const newAccounts = await loadAccounts(ctx, programme, { passwordHashes, projectIds, sessions })
  await store.insertLoad(ctx.db, { name, baseLanguage, sourceHash: programme.sourceHash, loadedAt: ctx.now() })
  await ctx.raise({ type: 'content.programme_loaded', newAccounts })
  return true
}

async function requireLanguages({ db }: LoadCtx, { about }: Programme) {
  const known = await store.findKnownLanguages(db)
  const strange = about.value.languages.filter((code) => !known.some((language) => language.code === code))
  if (strange.length > 0)
    throw new OperatorError(`The programme is written in ${strange.join(', ')}, which this product does not know.`)
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

type LoadedParts = {
  passwordHashes: ReadonlyMap<string, string>
  projectIds: ReadonlyMap<string, number>
  sessions: ReadonlyMap<string, LoadedSession>
}

async function loadAccounts(
  ctx: LoadCtx,
  programme: Programme,
  { passwordHashes, projectIds, sessions }: LoadedParts,
): Promise<NewAccount[]> {
  const accounts = programme.accounts?.value.accounts ?? []
  const pictures = new Map(programme.media.map(({ name, hash }) => [name, bannerUrl(hash)]))
  const now = ctx.now()
  // An account without a hash was there before this load began, so there is nothing to make.
  const missing = accounts.filter(({ email, provider }) => provider === 'google' || passwordHashes.has(email))
  const ids = await store.insertMissingPeople(
    ctx.db,
    missing.map((account) => ({
      ...account,
      passwordHash: account.provider === 'google' ? null : mustFind(passwordHashes, account.email),
      projectId: account.project === undefined ? null : mustFind(projectIds, account.project),
      pictureUrl: account.portrait === undefined ? null : (pictures.get(account.portrait) ?? null),
      createdAt: indiaTime(now, account.joinedDaysAgo, '10:00'),
    })),
  )
  const made = missing.flatMap((account) => {
    const personId = ids.get(account.email)
    return personId === undefined ? [] : [{ account, personId }]
  })
  await store.insertExperiences(
    ctx.db,
    made.map(({ account, personId }) => ({ personId, experiences: account.experiences })),
  )
  return made.map(({ account, personId }) => pastOf(account, personId, sessions, now))
}

function pastOf(account: Account, personId: number, sessions: ReadonlyMap<string, LoadedSession>, now: Date): NewAccount {
  return {
    personId,
    begun: account.learning.map((begun) => begunSession(begun, mustFind(sessions, begun.session), now)),
    bookmarks: account.bookmarks.map(({ session, daysAgo, at }) => ({
      sessionId: mustFind(sessions, session).id,
      at: indiaTime(now, daysAgo, at),
    })),
  }
}

/** Each step takes as long as it says, one after the other. */
function begunSession(
  { startedDaysAgo, at, stepsDone }: Account['learning'][number],
  session: LoadedSession,
  now: Date,
): BegunSession {
  const startedAt = indiaTime(now, startedDaysAgo, at)
  const done = session.steps.slice(0, stepsDone === 'all' ? undefined : stepsDone)
  let minutes = 0
  const timed = done.map(({ id, durationMinutes }) => {
    minutes += durationMinutes
    return { stepId: id, completedAt: minutesLater(startedAt, minutes, now) }
  })
  const { id: sessionId, versionId } = session
  return { sessionId, versionId, startedAt, stepsDone: timed, isWhole: done.length === session.steps.length }
}
