import { type Notice, NoticeKind } from '@saathi/contract/notices/entities'
import type { TextKey } from '@saathi/contract/texts'
import { findText, languageOf } from '#core/texts.ts'
import type { NoticeRow } from './notice-store.ts'
import { findTemplate } from './notice-templates.ts'
import { readValues, formatValues } from './notice-values.ts'

/** In the reader's current language; empty for a template from a later version. */
export function renderNotice(language: string, row: NoticeRow): Notice[] {
  const template = findTemplate(row.template)
  const kind = NoticeKind.safeParse(row.kind)
  if (!template || !kind.success) return []
  const t = findText(language)
  const values = readValues(row.values)
  const translate = (key: TextKey) => t(key, formatValues(languageOf(language, key), values))
  return [
    {
      id: row.id,
      kind: kind.data,
      title: translate(template.title),
      text: translate(template.text),
      link: row.link,
      createdAt: row.createdAt.toISOString(),
      isRead: row.readAt !== null,
    },
  ]
}
