import type { Attachment } from '@saathi/contract/chat/socket'
import { useEffect, useRef, useState } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { readFileOnce } from '#core/network/file-cache.ts'
import { createStore } from '#core/store.ts'
import type { LinkTime } from './link-time.ts'

/** Only one note plays at a time. */
const playing = createStore<HTMLAudioElement | null>(null)

type PlayerInput = LinkTime & { attachment: Attachment; speed: number }

/** Plays from memory: the file is on this device after the first time, and its address expires. */
export function useVoicePlayer({ attachment: { id, presigned_url, type }, speed, hasExpired, onExpired }: PlayerInput) {
  const isLight = useDataLight()
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [second, setSecond] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const start = useRef(0)

  // Store the file, so that it can be played offline later.
  useEffect(() => {
    if (!isLight && !hasExpired()) void readFileOnce(id, presigned_url, type)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each file: its address changes, its content does not
  }, [id, isLight])

  useEffect(
    () => () => {
      audio.current?.pause()
      if (audio.current) URL.revokeObjectURL(audio.current.src)
    },
    [],
  )
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed
  }, [speed])

  async function load(): Promise<HTMLAudioElement | null> {
    if (audio.current) return audio.current
    const blob = await readFileOnce(id, presigned_url, type)
    if (!blob) {
      if (hasExpired()) onExpired()
      setFailed(true)
      return null
    }
    setFailed(false)
    const element = new Audio(URL.createObjectURL(blob))
    audio.current = element
    element.addEventListener('timeupdate', () => setSecond(element.currentTime))
    element.addEventListener('play', () => setPlaying(true))
    element.addEventListener('pause', () => setPlaying(false))
    element.addEventListener('ended', () => {
      element.currentTime = 0
      setSecond(0)
    })
    element.addEventListener('error', () => setFailed(true))
    await findLength(element)
    return element
  }

  async function toggle() {
    const element = await load()
    if (!element) return
    if (!element.paused) return element.pause()
    playing.get()?.pause()
    playing.set(element)
    element.playbackRate = speed
    if (start.current > 0) element.currentTime = start.current
    start.current = 0
    await element.play().catch(() => setFailed(true))
  }

  function seek(to: number) {
    setSecond(to)
    if (audio.current) audio.current.currentTime = to
    else start.current = to
  }

  return { isPlaying, second, hasFailed, toggle: () => void toggle(), seek }
}

const FAR_SECONDS = 100_000

/** Recorded files contain no duration, and browsers cannot seek in them until they have reached the end once. */
async function findLength(audio: HTMLAudioElement): Promise<void> {
  if (audio.readyState < HTMLMediaElement.HAVE_METADATA) {
    const { promise, resolve } = Promise.withResolvers<void>()
    audio.addEventListener('loadedmetadata', () => resolve(), { once: true })
    audio.addEventListener('error', () => resolve(), { once: true })
    await promise
  }
  if (Number.isFinite(audio.duration)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  audio.addEventListener('seeked', () => resolve(), { once: true })
  audio.addEventListener('error', () => resolve(), { once: true })
  audio.currentTime = FAR_SECONDS
  await promise
  audio.currentTime = 0
}
