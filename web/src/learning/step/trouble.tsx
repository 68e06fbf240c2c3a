import type { SessionDetail } from '@saathi/contract/learning/detail'
import { Link } from '@tanstack/react-router'
import { useConnection } from '#core/connection.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { useSessionContext } from '../session/context.tsx'
import { stepTitleOf } from './title.ts'
import css from './trouble.module.css'
import type { Trouble } from './use-saving.ts'

type StepTroubleProps = {
  session: SessionDetail
  trouble: Trouble | null
  linkState: Record<string, unknown>
  onRetry: () => void
}

/** Reports progress that could not be stored. The region always exists, so that screen readers announce changes. */
export function StepTrouble({ trouble, ...rest }: StepTroubleProps) {
  const { isReadOnly, notice } = useSessionContext()
  return (
    <div className={css.place} role="status">
      {trouble && !isReadOnly ? <TroubleNote trouble={trouble} {...rest} /> : notice}
    </div>
  )
}

function TroubleNote({ session, trouble, linkState, onRetry }: StepTroubleProps & { trouble: Trouble }) {
  const t = useText()
  const isOnline = useConnection() === 'online'
  const { toStep: placeOf } = useSessionContext()
  if (trouble.kind === 'later') {
    if (!isOnline) return <Note tone="info">{t('outbox.here')}</Note>
    const retry = (
      <Button kind="line" size="sm" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    )
    return (
      <Note tone="warn" title={t('learning.step.trouble.title')} action={retry}>
        {t('learning.step.trouble.later')}
      </Note>
    )
  }
  const step = trouble.kind === 'quiz' ? session.sessionSteps.find(({ id }) => id === trouble.step) : undefined
  if (!step) return <Note tone="warn">{t('learning.step.trouble.refused')}</Note>
  const toStep = (
    <ButtonLink kind="line" size="sm" render={<Link {...placeOf(session.id, step.id)} state={linkState} />}>
      {t('learning.step.trouble.toQuiz')}
    </ButtonLink>
  )
  return (
    <Note tone="warn" action={toStep}>
      {t('learning.step.trouble.quiz', { title: stepTitleOf(step) })}
    </Note>
  )
}
