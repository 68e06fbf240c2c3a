import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import type { MeetingReader } from './meeting-reader.tsx'

type ReaderProps = ComponentProps<typeof MeetingReader>

function LostReader({ kind, onClose }: ReaderProps) {
  const t = useText()
  useEffect(() => {
    if (kind === null) return
    showToast({ text: t('video.history.openFailed'), tone: 'bad' })
    onClose()
  }, [kind, t, onClose])
  return null
}
const Reader = lazy(async () => ({
  default: await import('./meeting-reader.tsx').then(
    (part) => part.MeetingReader,
    () => LostReader,
  ),
}))

/** Its dialog is a third of what a conversation weighs, so it is loaded when it is first opened. */
export function LazyReader(props: ReaderProps) {
  const t = useText()
  const [wasOpened, setOpened] = useState(false)
  if (props.kind !== null && !wasOpened) setOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={<LoadingBeads label={t('video.history.opening')} labelHidden />}>
      <Reader {...props} />
    </Suspense>
  )
}
