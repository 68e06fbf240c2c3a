import { checkTexts, checkKnownIfSet, checkUnique, checkKnown } from './names.ts'
import type { JsonPath } from '../read/json-lines.ts'
import type { Problem } from '../problems.ts'
import type { Programme } from '../programme.ts'

/** The mentorship sessions of each project. */
export function checkSchedules({ about, sessions }: Programme): Problem[] {
  const known = new Map(sessions.map(({ value }) => [value.key, value]))
  return about.value.projects.flatMap((project, at) => {
    const place = (index: number): JsonPath => ['projects', at, 'schedule', index, 'session']
    return [
      ...checkUnique(
        about,
        project.schedule.map(({ session }, index) => [place(index), session]),
      ),
      ...project.schedule.flatMap(({ session }, index) => {
        const found = known.get(session)
        if (!found) return checkKnown(about, place(index), session, [], 'session')
        if (found.isLearningHub)
          return [about.problemAt(place(index), `"${session}" is for the learning hub, not for mentorships`)]
        if (found.projects && !found.projects.includes(project.key))
          return [about.problemAt(place(index), `"${session}" is not for members of ${project.key}`)]
        return []
      }),
    ]
  })
}

export function checkScreens({ about, screens, media }: Programme): Problem[] {
  if (!screens) return []
  const { languages } = about.value
  const pictures = media.map(({ name }) => name)
  return Object.entries(screens.value).flatMap(([key, { title, description, image }]) => [
    ...checkTexts(screens, [key, 'title'], title, languages),
    ...checkTexts(screens, [key, 'description'], description, languages),
    ...checkKnownIfSet(screens, [key, 'image'], image, pictures, 'file in media/'),
  ])
}
