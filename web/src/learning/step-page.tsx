import type { SessionDetail } from '@saathi/contract/learning/detail'
import { Link, Navigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import awaiting from '#art/awaiting-response.svg'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { afterPaint } from './after-paint.ts'
import { useSessionContext } from './journey.ts'
import { resumeStepOf } from './remembered.ts'
import { useSessionAddress } from './session-address.ts'
import { titleOf } from './session-card.tsx'
import { SessionGate } from './session-gate.tsx'
import { StepPlayer } from './step-player.tsx'
import { StepSkeleton } from './step-skeleton.tsx'
import { useFetchAhead } from './use-fetch-ahead.ts'

export function StepPage() {
  const { session, step } = useSessionAddress()
  return (
    <SessionGate id={session} pending={<StepSkeleton />}>
      {(detail) => <AtStep session={detail} asked={step} />}
    </SessionGate>
  )
}

/**
 * A step that the address does not name, or that the session no longer has, gives way to where one would go on. A page that
 * is turned is shown at once, and the address follows: on a slow phone the router takes longer than the step itself.
 */
export function AtStep({ session, asked }: { session: SessionDetail; asked: number | undefined }) {
  const router = useRouter()
  const { mentorship, toStep } = useSessionContext()
  useFetchAhead(session)
  const [ahead, setAhead] = useState<{ from: number | undefined; to: number; follow: () => void }>()
  // The address has followed, or someone went elsewhere.
  if (ahead && ahead.from !== asked) setAhead(undefined)
  const isAhead = ahead?.from === asked
  useEffect(() => {
    if (!ahead) return
    let stop = () => {}
    const cancel = afterPaint(() => {
      ahead.follow()
      // Whoever goes back before the address has followed is where they began when it comes to rest, and no step ahead.
      stop = router.subscribe('onResolved', () => setAhead(undefined))
    })
    return () => {
      cancel()
      stop()
    }
  }, [ahead, router])
  const onTurned = (to: number, follow: () => void) => setAhead({ from: asked, to, follow })
  const step = session.sessionSteps.find(({ id }) => id === (isAhead ? ahead?.to : asked))
  if (step) {
    return <StepPlayer session={session} step={step} isTurning={isAhead} onTurned={onTurned} />
  }
  const resume = resumeStepOf(session, mentorship)
  if (resume === undefined) return <NoSteps title={titleOf(session)} />
  return <Navigate {...toStep(session.id, resume)} replace />
}

function NoSteps({ title }: { title: string }) {
  const t = useText()
  const { toHome, words } = useSessionContext()
  const home = (
    <ButtonLink kind="primary" render={<Link {...toHome()} />}>
      {t(words.goHome)}
    </ButtonLink>
  )
  return <Empty level={1} drawing={awaiting} title={title} text={t('learning.intro.noSteps')} action={home} />
}
