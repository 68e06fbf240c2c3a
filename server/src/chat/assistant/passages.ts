import { LEGAL_IDS } from '@saathi/contract/content/community-calls'
import { findCommunityItems, findTopics } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import { findSessionCards } from '#learning/public.ts'
import type { Passage } from './passage-index.ts'

export type Reader = { personId: number; language: string }

const SESSIONS_MAX = 200
const FAQ: Passage['path'] = '/moreinfo/faq'
const legalPaths = new Map<number, Passage['path']>([
  [LEGAL_IDS.privacyPolicy, '/moreinfo/privacyPolicy'],
  [LEGAL_IDS.termsOfService, '/moreinfo/termsOfService'],
  [LEGAL_IDS.codeOfConduct, '/moreinfo/codeofconduct'],
])

/** Content that this person may read anyway, in their language. Contains no messages. */
export async function findPassagesFor(db: Db, { personId, language }: Reader): Promise<Passage[]> {
  const [topics, items, { sessions }] = await Promise.all([
    findTopics(db, language),
    findCommunityItems(db, language),
    findSessionCards(db, { personId, language }, {}, { page: 1, size: SESSIONS_MAX }),
  ])
  return [
    ...topics.flatMap(({ content, localeTopicTitle }) =>
      content.map((item) => ({
        title: item.localeQuestion,
        text: plainText(item.localeAnswer),
        keywords: `${localeTopicTitle} ${item.question} ${plainText(item.answer)}`,
        path: FAQ,
      })),
    ),
    ...sessions.map(({ id, title, localeTitle, overview, localeOverview, tags }) => ({
      title: localeTitle,
      text: plainText(localeOverview),
      keywords: `${title} ${plainText(overview)} ${tags.join(' ')}`,
      path: `/session/sessionintroduction/${id}` as const,
    })),
    ...items.flatMap(({ id, localeTitle, localeContent }) => {
      const path = legalPaths.get(id)
      return path ? sectionsOf(localeTitle, localeContent, path) : []
    }),
  ]
}

/** Splits a long text by its headings, so that an answer is only the relevant part. */
function sectionsOf(title: string, content: string, path: Passage['path']): Passage[] {
  return content.split(/^#{1,4} /m).flatMap((part) => {
    const [heading = '', ...lines] = part.split('\n')
    const text = plainText(lines.join('\n'))
    return text === '' ? [] : [{ title: heading.trim() === '' ? title : `${title}: ${heading.trim()}`, text, path }]
  })
}

/** Without Markdown, because messages show plain text. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]\n]{0,300})\]\([^)\n]{0,500}\)/g, '$1')
    .replaceAll(/[*_`#>|]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
