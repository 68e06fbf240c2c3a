import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import type { TextKey } from '@saathi/contract/texts'
import { useNext } from '#accounts/public.tsx'
import { useText } from '#core/i18n/texts.tsx'
import { type Bead, Beads } from '#core/ui/progress/beads.tsx'
import { Card } from '#core/ui/card.tsx'

type PathStep = { text: TextKey; isDone: boolean }

/** The steps from signing up to the first hello; hidden for people who are not being matched. */
export function PathToPartner() {
  const t = useText()
  const { next } = useNext()
  if (!next || next.step.kind === 'team' || (next.facts.side !== 'mentee' && next.facts.side !== 'mentor')) return null
  const { side } = next.facts
  const pathSteps = pathStepsOf(next.facts)
  const here = pathSteps.findIndex(({ isDone }) => !isDone)
  const steps = pathSteps.map(({ text, isDone }, place): Bead => ({
    label: t(text, { minutes: next.facts.survey?.minutes ?? 0, count: next.facts.hub.needed }),
    state: isDone ? 'done' : place === here ? 'now' : 'next',
  }))
  return (
    <Card aria-labelledby="mentorship-way">
      <h2 id="mentorship-way">{t(side === 'mentor' ? 'mentorship.way.toMentee' : 'mentorship.way.toMentor')}</h2>
      <Beads
        vertical
        steps={steps}
        label={t('mentorship.way.place', { number: here + 1, total: pathSteps.length })}
        stateLabels={{ done: t('mentorship.way.done'), now: t('mentorship.way.now'), next: t('mentorship.way.next') }}
      />
    </Card>
  )
}

/** Mentors can be matched without any sessions. */
function pathStepsOf({ side, mentorship, hub, survey, matching }: NextFacts): PathStep[] {
  const hasAnswered = !survey?.isFirst
  const isFound = matching.offers > 0 || (matching.status !== null && matching.status !== 'READY')
  const hasLearnt = mentorship === 'use' || hub.completed >= hub.needed
  return [
    ...(side === 'mentee' ? [{ text: 'mentorship.way.sessions' as const, isDone: hasLearnt }] : []),
    { text: hasAnswered ? 'mentorship.way.answered' : 'mentorship.way.survey', isDone: hasAnswered },
    { text: 'mentorship.way.search', isDone: isFound },
    { text: 'mentorship.way.choose', isDone: false },
    { text: 'mentorship.way.hello', isDone: false },
  ]
}
