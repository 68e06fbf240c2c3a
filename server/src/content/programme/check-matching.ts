import { optionsOf, whereAsked } from './asked-criteria.ts'
import { checkTexts, repeated, unknown } from './check-names.ts'
import type { ProgrammeFile } from './format.ts'
import type { JsonPath } from './json-lines.ts'
import type { ProjectMatching } from './matching-format.ts'
import type { Problem } from './problems.ts'
import type { Programme } from './programme.ts'

type Project = ProgrammeFile['projects'][number]

/** What people are compared by, and how each project brings them together. */
export function checkMatching(programme: Programme): Problem[] {
  const { criteria, projects } = programme.about.value
  return [
    ...Object.keys(criteria).flatMap((key) => checkCriterion(programme, key)),
    ...projects.flatMap((project, at) =>
      project.matching ? checkPlan(programme, ['projects', at, 'matching'], project, project.matching) : [],
    ),
  ]
}

const slots = /\{(\w+)\}/g
const allowed = { alike: ['shared', 'mine', 'theirs'], differs: ['mine', 'theirs'] }

function checkCriterion(programme: Programme, key: string): Problem[] {
  const { about } = programme
  const { languages, criteria } = about.value
  const criterion = criteria[key]
  if (!criterion) return []
  const path = (...rest: JsonPath) => ['criteria', key, ...rest]
  const options = Object.keys(optionsOf(programme, key))
  const texts = ['name', 'helpText', 'alike', 'differs'] as const
  return [
    ...(whereAsked(programme, key).length === 0
      ? [about.problemAt(path(), 'is not the criterion of any question in surveys/')]
      : []),
    // Words that are typed freely are hardly ever the same, and a number would have to be exactly the same.
    ...(whereAsked(programme, key).some(({ question }) => question.answerOptions === undefined)
      ? [about.problemAt(path(), 'is asked by a question without options, by which nobody can be compared')]
      : []),
    ...texts.flatMap((name) => checkTexts(about, path(name), criterion[name], languages)),
    ...(['alike', 'differs'] as const).flatMap((name) =>
      Object.entries(criterion[name]).flatMap(([language, text]) =>
        [...text.matchAll(slots)].flatMap(([whole, slot = '']) =>
          allowed[name].includes(slot) ? [] : [about.problemAt(path(name, language), `${whole} is not known here`)],
        ),
      ),
    ),
    ...Object.entries(criterion.standsFor ?? {}).flatMap(([option, others]) => [
      ...unknown(about, path('standsFor', option), option, options, 'choice of its question'),
      ...others.flatMap((other, at) => unknown(about, path('standsFor', option, at), other, options, 'choice of its question')),
    ]),
  ]
}

/** Less than can be confirmed in one go, so that the team may add some by hand. */
const MOST_CARDS = 40

const placesOf = ({ groupType }: Project, { groupSize, places }: ProjectMatching) => (groupType === '1toM' ? groupSize : places)

function checkPlan(programme: Programme, path: JsonPath, project: Project, plan: ProjectMatching): Problem[] {
  const { about } = programme
  const known = Object.keys(about.value.criteria)
  return [
    ...(project.schedule.length === 0
      ? [about.problemAt(path, `"${project.key}" has no schedule, so nobody could begin in it`)]
      : []),
    ...(plan.groupMinimum > plan.groupSize ? [about.problemAt([...path, 'groupMinimum'], 'must be at most groupSize')] : []),
    ...(plan.exposure * placesOf(project, plan) > MOST_CARDS
      ? [
          about.problemAt(
            [...path, 'exposure'],
            `would show a mentor more than ${MOST_CARDS} at once, which nobody could decide about`,
          ),
        ]
      : []),
    ...repeated(
      about,
      plan.criteria.map(({ key }, at) => [[...path, 'criteria', at, 'key'], key]),
    ),
    ...plan.criteria.flatMap(({ key, strength }, at) => {
      const place = [...path, 'criteria', at, 'key']
      if (!known.includes(key)) return unknown(about, place, key, known, 'name in criteria')
      if (strength !== 'must' || isAskedOfAll(programme, key, project.key)) return []
      return [about.problemAt(place, `"${key}" is a must, so a survey has to ask it of everyone in ${project.key}, as mandatory`)]
    }),
  ]
}

/** Who was not asked would never be found by anyone. */
const isAskedOfAll = (programme: Programme, criterion: string, project: string) =>
  whereAsked(programme, criterion).some(
    ({ survey, question }) =>
      question.mandatory && survey.audience === 'everyone' && (survey.projects?.includes(project) ?? true),
  )
