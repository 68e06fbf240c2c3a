import { useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import css from './caption-bar.module.css'
import type { Caption } from './engine/call-snapshot.ts'

const SHOWN = 2
/** Long enough to read, short enough not to look current. */
const GONE_AFTER_MS = 8_000

/** Not announced: screen reader users hear the voices themselves. */
export function CaptionBar({ captions }: { captions: readonly Caption[] }) {
  const t = useText()
  const newest = captions.at(-1)?.id ?? null
  const [gone, setGone] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setGone(newest), GONE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [newest])
  if (newest === null || newest === gone) return null
  return (
    <div className={css.captions} role="log" aria-live="off" aria-label={t('call.captions')}>
      {captions.slice(-SHOWN).map(({ id, name, text }) => (
        <p key={id} dir="auto">
          <b>{t('call.captions.said', { name })}</b> {text}
        </p>
      ))}
    </div>
  )
}
