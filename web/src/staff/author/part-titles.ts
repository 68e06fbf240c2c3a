import type { DraftBody, DraftProblem } from '@saathi/contract/content/drafts'
import type { Translate } from '#core/i18n/texts.tsx'

type Bodies = ReadonlyMap<string, DraftBody>

/** Steps and stages have their title in the parent part; a quiz is named by the step that shows it. */
export function titleOfPart(name: string, bodies: Bodies, t: Translate): string {
  const [kind = '', key = ''] = name.split(':')
  const [session, survey] = [bodies.get('session'), bodies.get('survey')]
  if (kind === 'step' && session?.kind === 'session') return session.steps.find((step) => step.key === key)?.title || key
  if (kind === 'stage' && survey?.kind === 'survey') return survey.stages.find((stage) => stage.key === key)?.name || key
  if (kind !== 'quiz') return t('staff.versions.about')
  const step = [...bodies].find(([, body]) => body.kind === 'step' && body.blocks.some(({ quiz }) => quiz === key))
  return `${t('staff.content.part.quiz')}: ${step ? titleOfPart(step[0], bodies, t) : key}`
}

/** Where a problem is, as the author sees it: 'Three openings, block 2'. */
export function placeOfProblem({ part, path }: DraftProblem, bodies: Bodies, t: Translate): string {
  const [, list = '', at = ''] = /(blocks|questions)\[(\d+)\]/.exec(path) ?? []
  const number = Number(at) + 1
  const item = list === 'blocks' ? t('staff.content.at.blocks', { number }) : t('staff.content.at.questions', { number })
  return [titleOfPart(part, bodies, t), ...(list === '' ? [] : [item])].join(', ')
}
