import type { Picture, StartedSession } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { mustFind } from '../problems.ts'
import type { MediaFile, Programme, SessionSource } from '../programme.ts'
import { pictureSize } from '../read/media.ts'
import { indiaTime, minutesLater } from '../read/relative-time.ts'
import { type NewVersion, toVersion } from '../read/session-content.ts'
import * as contentStore from './content-store.ts'
import * as versions from './version-store.ts'

export type LoadedSession = { id: number; versionId: number; steps: readonly { id: number; durationMinutes: number }[] }

/** Returns sessions by key. Titles and overviews are updated in place; changed steps create a new version. */
export async function loadSessions(
  ctx: ListenerCtx,
  programme: Programme,
  projectIds: ReadonlyMap<string, number>,
): Promise<Map<string, LoadedSession>> {
  const { baseLanguage } = programme.about.value
  const hashes = new Map(programme.media.map(({ name, hash }) => [name, hash]))
  const ids = await contentStore.saveSessions(
    ctx.db,
    programme.sessions.map((session, at) => toRow(session, at, baseLanguage, hashes)),
    ctx.now(),
  )
  const withIds = programme.sessions.map((session) => ({ session, id: mustFind(ids, session.value.key) }))
  await contentStore.replaceSessionParts(ctx.db, [...ids.values()], {
    texts: withIds.flatMap(({ session, id }) =>
      Object.entries(session.value.title)
        .filter(([language]) => language !== baseLanguage)
        .map(([language, title]) => ({
          sessionId: id,
          language,
          title,
          overview: session.overviews.get(language) ?? '',
        })),
    ),
    tags: withIds.flatMap(({ session, id }) =>
      session.value.tags.map((tagKey, at) => ({ sessionId: id, position: at + 1, tagKey })),
    ),
    projects: withIds.flatMap(({ session, id }) =>
      (session.value.projects ?? []).map((project) => ({ sessionId: id, projectId: mustFind(projectIds, project) })),
    ),
  })
  const pictures = new Map(programme.media.map((file) => [file.name, toPicture(file)]))
  const loaded = new Map<string, LoadedSession>()
  for (const { session, id } of withIds) {
    loaded.set(session.value.key, await loadVersion(ctx, id, toVersion(session, baseLanguage, pictures)))
  }
  return loaded
}

/** People who started an older version finish it; versions that nobody started are deleted. */
async function loadVersion(ctx: ListenerCtx, sessionId: number, version: NewVersion): Promise<LoadedSession> {
  const current = await versions.findCurrentVersion(ctx.db, sessionId)
  if (current?.hash === version.hash) {
    return { id: sessionId, versionId: current.id, steps: await versions.findSteps(ctx.db, current.id) }
  }
  const versionId = await versions.insertVersion(ctx.db, sessionId, version, ctx.now())
  await versions.insertQuizzes(ctx.db, versionId, version.quizzes)
  const steps = await versions.insertSteps(ctx.db, versionId, version.steps)
  await versions.updateCurrentVersion(ctx.db, sessionId, versionId)
  await versions.deleteUnusedVersions(ctx.db, sessionId, versionId)
  return { id: sessionId, versionId, steps }
}

const toPicture = (file: MediaFile): Picture => ({ hash: file.hash, ...pictureSize(file) })

function toRow({ value, overviews }: SessionSource, at: number, baseLanguage: string, hashes: ReadonlyMap<string, string>) {
  return {
    key: value.key,
    position: at + 1,
    title: value.title[baseLanguage] ?? value.key,
    overview: overviews.get('') ?? '',
    color: value.color,
    bannerHash: value.cover === undefined ? null : mustFind(hashes, value.cover),
    isLearningHub: value.isLearningHub,
    firstPlace: value.first ?? null,
  }
}

type SessionProgressFile = { startedDaysAgo: number; at: string; stepsDone: number | 'all' }

/** Completion times follow the durations of the steps. */
export function toStartedSession(
  { startedDaysAgo, at, stepsDone }: SessionProgressFile,
  session: LoadedSession,
  now: Date,
): StartedSession {
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
