import type { DraftProblem } from '@saathi/contract/content/drafts'
import type { CardPart, FaqPart, LegalPart, PostPart } from '@saathi/contract/content/page-parts'
import { checkFeed } from '../../check/community.ts'
import { CardsFile, FaqFile, FeedFile, LEGAL_MAX_LENGTH } from '../../format/community.ts'
import { TITLE_MAX_LENGTH } from '../../format/programme.ts'
import type { Problem } from '../../problems.ts'
import { parse, toDraftProblem } from '../check-draft.ts'
import { checkMarkdown } from '../check-text.ts'

export type PageSurroundings = {
  key: string
  baseLanguage: string
  tags: readonly string[]
  pictures: ReadonlyMap<string, { name: string; width: number | null }>
}

type InBase = (text: string) => Record<string, string>
type PageBody = PostPart | FaqPart | CardPart | LegalPart

/** Applies the checks of a programme folder to the draft of a page. */
export function checkPage(body: PageBody, around: PageSurroundings): DraftProblem[] {
  const inBase: InBase = (text) => ({ [around.baseLanguage]: text })
  return findProblems(body, around, inBase).map((problem) => {
    const { part, path, text } = toDraftProblem(problem, around.baseLanguage)
    return { part, path: path.replace(/^(posts\[0\]|internship|mentorship)\.?/, ''), text }
  })
}

function findProblems(body: PageBody, around: PageSurroundings, inBase: InBase): Problem[] {
  switch (body.kind) {
    case 'post':
      return checkPost(body, around, inBase)
    case 'faq':
      return checkFaq(body, inBase)
    case 'card':
      return checkCards(body, around, inBase)
    case 'legal':
      return checkLegal(body)
  }
}

function checkPost(post: PostPart, { key, baseLanguage, tags, pictures }: PageSurroundings, inBase: InBase): Problem[] {
  const { event, title, description, curatedNote, text, author, thumbnail, link } = post
  const common = { key, event, daysAgo: 0, at: '00:00', tags: post.tags }
  const file =
    event === 'quote'
      ? { ...common, text: inBase(text), author: inBase(author) }
      : {
          ...common,
          title: inBase(title),
          description: inBase(description),
          ...(curatedNote !== '' && { curatedNote: inBase(curatedNote) }),
          ...(thumbnail !== null && { thumbnail: pictures.get(thumbnail)?.name ?? `${thumbnail}.png` }),
          ...(link !== null && { link }),
        }
  const problems: Problem[] = []
  const feed = parse('post', FeedFile, { posts: [file] }, problems)
  const value = {
    baseLanguage,
    languages: [baseLanguage],
    moreLanguages: [],
    tags: Object.fromEntries(tags.map((tag) => [tag, {}])),
  }
  if (feed) problems.push(...checkFeed({ about: { value }, feed, media: [...pictures.values()] }))
  return [...problems, ...checkMarkdown('post', 'description', description)]
}

/** Answers are Markdown on one line. */
function checkFaq({ topics }: FaqPart, inBase: InBase): Problem[] {
  const problems: Problem[] = []
  const file = topics.map(({ title, items }) => ({
    title: inBase(title),
    items: items.map(({ question, answer }) => ({ question: inBase(question), answer: inBase(answer) })),
  }))
  parse('faq', FaqFile, { topics: file }, problems)
  if (topics.length === 0) problems.push({ file: 'faq', field: 'topics', text: 'is empty' })
  const links = topics.flatMap(({ items }, at) =>
    items.flatMap(({ answer }, place) => checkMarkdown('faq', `topics[${at}].items[${place}].answer`, answer)),
  )
  return [...problems, ...links]
}

/** The carousel needs the sizes of pictures to reserve its height while they load. */
function checkCards({ cards }: CardPart, { pictures }: PageSurroundings, inBase: InBase): Problem[] {
  const problems: Problem[] = []
  const file = cards.map(({ image, text, link }) => ({
    image: image === null ? '' : (pictures.get(image)?.name ?? ''),
    text: inBase(text),
    ...(link !== null && { link }),
  }))
  parse('card', CardsFile, { internship: file }, problems)
  if (cards.length === 0) problems.push({ file: 'card', field: 'cards', text: 'is empty' })
  const named = problems.map((problem) => ({ ...problem, field: problem.field?.replace('internship', 'cards') ?? 'cards' }))
  const sizes = cards.flatMap(({ image }, at) => {
    const picture = image === null ? undefined : pictures.get(image)
    const text = 'must be an .svg with a viewBox or a .png, which tell their size'
    return picture?.width === null ? [{ file: 'card', field: `cards[${at}].image`, text }] : []
  })
  return [...named, ...sizes]
}

function checkLegal({ title, content }: LegalPart): Problem[] {
  const tooLong = (field: string, text: string, limit: number) =>
    text.length > limit ? [{ file: 'legal', field, text: `must have at most ${limit} characters` }] : []
  const empty = (field: string, text: string) => (text.trim() === '' ? [{ file: 'legal', field, text: 'is empty' }] : [])
  return [
    ...empty('title', title),
    ...empty('content', content),
    ...tooLong('title', title, TITLE_MAX_LENGTH),
    ...tooLong('content', content, LEGAL_MAX_LENGTH),
    ...checkMarkdown('legal', 'content', content),
  ]
}
