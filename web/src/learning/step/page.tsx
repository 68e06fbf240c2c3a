import type { SessionDetail } from '@saathi/contract/learning/detail'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState, useEffectEvent, useSyncExternalStore } from 'react'
import awaiting from '#art/awaiting-response.svg'
import { useConnection } from '#core/connection.ts'
import { useDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Empty } from '#core/ui/empty.tsx'
import own from '#core/ui/own-bar.module.css'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { AreaTitle } from '../page-states.tsx'
import { titleOf } from '../cards/session-card.tsx'
import { useSessionAddress } from '../session/address.ts'
import { useSessionContext } from '../session/context.tsx'
import { SessionGate } from '../session/gate.tsx'
import { resumeStepOf } from '../session/resume-storage.ts'
import { afterPaint } from './after-paint.ts'
import card from './card.module.css'
import css from './player.module.css'
import { StepPlayer } from './player.tsx'

export function StepPage() {
  const { session, step } = useSessionAddress()
  return (
    <SessionGate id={session} pending={<StepSkeleton />}>
      {(detail) => <AtStep session={detail} requested={step} />}
    </SessionGate>
  )
}

/**
 * Redirects to the resume step when the address has no valid step. A turned page is shown immediately and the address follows: on
 * slow phones, the router takes longer than rendering the step.
 */
export function AtStep({ session, requested }: { session: SessionDetail; requested: number | undefined }) {
  const router = useRouter()
  const { mentorship, toStep } = useSessionContext()
  useFetchAhead(session)
  const [ahead, setAhead] = useState<{ from: number | undefined; to: number; follow: () => void }>()
  // The address has caught up, or the reader navigated elsewhere.
  if (ahead && ahead.from !== requested) setAhead(undefined)
  const isAhead = ahead?.from === requested
  useEffect(() => {
    if (!ahead) return
    let stop = () => {}
    const cancel = afterPaint(() => {
      ahead.follow()
      // If the reader goes back before the address has caught up, drop the pending step when navigation settles.
      stop = router.subscribe('onResolved', () => setAhead(undefined))
    })
    return () => {
      cancel()
      stop()
    }
  }, [ahead, router])
  const onTurned = (to: number, follow: () => void) => setAhead({ from: requested, to, follow })
  const step = session.sessionSteps.find(({ id }) => id === (isAhead ? ahead?.to : requested))
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

/** Delays the prefetch, so that the opened step loads first. */
const pageFirstMs = 2_000

/** Only some browsers report the connection type. */
function isSlow(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'effectiveType' in connection &&
    /^(slow-2g|2g|3g)$/.test(String(connection.effectiveType))
  )
}

// Undefined over plain http.
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker
const hasWorker = (): boolean => Boolean(workers()?.controller)

function onWorkerChange(listener: () => void): () => void {
  workers()?.addEventListener('controllerchange', listener)
  return () => workers()?.removeEventListener('controllerchange', listener)
}

/**
 * Prefetches a started session while it is read, and again when back online, unless data saving is on. Requires an active service
 * worker, since without it nothing works offline; on the first visit it activates later.
 */
function useFetchAhead(session: SessionDetail): void {
  const client = useQueryClient()
  const context = useSessionContext()
  const isLight = useDataLight()
  const isOnline = useConnection() === 'online'
  const mayFetch = useSyncExternalStore(onWorkerChange, hasWorker) && isOnline && !isLight
  const sessionId = mayFetch && !context.isReadOnly && session.sessionStatus === 'ONGOING' ? session.id : null
  const fetchNow = useEffectEvent(async (signal: AbortSignal) => {
    if (isSlow()) return
    const { fetchAhead } = await import('./fetch-ahead.ts')
    await fetchAhead(client, context, session, signal)
  })
  useEffect(() => {
    if (sessionId === null) return
    const over = new AbortController()
    const timer = setTimeout(() => void fetchNow(over.signal).catch(() => null), pageFirstMs)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [sessionId])
}

/** Skeleton of a step: the card on the dark background of the banner. */
export function StepSkeleton() {
  const t = useText()
  return (
    <div className={classNames(css.player, own.page)}>
      <AreaTitle />
      <div className={css.banner} />
      <SkeletonGroup label={t('learning.session.loading')} className={classNames(card.card, css.waiting)}>
        <Skeleton width="30%" height="14px" />
        <Skeleton width="75%" height="30px" />
        <Skeleton height="96px" />
        <Skeleton height="72px" />
        <Skeleton height="96px" />
      </SkeletonGroup>
    </div>
  )
}
