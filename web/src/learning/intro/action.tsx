import type { SessionDetail } from '@saathi/contract/learning/detail'
import { isOwnDone } from '@saathi/contract/learning/progress'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './action.module.css'
import { useSessionContext } from '../session/context.tsx'
import { resumeStepOf } from '../session/resume-storage.ts'
import { useStartSession } from '../session/queries.ts'
import { afterIntro } from '../step/use-step-history.ts'

/** The main button, within reach of the thumb, and the progress. */
export function IntroAction({ session, title }: { session: SessionDetail; title: string }) {
  const { mentorship } = useSessionContext()
  const step = resumeStepOf(session, mentorship)
  if (step === undefined) return null
  const isStarted = session.sessionStatus !== 'NOT_STARTED'
  return (
    <ActionBar session={session} title={title}>
      {isStarted ? <Continue session={session} step={step} /> : <Start session={session} />}
    </ActionBar>
  )
}

type ActionBarProps = { session: SessionDetail; title: string; children: ReactNode }

export function ActionBar({ session, title, children }: ActionBarProps) {
  const { renderProgress } = useSessionContext()
  return (
    <div className={css.action}>
      {children}
      {session.sessionStatus !== 'NOT_STARTED' && <div className={css.progress}>{renderProgress({ session, title })}</div>}
    </div>
  )
}

function Continue({ session, step }: { session: SessionDetail; step: number }) {
  const { toStep } = useSessionContext()
  const word = useContinueText(session)
  return (
    <ButtonLink kind="primary" size="lg" render={<Link {...toStep(session.id, step)} state={afterIntro} />}>
      {word}
    </ButtonLink>
  )
}

/** "Continue" when ongoing, "Read again" when the own part is done, otherwise "Start". */
export function useContinueText(session: SessionDetail): string {
  const t = useText()
  const { isReadOnly } = useSessionContext()
  if (isReadOnly) return t('learning.intro.read')
  if (isOwnDone(session)) return t('learning.intro.again')
  return t(session.sessionStatus === 'ONGOING' ? 'learning.intro.continue' : 'learning.intro.start')
}

function Start({ session }: { session: SessionDetail }) {
  const t = useText()
  const router = useRouter()
  const { mentorship, toStep } = useSessionContext()
  const { start, isStarting, error } = useStartSession(session.id, async (progress) => {
    const { sessionStatus, resumeStep } = progress
    const step = resumeStepOf({ ...session, sessionStatus, resumeStep }, mentorship)
    if (step !== undefined) await router.navigate({ ...toStep(session.id, step), state: afterIntro })
  })

  function handleStart() {
    start()
    // Load the next page's code while the server stores the start.
    void import('../step/page.tsx').catch(() => null)
  }

  return (
    <div className={css.start}>
      {error && !isStarting && (
        <Note tone="bad" live="alert">
          {t('learning.intro.startFailed')} {t(errorTextKey(error))}
        </Note>
      )}
      <Button kind="primary" size="lg" busy={isStarting} busyLabel={t('learning.intro.starting')} onClick={handleStart}>
        {t('learning.intro.start')}
      </Button>
    </div>
  )
}
