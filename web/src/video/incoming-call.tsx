import { type CallPerson, DECLINE_WORDS_MAX } from '@saathi/contract/video/entities'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Button } from '#core/ui/button.tsx'
import { hangUp } from '#core/ui/further-icons.ts'
import { Icon } from '#core/ui/icon.tsx'
import { chat, video } from '#core/ui/icons.ts'
import { publishAnswered } from './in-call.ts'
import css from './incoming-call.module.css'
import { useDeclineCall } from './queries.ts'
import { RingingFace } from './ring/ringing-view.tsx'

type Incoming = { room: string; by: CallPerson; endsAt: string }
export type IncomingCallProps = { incoming: Incoming; onDone: () => void }
export type QuietCallProps = { name: string; onDone: () => void }

const QUIET_MS = 8_000

function useDoneAfter(ms: number, onDone: () => void): void {
  const [afterMs] = useState(ms)
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const timer = setTimeout(() => done(), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
}

/** Announces the call to a person who is in another call. */
export function QuietCall({ name, onDone }: QuietCallProps) {
  const t = useText()
  useDoneAfter(QUIET_MS, onDone)
  return (
    <p className={css.quiet} role="status">
      {name ? t('video.ring.while', { name }) : t('video.ring.while.unknown')}
    </p>
  )
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

/** Over the page on a phone, in its corner on a wide screen. A click outside does not answer. */
export function IncomingCall({ incoming: { room, by, endsAt }, onDone }: IncomingCallProps) {
  const t = useText()
  const router = useRouter()
  const titleId = useId()
  const [isWriting, setWriting] = useState(false)
  const { mutate } = useDeclineCall()
  const handleDecline = (words?: string) => {
    mutate({ room, ...(words !== undefined && { words }) })
    onDone()
  }
  const card = useTemporaryFocus(() => handleDecline())
  useDoneAfter(Math.max(0, Date.parse(endsAt) - serverNow()), onDone)
  useEffect(startRinging, [])

  function handleAccept() {
    publishAnswered(room)
    onDone()
    void router.navigate({ to: '/chat/messenger', search: { section: 'video', room } })
  }

  return (
    <section ref={card} className={css.card} role="alertdialog" aria-labelledby={titleId} tabIndex={-1}>
      <p className={css.text}>{t('video.ring.text')}</p>
      <div className={css.who}>
        <RingingFace person={by} size="sm" />
        <h2 id={titleId} className={css.title} dir="auto">
          {t('video.ring', { name: by.name })}
        </h2>
      </div>
      {isWriting ? (
        <DeclineWords onSend={handleDecline} />
      ) : (
        <div className={css.answers}>
          <Button size="lg" className={css.no} onClick={() => handleDecline()}>
            <Icon of={hangUp} size={22} />
            {t('video.ring.decline')}
          </Button>
          <Button size="lg" className={css.go} onClick={handleAccept}>
            <Icon of={video} size={22} />
            {t('video.ring.accept')}
          </Button>
          <Button className={css.words} onClick={() => setWriting(true)}>
            <Icon of={chat} size={20} />
            {t('video.ring.message')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Tapping a suggested sentence sends it; a text of one's own needs a second tap. */
function DeclineWords({ onSend }: { onSend: (words: string) => void }) {
  const t = useText()
  const [words, setWords] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const text = words.trim()
  return (
    <form
      className={css.reply}
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== '') onSend(text)
      }}
    >
      {(['video.ring.later', 'video.ring.write'] as const).map((key) => (
        <button key={key} type="button" className={css.ready} onClick={() => onSend(t(key))}>
          {t(key)}
        </button>
      ))}
      <input
        ref={field}
        className={css.field}
        aria-label={t('video.ring.words')}
        placeholder={t('video.ring.words')}
        maxLength={DECLINE_WORDS_MAX}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Button type="submit" size="lg" className={css.no} disabled={text === ''}>
        {t('video.ring.sendDecline')}
      </Button>
    </form>
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
