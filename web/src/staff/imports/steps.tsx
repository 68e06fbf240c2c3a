import { useText } from '#core/i18n/texts.tsx'
import { Beads } from '#core/ui/progress/beads.tsx'
import { Card } from '#core/ui/card.tsx'
import css from './imports.module.css'

const steps = ['file', 'check', 'fix', 'run', 'done'] as const
type Step = (typeof steps)[number]

export function ImportSteps({ current }: { current: Step }) {
  const t = useText()
  const place = steps.indexOf(current)
  const stateAt = (at: number) => (at < place ? 'done' : at === place ? 'now' : 'next')
  return (
    <Card className={css.steps}>
      <Beads
        label={t('staff.import.steps')}
        stateLabels={{ done: t('matching.state.done'), now: t('matching.state.now'), next: t('matching.state.next') }}
        steps={steps.map((step, at) => ({ label: t(`staff.import.step.${step}`), state: stateAt(at) }))}
      />
    </Card>
  )
}
