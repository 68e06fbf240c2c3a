import { LEGAL_IDS } from '@saathi/contract/content/community-calls'
import { nameFaq } from '@saathi/contract/content/faq-address'
import { findCommunityItems, findTopics } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import { findSessionCards } from '#learning/public.ts'
import type { Passage } from './rank-passages.ts'

type Reader = { personId: number; language: string }

const SESSIONS_MAX = 200
/** Most questions are in English or Hindi, so Hindi texts are searched too, whatever language the passage is shown in. */
const SEARCHED = 'hi'
/** They mention many subjects, but explain few. */
const LEGAL_WEIGHT = 0.8
const legalPaths = new Map<number, Passage['path']>([
  [LEGAL_IDS.privacyPolicy, '/moreinfo/privacyPolicy'],
  [LEGAL_IDS.termsOfService, '/moreinfo/termsOfService'],
  [LEGAL_IDS.codeOfConduct, '/moreinfo/codeofconduct'],
])

/** Content that this person may read anyway, in this language. Contains no messages and nothing about anybody. */
export async function findPassagesFor(db: Db, { personId, language }: Reader): Promise<Passage[]> {
  const [topics, inHindi, items, { sessions }] = await Promise.all([
    findTopics(db, language),
    findTopics(db, SEARCHED),
    findCommunityItems(db, language),
    findSessionCards(db, { personId, language }, {}, { page: 1, size: SESSIONS_MAX }),
  ])
  const names = nameFaq(topics)
  return [
    ...topics.flatMap(({ content, topicTitle, localeTopicTitle }, place) =>
      content.map((item, at): Passage => {
        const hindi = inHindi[place]?.content[at]
        return {
          title: item.localeQuestion,
          text: plainText(item.localeAnswer),
          titles: [item.question, hindi?.localeQuestion ?? ''],
          texts: [topicTitle, localeTopicTitle, plainText(item.answer), plainText(hindi?.localeAnswer ?? '')],
          path: `/moreinfo/faq#${names[place]?.questions[at] ?? ''}`,
        }
      }),
    ),
    ...sessions.map(({ id, title, localeTitle, overview, localeOverview, tags }): Passage => ({
      title: localeTitle,
      text: plainText(localeOverview),
      titles: [title],
      texts: [plainText(overview), tags.join(' ')],
      path: `/session/sessionintroduction/${id}`,
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
    if (text === '') return []
    const name = heading.trim()
    return [{ title: name === '' ? title : `${title}: ${name}`, text, titles: [name], texts: [], path, weight: LEGAL_WEIGHT }]
  })
}

/** Without Markdown, because messages show plain text. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]\n]{0,300})\]\([^)\n]{0,500}\)/g, '$1')
    .replaceAll(/[*_`#>|]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
