import { ScreenKey } from '@saathi/contract/content/screen-calls'
import type { WholeProgramme } from './store.ts'

/** Left out for a project without a schedule. */
export function scheduleOf({ schedules }: WholeProgramme, projectId: number) {
  const schedule = schedules.filter(({ project_id }) => project_id === projectId).map(({ session, days }) => ({ session, days }))
  return schedule.length > 0 ? { schedule } : {}
}

export function screensFile({ screens, screenTexts, baseLanguage }: WholeProgramme, mediaNames: ReadonlyMap<string, string>) {
  const inOrder = ScreenKey.options.flatMap((key) => screens.filter((screen) => screen.key === key))
  return Object.fromEntries(
    inOrder.map((screen) => {
      const others = screenTexts.filter(({ screen_key }) => screen_key === screen.key)
      const inAll = (field: 'title' | 'description') =>
        Object.fromEntries([[baseLanguage, screen[field]], ...others.map((text) => [text.language_code, text[field]])])
      return [
        screen.key,
        {
          title: inAll('title'),
          description: inAll('description'),
          ...(screen.image_hash !== null && { image: mediaNames.get(screen.image_hash) }),
        },
      ]
    }),
  )
}
