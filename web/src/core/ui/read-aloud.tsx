import { type RefObject, useEffect, useState } from 'react'
import { useLanguage, useText } from '../i18n/texts.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { speaker } from './icons.ts'
import { Note } from './note.tsx'
import { languageOfText, paragraphsIn, stopSpeaking, voiceFor, whenVoicesLoaded } from './speech.ts'

type ReadAloudProps = {
  /** Its text is read, without buttons and links of the page itself. */
  source: RefObject<HTMLElement | null>
}

/** Reads a text with the voice of the device. Keyed by the text, so that reading stops with it. Nothing leaves the device that the browser itself does not send. */
export function ReadAloud({ source }: ReadAloudProps) {
  const t = useText()
  const language = useLanguage()
  const [state, setState] = useState<'idle' | 'speaking' | 'noVoice'>('idle')
  useEffect(() => stopSpeaking, [])
  if (!('speechSynthesis' in window)) return null

  async function handleStart() {
    setState('speaking')
    await whenVoicesLoaded()
    const parts = paragraphsIn(source.current).map((text) => ({ text, language: languageOfText(text, language) }))
    const voices = parts.map((part) => voiceFor(part.language))
    if (parts.length === 0 || voices.includes(undefined)) return setState('noVoice')
    for (const [at, part] of parts.entries()) {
      const spoken = new SpeechSynthesisUtterance(part.text)
      spoken.lang = part.language
      spoken.voice = voices[at] ?? null
      if (at === parts.length - 1) spoken.addEventListener('end', () => setState('idle'))
      spoken.addEventListener('error', () => setState('idle'))
      speechSynthesis.speak(spoken)
    }
  }

  function handleStop() {
    stopSpeaking()
    setState('idle')
  }

  const isSpeaking = state === 'speaking'
  return (
    <div data-silent>
      <Button kind="quiet" size="sm" aria-pressed={isSpeaking} onClick={isSpeaking ? handleStop : () => void handleStart()}>
        <Icon of={speaker} size={18} />
        {t(isSpeaking ? 'speech.stop' : 'speech.listen')}
      </Button>
      {state === 'noVoice' && (
        <Note tone="info" live="status">
          {t('speech.noVoice')}
        </Note>
      )}
    </div>
  )
}
