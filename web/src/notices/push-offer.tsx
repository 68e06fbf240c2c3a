import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { readStored, writeStored } from '#core/storage.ts'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Note } from '#core/ui/note.tsx'
import { deviceQuery, useSwitchDevice } from './device-queries.ts'
import css from './push-offer.module.css'
import { useFollowDevice } from './use-follow-device.ts'

/** Each device is asked only once. The answer is not personal, so it stays stored after a sign-out. */
const key = 'saathi.pushOffer'

/** Shown after a first success if notices on this device are off. The browser prompts only after Yes. */
export function PushOffer() {
  const t = useText()
  const titleId = useId()
  const [wasAnswered, setAnswered] = useState(() => readStored(key) !== null)
  const { data: state } = useQuery(deviceQuery)
  const turning = useSwitchDevice()
  useFollowDevice(state === 'on')

  function handleAnswer(isYes: boolean) {
    writeStored(key, isYes ? 'yes' : 'no')
    if (isYes) turning.mutate(true, { onSettled: () => setAnswered(true) })
    else setAnswered(true)
  }

  if (turning.isError) {
    return (
      <Note tone="warn" live="alert">
        {t('pushOffer.failed')}
      </Note>
    )
  }
  if (turning.isSuccess && state === 'on') {
    return (
      <Note tone="ok" live="status">
        {t('pushOffer.done')}
      </Note>
    )
  }
  if (wasAnswered || (state !== 'off' && !turning.isPending)) return null
  return (
    <Card className={css.offer} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('pushOffer.title')}</h2>
      <p>{t('pushOffer.text')}</p>
      <div className={css.answers}>
        <Button kind="primary" busy={turning.isPending} busyLabel={t('pushOffer.busy')} onClick={() => handleAnswer(true)}>
          {t('pushOffer.yes')}
        </Button>
        <Button kind="quiet" disabled={turning.isPending} onClick={() => handleAnswer(false)}>
          {t('pushOffer.no')}
        </Button>
      </div>
    </Card>
  )
}
