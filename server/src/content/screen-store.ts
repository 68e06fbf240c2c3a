import { type MatchScreen, ScreenKey } from '@saathi/contract/content/screen-calls'
import type { Db } from '#core/ctx.ts'
import { bannerUrl } from './store.ts'

export async function findMatchScreens(db: Db, language: string): Promise<MatchScreen[]> {
  const rows = await db
    .selectFrom('match_screen')
    .leftJoin('match_screen_text', (join) =>
      join.onRef('match_screen_text.screen_key', '=', 'match_screen.key').on('match_screen_text.language_code', '=', language),
    )
    .select([
      'match_screen.key',
      'match_screen.title',
      'match_screen_text.title as localeTitle',
      'match_screen.description',
      'match_screen_text.description as localeDescription',
      'match_screen.image_hash as imageHash',
    ])
    .execute()
  return ScreenKey.options.flatMap((key) =>
    rows
      .filter((row) => row.key === key)
      .map(({ title, localeTitle, description, localeDescription, imageHash }) => ({
        key,
        title,
        localeTitle: localeTitle ?? title,
        description,
        localeDescription: localeDescription ?? description,
        image: bannerUrl(imageHash),
      })),
  )
}
