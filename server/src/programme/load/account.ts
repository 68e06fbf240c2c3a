import { isForInstance, isStaffRole } from '@saathi/contract/accounts/roles'
import { findLegalVersions, insertDemoRights, insertFirstRights } from '#accounts/public.ts'
import { type NewAccount, type StartedSurvey, bannerUrl } from '#content/public.ts'
import { toStartedSession, type LoadedSession } from './session.ts'
import type { LoadedPost } from './community-store.ts'
import type { Account } from '../format/programme.ts'
import * as store from './store.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { mustFind } from '../problems.ts'
import type { Programme } from '../programme.ts'
import { indiaMoment, indiaTime, minutesLater } from '../read/relative-time.ts'
import type { LoadedSurvey } from './survey.ts'

export const JOINED_AT = '10:00'
const LIKED_AFTER_MINUTES = 60

type LoadedParts = {
  passwordHashes: ReadonlyMap<string, string>
  projectIds: ReadonlyMap<string, number>
} & HistoryRefs
/** Sessions, surveys and posts that an account's history refers to. */
type HistoryRefs = {
  sessions: ReadonlyMap<string, LoadedSession>
  surveys: ReadonlyMap<string, LoadedSurvey>
  posts: ReadonlyMap<string, LoadedPost>
}

/** The created accounts, and the person id of each email address. */
export type LoadedAccounts = { newAccounts: NewAccount[]; idsByEmail: ReadonlyMap<string, number> }

export async function loadAccounts(
  ctx: ListenerCtx,
  programme: Programme,
  { passwordHashes, projectIds, ...refs }: LoadedParts,
): Promise<LoadedAccounts> {
  const accounts = programme.accounts?.value.accounts ?? []
  const pictures = new Map(programme.media.map(({ name, hash }) => [name, bannerUrl(hash)]))
  const now = ctx.now()
  const { edition } = await findLegalVersions(ctx.db)
  // An account without a hash existed before this load, so it is not created.
  const missing = accounts.filter(({ email, provider }) => provider === 'google' || passwordHashes.has(email))
  const idsByEmail = await store.insertMissingPeople(
    ctx.db,
    missing.map((account) => ({
      ...account,
      passwordHash: account.provider === 'google' || account.isInvited ? null : mustFind(passwordHashes, account.email),
      projectId: account.project === undefined ? null : mustFind(projectIds, account.project),
      pictureUrl: account.portrait === undefined ? null : (pictures.get(account.portrait) ?? null),
      agreedTermsVersion: account.hasAgreedTerms ? edition : null,
      createdAt: indiaTime(now, account.joinedDaysAgo, JOINED_AT),
    })),
  )
  // Everybody who reads the folder knows their password.
  if (passwordHashes.size > 0) await store.markDemoAccounts(ctx.db)
  const made = missing.flatMap((account) => {
    const personId = idsByEmail.get(account.email)
    return personId === undefined ? [] : [{ account, personId }]
  })
  await store.insertExperiences(
    ctx.db,
    made.map(({ account, personId }) => ({ personId, experiences: account.experiences })),
  )
  await insertFirstRights(
    ctx.db,
    made.map(({ account: { role, project }, personId }) => ({
      personId,
      role,
      projectId: project === undefined ? null : mustFind(projectIds, project),
      createdAt: now,
    })),
  )
  await loadRights(ctx, made, projectIds)
  return { newAccounts: made.map(({ account, personId }) => historyOf(account, personId, refs, now)), idsByEmail }
}

/** Further rights come from the first administrator of the folder, as on the team's page. */
async function loadRights(
  { db, now }: ListenerCtx,
  made: readonly { account: Account; personId: number }[],
  projectIds: ReadonlyMap<string, number>,
): Promise<void> {
  const giver = made.find(({ account }) => isStaffRole(account.role) && isForInstance(account.role))?.personId ?? null
  await insertDemoRights(
    db,
    made.flatMap(({ account: { rights, joinedDaysAgo }, personId }) =>
      rights.map(({ role, project, endsInDays }) => ({
        personId,
        role,
        projectId: project === undefined ? null : mustFind(projectIds, project),
        until: endsInDays === undefined ? null : indiaMoment(now(), endsInDays, '00:00'),
        givenBy: giver,
        givenAt: indiaTime(now(), joinedDaysAgo, JOINED_AT),
      })),
    ),
  )
}

function historyOf(account: Account, personId: number, { sessions, surveys, posts }: HistoryRefs, now: Date): NewAccount {
  const joinedAt = indiaTime(now, account.joinedDaysAgo, JOINED_AT)
  return {
    personId,
    begun: account.learning.map((begun) => toStartedSession(begun, mustFind(sessions, begun.session), now)),
    bookmarks: account.bookmarks.map(({ session, daysAgo, at }) => ({
      sessionId: mustFind(sessions, session).id,
      at: indiaTime(now, daysAgo, at),
    })),
    surveys: account.surveys.map((begun) => toStartedSurvey(begun, mustFind(surveys, begun.survey), now)),
    likes: account.likes.map((key) => {
      const { id, publishedAt } = mustFind(posts, key)
      return { postId: id, at: minutesLater(publishedAt > joinedAt ? publishedAt : joinedAt, LIKED_AFTER_MINUTES, now) }
    }),
  }
}

/** The survey's minutes are spread evenly over its stages. */
function toStartedSurvey(
  { stagesDone, daysAgo, at, answers }: Account['surveys'][number],
  { id, minutes, stages }: LoadedSurvey,
  now: Date,
): StartedSurvey {
  const startedAt = indiaTime(now, daysAgo, at)
  const done = stages.slice(0, stagesDone === 'all' ? undefined : stagesDone)
  const timed = done.map((stage, place) => ({
    stageId: stage.id,
    submittedAt: minutesLater(startedAt, ((place + 1) * minutes) / stages.length, now),
  }))
  return { surveyId: id, startedAt, stagesDone: timed, isWhole: done.length === stages.length, answers }
}
