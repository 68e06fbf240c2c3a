import { type OpenRoom, RING_SECONDS } from '@saathi/contract/video/entities'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { isOver, roomsQuery } from './queries.ts'
import { publishAnswered } from './in-call.ts'
import css from './incoming-call.module.css'

/** `isQuiet`: the person is in another call. */
type Incoming = { room: string; channel: number; from: number; name: string; at: number; isQuiet: boolean }
export type IncomingCallProps = { incoming: Incoming; onDone: () => void }

const QUIET_MS = 8_000

export const IncomingCall = (props: IncomingCallProps) =>
  props.incoming.isQuiet ? <QuietCall {...props} /> : <RingingCall {...props} />

function useDoneAfter(ms: number, onDone: () => void): void {
  const [afterMs] = useState(ms)
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const timer = setTimeout(() => done(), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
}

function QuietCall({ incoming: { name }, onDone }: IncomingCallProps) {
  const t = useText()
  useDoneAfter(QUIET_MS, onDone)
  return (
    <p className={css.quiet} role="status">
      {name ? t('video.ring.while', { name }) : t('video.ring.while.unknown')}
    </p>
  )
}

/** The call as the server lists it; calls `onOver` when nobody is in it any more. */
function useOpenRoom(room: string, onOver: () => void): OpenRoom | undefined {
  const { data, isFetchedAfterMount, isError } = useQuery({ ...roomsQuery, staleTime: 0 })
  const previous = useRef<OpenRoom>(undefined)
  // Data fetched before the call started does not include it, and a failed fetch says nothing.
  const isLoaded = isFetchedAfterMount && !isError && data !== undefined
  const now = isLoaded ? data.find((each) => each.room === room) : undefined
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (!isLoaded) return
    if (isOver(previous.current, now)) over()
    previous.current = now
  }, [isLoaded, now])
  return now
}

/** Takes the focus, and restores it on unmount. */
function useTemporaryFocus(onEscape: () => void): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null)
  const escape = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onEscape()
  })
  useEffect(() => {
    const before = document.activeElement
    const here = card.current
    const handleKeyDown = (event: KeyboardEvent) => escape(event)
    here?.addEventListener('keydown', handleKeyDown)
    here?.focus({ preventScroll: true })
    return () => {
      here?.removeEventListener('keydown', handleKeyDown)
      const isHere = here?.contains(document.activeElement) || document.activeElement === document.body
      if (isHere && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return card
}

/** Shown over the page, which stays usable: a click outside does not answer. */
function RingingCall({ incoming: { room, from, name: inviteName, at }, onDone }: IncomingCallProps) {
  const t = useText()
  const router = useRouter()
  const titleId = useId()
  const card = useTemporaryFocus(answer)
  const openRoom = useOpenRoom(room, onDone)
  const caller = openRoom?.people.find(({ userId }) => userId === from)
  const name = inviteName || caller?.name || openRoom?.title
  useDoneAfter(Math.max(0, RING_SECONDS * 1_000 - (serverNow() - at)), onDone)
  useEffect(startRinging, [])

  function answer() {
    publishAnswered(room)
    onDone()
  }
  function handleAccept() {
    answer()
    void router.navigate({ to: '/chat/messenger', search: { section: 'video', room } })
  }

  return (
    <section ref={card} className={css.card} role="alertdialog" aria-labelledby={titleId} tabIndex={-1}>
      <Avatar name={name ?? ''} picture={caller?.displayPicture} />
      <div className={css.words}>
        <p id={titleId} className={css.title} dir="auto">
          {name ? t('video.ring', { name }) : t('video.ring.unknown')}
        </p>
        <p className={css.text}>{t('video.ring.text')}</p>
      </div>
      <div className={css.answers}>
        <Button kind="quiet" onClick={answer}>
          {t('video.ring.decline')}
        </Button>
        <Button kind="primary" onClick={handleAccept}>
          {t('video.ring.accept')}
        </Button>
      </div>
    </section>
  )
}

const RING_EVERY_MS = 3_000
const NOTES_HZ = [659.25, 880] as const
const NOTE_SECONDS = 0.5

/**
 * Two soft notes, repeated; returns a function that stops. Without a user gesture the browser plays nothing, and notes must not
 * be queued: they would all play later at once.
 */
function startRinging(): () => void {
  if (typeof AudioContext === 'undefined') return () => {}
  const context = new AudioContext()
  const sound = () => {
    if (context.state === 'running') NOTES_HZ.forEach((hertz, place) => play(context, hertz, place * NOTE_SECONDS * 0.6))
    else context.resume().catch(() => {})
  }
  const timer = setInterval(sound, RING_EVERY_MS)
  context.addEventListener('statechange', sound, { once: true })
  sound()
  return () => {
    clearInterval(timer)
    context.removeEventListener('statechange', sound)
    context.close().catch(() => {})
  }
}

function play(context: AudioContext, hertz: number, afterSeconds: number): void {
  const from = context.currentTime + afterSeconds
  const note = context.createOscillator()
  const loudness = context.createGain()
  note.frequency.value = hertz
  loudness.gain.setValueAtTime(0, from)
  loudness.gain.linearRampToValueAtTime(0.18, from + 0.04)
  loudness.gain.exponentialRampToValueAtTime(0.001, from + NOTE_SECONDS)
  note.connect(loudness).connect(context.destination)
  note.start(from)
  note.stop(from + NOTE_SECONDS)
}
