import type { SessionDetail } from '@saathi/contract/learning/detail'
import { isOwnDone } from '@saathi/contract/learning/progress'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './intro-action.module.css'
import { useSessionContext } from './journey.ts'
import { resumeStepOf } from './remembered.ts'
import { useStartSession } from './session-queries.ts'
import { afterIntro } from './use-walk.ts'

/** The one thing to do, within reach of the thumb, and how far one has come. */
export function IntroAction({ session, title }: { session: SessionDetail; title: string }) {
  const { mentorship } = useSessionContext()
  const step = resumeStepOf(session, mentorship)
  if (step === undefined) return null
  const isBegun = session.sessionStatus !== 'NOT_STARTED'
  return (
    <ActionBar session={session} title={title}>
      {isBegun ? <Begun session={session} step={step} /> : <Start session={session} />}
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

function Begun({ session, step }: { session: SessionDetail; step: number }) {
  const { toStep } = useSessionContext()
  const word = useGoOnWord(session)
  return (
    <ButtonLink kind="primary" size="lg" render={<Link {...toStep(session.id, step)} state={afterIntro} />}>
      {word}
    </ButtonLink>
  )
}

/** Continue where it is ongoing, Read again where one's own part is done; everything else is Start. */
export function useGoOnWord(session: SessionDetail): string {
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
  const { start, isStarting, error } = useStartSession(session.id, async (standing) => {
    const { sessionStatus, resumeStep } = standing
    const step = resumeStepOf({ ...session, sessionStatus, resumeStep }, mentorship)
    if (step !== undefined) await router.navigate({ ...toStep(session.id, step), state: afterIntro })
  })

  function handleStart() {
    start()
    // While the server writes it down, the pages that follow may come.
    void import('./step-page.tsx').catch(() => null)
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
