import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { eyeOff } from '#core/ui/icons.ts'
import css from './blank-screen.module.css'

const TWICE_WITHIN_MS = 600

/** Hides a page at once, with a button or with Esc twice, when somebody comes by. What was typed stays. */
export function BlankScreen({ children }: { children: (blank: () => void) => ReactNode }) {
  const [isBlank, setBlank] = useState(false)
  const lastEscape = useRef(-Infinity)
  useEffect(() => {
    function handleKey({ key, timeStamp, repeat }: KeyboardEvent) {
      if (key !== 'Escape' || repeat) return
      if (timeStamp - lastEscape.current <= TWICE_WITHIN_MS) setBlank(true)
      lastEscape.current = timeStamp
    }
    // Captures the key before an open dialog does: closing, the dialog would stop the event.
    addEventListener('keydown', handleKey, { capture: true })
    return () => removeEventListener('keydown', handleKey, { capture: true })
  }, [])
  return (
    <>
      {isBlank && <Cover onEnd={() => setBlank(false)} />}
      <div hidden={isBlank}>{children(() => setBlank(true))}</div>
    </>
  )
}

function Cover({ onEnd }: { onEnd: () => void }) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className={css.cover}>
      <Icon of={eyeOff} size={40} />
      <p>{t('staff.safety.blankText')}</p>
      <Button ref={button} kind="line" onClick={onEnd}>
        {t('staff.safety.blankEnd')}
      </Button>
    </div>
  )
}

const twice = ['Esc', 'Esc'].join(' ')

export function BlankButton({ onClick }: { onClick: () => void }) {
  const t = useText()
  return (
    <Button kind="line" onClick={onClick} aria-keyshortcuts="Escape">
      <Icon of={eyeOff} /> {t('staff.safety.blank')} <kbd className={css.keys}>{twice}</kbd>
    </Button>
  )
}
