import { MAX_SHOWN_OFFERS, shownOffers } from '@saathi/contract/matching/plan-limits'
import { optionsOf, findCriterionQuestions, checkTexts, checkUnique, checkKnown, languagesOf } from './names.ts'
import type { ProgrammeFile } from '../format/programme.ts'
import type { JsonPath } from '../read/json-lines.ts'
import type { ProjectMatching } from '../format/matching.ts'
import type { Problem } from '../problems.ts'
import type { Programme } from '../programme.ts'

type Project = ProgrammeFile['projects'][number]

/** The matching criteria, and the matching settings of each project. */
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
  const criterion = about.value.criteria[key]
  if (!criterion) return []
  const languages = languagesOf(about.value, criterion.name)
  const path = (...rest: JsonPath) => ['criteria', key, ...rest]
  const options = Object.keys(optionsOf(programme, key))
  const texts = ['name', 'helpText', 'alike', 'differs'] as const
  return [
    ...(findCriterionQuestions(programme, key).length === 0
      ? [about.problemAt(path(), 'is not the criterion of any question in surveys/')]
      : []),
    // Free texts and numbers are almost never equal, so they cannot be compared.
    ...(findCriterionQuestions(programme, key).some(({ question }) => question.answerOptions === undefined)
      ? [about.problemAt(path(), 'is asked by a question without options, so answers cannot be compared')]
      : []),
    ...texts.flatMap((name) => checkTexts(about, path(name), criterion[name], languages)),
    ...(['alike', 'differs'] as const).flatMap((name) =>
      Object.entries(criterion[name]).flatMap(([language, text]) =>
        [...text.matchAll(slots)].flatMap(([whole, slot = '']) =>
          allowed[name].includes(slot) ? [] : [about.problemAt(path(name, language), `${whole} is not a known placeholder`)],
        ),
      ),
    ),
    ...Object.entries(criterion.standsFor ?? {}).flatMap(([option, others]) => [
      ...checkKnown(about, path('standsFor', option), option, options, 'choice of its question'),
      ...others.flatMap((other, at) =>
        checkKnown(about, path('standsFor', option, at), other, options, 'choice of its question'),
      ),
    ]),
  ]
}

function checkPlan(programme: Programme, path: JsonPath, project: Project, plan: ProjectMatching): Problem[] {
  const { about } = programme
  const known = Object.keys(about.value.criteria)
  return [
    ...(project.schedule.length === 0
      ? [about.problemAt(path, `"${project.key}" has no schedule, so no mentorship could start in it`)]
      : []),
    ...(plan.groupMinimum > plan.groupSize ? [about.problemAt([...path, 'groupMinimum'], 'must be at most groupSize')] : []),
    ...(shownOffers(project.groupType, plan) > MAX_SHOWN_OFFERS
      ? [
          about.problemAt(
            [...path, 'exposure'],
            `would show a mentor more than ${MAX_SHOWN_OFFERS} offers at once, which is too many to decide`,
          ),
        ]
      : []),
    ...checkUnique(
      about,
      plan.criteria.map(({ key }, at) => [[...path, 'criteria', at, 'key'], key]),
    ),
    ...plan.criteria.flatMap(({ key, strength }, at) => {
      const place = [...path, 'criteria', at, 'key']
      if (!known.includes(key)) return checkKnown(about, place, key, known, 'name in criteria')
      if (strength !== 'must' || isAskedOfEverybody(programme, key, project.key)) return []
      return [about.problemAt(place, `"${key}" is a must, so a survey must ask it of everyone in ${project.key}, as mandatory`)]
    }),
  ]
}

/** People who were not asked would never match anybody. */
const isAskedOfEverybody = (programme: Programme, criterion: string, project: string) =>
  findCriterionQuestions(programme, criterion).some(
    ({ survey, question }) =>
      question.mandatory && survey.audience === 'everyone' && (survey.projects?.includes(project) ?? true),
  )
