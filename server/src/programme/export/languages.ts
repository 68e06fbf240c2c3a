import { PlanCriteria } from '#content/public.ts'
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

function partsOf(programme: WholeProgramme): Part[] {
  const { sessions, sessionTexts, declarations, tags, tagTexts, screens, screenTexts, surveys, matchPlans } = programme
  const codes = (rows: readonly { language_code: string }[]): Part => new Set(rows.map(({ language_code }) => language_code))
  const stored = [programme.topics, programme.cards, programme.posts, surveys].flatMap((rows) =>
    rows.map(({ content }) => content),
  )
  return [
    ...sessions.map(({ id }) => codes(sessionTexts.filter(({ session_id }) => session_id === id))),
    ...['Mentee', 'Mentor'].flatMap((type) => {
      const texts = declarations.filter(({ user_type }) => user_type === type)
      return texts.length > 0 ? [codes(texts)] : []
    }),
    ...tags.map(({ key }) => codes(tagTexts.filter(({ tag_key }) => tag_key === key))),
    ...screens.map(({ key }) => codes(screenTexts.filter(({ screen_key }) => screen_key === key))),
    ...[...stored, ...programme.community.map(({ content }) => content)].map(localesIn),
    ...programme.readinessAreas.map(({ name }) => localesIn(name)),
    ...matchPlans.flatMap(({ criteria }) => criteriaNames(criteria)),
  ]
}

/** The languages of any stored content: texts have their translations under `locales`. */
function localesIn(content: unknown): Part {
  if (typeof content !== 'object' || content === null) return new Set()
  return new Set(
    Object.entries(content).flatMap(([name, value]) =>
      name === 'locales' && typeof value === 'object' && value !== null ? Object.keys(value) : [...localesIn(value)],
    ),
  )
}

const criteriaNames = (criteria: unknown): Part[] => PlanCriteria.parse(criteria).map(({ name }) => new Set(Object.keys(name)))
