import { type Notice, NoticeKind } from '@saathi/contract/notices/entities'
import type { TextKey } from '@saathi/contract/texts'
import { findText, languageOf } from '#core/texts.ts'
import type { NoticeRow } from './notice-store.ts'
import { findTemplate } from './notice-templates.ts'
import { readValues, showValues } from './notice-values.ts'

/** In the reader's language of today; nothing for one that a later version wrote. */
export function writeNotice(language: string, row: NoticeRow): Notice[] {
  const template = findTemplate(row.template)
  const kind = NoticeKind.safeParse(row.kind)
  if (!template || !kind.success) return []
  const t = findText(language)
  const values = readValues(row.values)
  const say = (key: TextKey) => t(key, showValues(languageOf(language, key), values))
  return [
    {
      id: row.id,
      kind: kind.data,
      title: say(template.title),
      text: say(template.text),
      link: row.link,
      createdAt: row.createdAt.toISOString(),
      isRead: row.readAt !== null,
    },
  ]
}
