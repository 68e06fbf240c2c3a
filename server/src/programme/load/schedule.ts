import { ScreenKey } from '@saathi/contract/content/screen-calls'
import type { Db } from '#core/ctx.ts'
import { mustFind } from './must-find.ts'
import type { Programme } from '../programme.ts'
import { textsIn } from '../read/question-content.ts'
import { replaceSchedules, replaceScreens } from './schedule-store.ts'
import type { LoadedSession } from './session.ts'

type LoadedIds = { projectIds: ReadonlyMap<string, number>; sessions: ReadonlyMap<string, LoadedSession> }

/** Loads the mentorship sessions of each project. Projects no longer in the folder keep theirs. */
export async function loadSchedules(db: Db, { about }: Programme, { projectIds, sessions }: LoadedIds): Promise<void> {
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

export async function loadScreens(db: Db, { about, screens, media }: Programme): Promise<void> {
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
