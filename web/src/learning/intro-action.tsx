import type { SessionDetail } from '@saathi/contract/learning/detail'
import { Link, useRouter } from '@tanstack/react-router'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './intro-action.module.css'
import { resumeStepOf } from './remembered.ts'
import { stepLink } from './session-address.ts'
import { SessionProgress } from './session-progress.tsx'
import { useStartSession } from './session-queries.ts'
import { afterIntro } from './use-walk.ts'

/** The one thing to do, within reach of the thumb, and how far one has come. */
export function IntroAction({ session, title }: { session: SessionDetail; title: string }) {
  const step = resumeStepOf(session)
  if (step === undefined) return null
  const isBegun = session.sessionStatus !== 'NOT_STARTED'
  return (
    <div className={css.action}>
      {isBegun ? <Begun session={session} step={step} /> : <Start session={session} />}
      {isBegun && (
        <div className={css.progress}>
          <SessionProgress session={session} title={title} />
        </div>
      )}
    </div>
  )
}

function Begun({ session, step }: { session: SessionDetail; step: number }) {
  const t = useText()
  return (
    <ButtonLink kind="primary" size="lg" render={<Link {...stepLink(session.id, step)} state={afterIntro} />}>
      {t(session.sessionStatus === 'ONGOING' ? 'learning.intro.continue' : 'learning.intro.start')}
    </ButtonLink>
  )
}

function Start({ session }: { session: SessionDetail }) {
  const t = useText()
  const router = useRouter()
  const { start, isStarting, error } = useStartSession(session.id, async (standing) => {
    const step = resumeStepOf({ ...session, resumeStep: standing.resumeStep })
    if (step !== undefined) await router.navigate({ ...stepLink(session.id, step), state: afterIntro })
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
