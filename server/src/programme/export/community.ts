import { StoredCard, StoredFeedPost, StoredTopic, Texts } from '#content/public.ts'
import { StoredHelpline } from '#help/public.ts'
import { isLegalName, legalFiles } from '../format/community.ts'
import type { WholeProgramme } from './store.ts'
import { maybeTexts, ownTexts, textsOf } from './content.ts'
import { titleOfPost } from './languages.ts'
import { inIndia } from '../read/relative-time.ts'

const legalNames = Object.keys(legalFiles).filter(isLegalName)
const legalItems = ({ community }: WholeProgramme) =>
  legalNames.flatMap((name) => community.filter(({ id }) => id === legalFiles[name]).map((item) => ({ name, ...item })))

export function legalVersions(programme: WholeProgramme): Record<string, number> {
  return Object.fromEntries(legalItems(programme).map(({ name, version }) => [name, version]))
}

/** Each legal text in each language, starting with its title. */
export function legalTexts(programme: WholeProgramme): Map<string, string> {
  const { baseLanguage } = programme
  const files = new Map<string, string>()
  for (const { name, title, content } of legalItems(programme)) {
    const texts = textsOf(baseLanguage, Texts.parse(title))
    const titles = texts(Texts.parse(title))
    for (const [language, body] of Object.entries(texts(Texts.parse(content)))) {
      const suffix = language === baseLanguage ? '' : `.${language}`
      files.set(`community/${name}${suffix}.md`, `# ${titles[language]}\n\n${body}\n`)
    }
  }
  return files
}

export function faqFile({ topics, baseLanguage }: WholeProgramme) {
  const stored = topics.map(({ content }) => StoredTopic.parse(content))
  // Topics are read on one page, so all of them have the languages of the first.
  const texts = textsOf(baseLanguage, stored[0]?.title ?? null)
  return {
    topics: stored.map(({ title, items }) => {
      return {
        title: texts(title),
        items: items.map(({ question, answer }) => ({ question: texts(question), answer: texts(answer) })),
      }
    }),
  }
}

export function helplinesFile({ helplines, baseLanguage }: WholeProgramme) {
  const texts = ownTexts(baseLanguage)
  return {
    helplines: helplines.map(({ number, content }) => {
      const { name, text, ...others } = StoredHelpline.parse(content)
      return { number, name: texts(name), text: texts(text), ...others }
    }),
  }
}

export function cardsFile({ cards, baseLanguage }: WholeProgramme, mediaNames: ReadonlyMap<string, string>) {
  const ofKind = (kind: string) =>
    cards
      .filter(({ exp_type }) => exp_type === kind)
      .map(({ image_hash, link, content }) => ({
        image: mediaNames.get(image_hash),
        text: ownTexts(baseLanguage)(StoredCard.parse(content).text),
        ...(link !== null && { link }),
      }))
  return { internship: ofKind('internship'), mentorship: ofKind('mentorship') }
}

/** `daysAgo` counts from the day of the export, so that loading it on that day restores the dates. */
export function feedFile(programme: WholeProgramme, mediaNames: ReadonlyMap<string, string>, now: Date) {
  return {
    posts: programme.posts.map((post) => {
      const stored = StoredFeedPost.parse(post.content)
      const { title, description, curatedNote, text, author } = stored
      const texts = textsOf(programme.baseLanguage, titleOfPost(stored))
      return {
        key: post.key,
        event: post.event,
        ...inIndia(now, post.published_at),
        tags: programme.postTags.filter(({ post_id }) => post_id === post.id).map(({ tag_key }) => tag_key),
        ...maybeTexts('title', title, texts),
        ...maybeTexts('description', description, texts),
        ...(post.thumbnail_hash !== null && { thumbnail: mediaNames.get(post.thumbnail_hash) }),
        ...(post.link !== null && { link: post.link }),
        ...maybeTexts('curatedNote', curatedNote, texts),
        ...maybeTexts('text', text, texts),
        ...maybeTexts('author', author, texts),
      }
    }),
  }
}
