import { PlanCriteria, StoredCard, StoredFeedPost, StoredSurvey, StoredTopic, Texts } from '#content/public.ts'
import type { WholeProgramme } from './store.ts'

type Part = ReadonlySet<string>

/** Languages that every part has, and those in which only some parts exist. The base language is the first. */
export function languagesOf(programme: WholeProgramme): { languages: string[]; moreLanguages: string[] } {
  const { baseLanguage } = programme
  const parts = partsOf(programme)
  const written = [...new Set(parts.flatMap((part) => [...part]))].filter((code) => code !== baseLanguage).toSorted()
  const isWhole = (code: string) => parts.every((part) => part.has(code))
  return {
    languages: [baseLanguage, ...written.filter(isWhole)],
    moreLanguages: written.filter((code) => !isWhole(code)),
  }
}

const codesOf = (rows: readonly { language_code: string }[]): Part => new Set(rows.map(({ language_code }) => language_code))

/** The languages of a part are those of its title: it is offered in them, whatever else is translated. */
const titleOf = (title: Texts | null): Part => new Set(Object.keys(title?.locales ?? {}))

function partsOf(programme: WholeProgramme): Part[] {
  const { sessions, sessionTexts, declarations, tags, tagTexts, screens, screenTexts, matchPlans } = programme
  return [
    ...sessions.map(({ id }) => codesOf(sessionTexts.filter(({ session_id }) => session_id === id))),
    ...['Mentee', 'Mentor'].flatMap((type) => {
      const texts = declarations.filter(({ user_type }) => user_type === type)
      return texts.length > 0 ? [codesOf(texts)] : []
    }),
    ...tags.map(({ key }) => codesOf(tagTexts.filter(({ tag_key }) => tag_key === key))),
    ...screens.map(({ key }) => codesOf(screenTexts.filter(({ screen_key }) => screen_key === key))),
    ...programme.surveys.map(({ content }) => titleOf(StoredSurvey.parse(content).name)),
    ...programme.topics.slice(0, 1).map(({ content }) => titleOf(StoredTopic.parse(content).title)),
    ...programme.cards.map(({ content }) => titleOf(StoredCard.parse(content).text)),
    ...programme.posts.map(({ content }) => titleOf(titleOfPost(StoredFeedPost.parse(content)))),
    ...programme.community.map(({ title }) => titleOf(Texts.parse(title))),
    ...programme.readinessAreas.map(({ name }) => titleOf(Texts.parse(name))),
    ...matchPlans.flatMap(({ criteria }) => PlanCriteria.parse(criteria).map(({ name }) => new Set(Object.keys(name)))),
  ]
}

/** A quote has no title. */
export const titleOfPost = ({ title, text }: StoredFeedPost): Texts | null => title ?? text
