import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import type { TextKey } from '@saathi/contract/texts'
import { useNext } from '#accounts/public.tsx'
import { useText } from '#core/i18n/texts.tsx'
import { type Bead, Beads } from '#core/ui/beads.tsx'
import { Card } from '#core/ui/card.tsx'

type Station = { text: TextKey; isDone: boolean }

/** All there is between signing up and the first hello; nothing for those for whom no search runs. */
export function WayToPartner() {
  const t = useText()
  const { next } = useNext()
  if (!next || next.step.kind === 'team' || (next.facts.side !== 'mentee' && next.facts.side !== 'mentor')) return null
  const { side } = next.facts
  const stations = stationsOf(next.facts)
  const here = stations.findIndex(({ isDone }) => !isDone)
  const steps = stations.map(({ text, isDone }, place): Bead => ({
    label: t(text, { minutes: next.facts.survey?.minutes ?? 0, count: next.facts.hub.needed }),
    state: isDone ? 'done' : place === here ? 'now' : 'next',
  }))
  return (
    <Card aria-labelledby="mentorship-way">
      <h2 id="mentorship-way">{t(side === 'mentor' ? 'mentorship.way.toMentee' : 'mentorship.way.toMentor')}</h2>
      <Beads
        vertical
        steps={steps}
        label={t('mentorship.way.place', { number: here + 1, total: stations.length })}
        stateLabels={{ done: t('mentorship.way.done'), now: t('mentorship.way.now'), next: t('mentorship.way.next') }}
      />
    </Card>
  )
}

/** Mentors are looked for without any sessions. */
function stationsOf({ side, mentorship, hub, survey, matching }: NextFacts): Station[] {
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
