import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useId } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Note } from '#core/ui/note.tsx'
import { ratingStatusQuery, useRateAssistant } from '../queries.ts'
import css from './rating-scale.module.css'

/** The wire uses the English questions as names. */
const questions = [
  { wire: 'Accuracy of information provided?', text: 'chat.rating.accuracy' },
  { wire: 'Relevance of information shared?', text: 'chat.rating.relevance' },
  { wire: 'Query resolution?', text: 'chat.rating.resolution' },
] as const

const CHECK_AGAIN_MS = 300_000
const THANKS_MS = 2_000

type RatingWhenDueProps = {
  channel: number
  /** When the person last wrote to the assistant. Five minutes later the status is fetched again. */
  lastSent: string | null
}

export function RatingWhenDue({ channel, lastSent }: RatingWhenDueProps) {
  const { data, refetch } = useQuery(ratingStatusQuery(channel))
  const [isThanking, setThanking] = useState(false)

  useEffect(() => {
    if (lastSent === null) return undefined
    const leftMs = CHECK_AGAIN_MS - (serverNow() - Date.parse(lastSent))
    const timer = setTimeout(() => void refetch({ cancelRefetch: false }), Math.max(0, leftMs))
    return () => clearTimeout(timer)
  }, [lastSent, refetch])

  useEffect(() => {
    if (!isThanking) return undefined
    const timer = setTimeout(() => setThanking(false), THANKS_MS)
    return () => clearTimeout(timer)
  }, [isThanking])

  if (isThanking) return <Thanks onClose={() => setThanking(false)} />
  return data?.isRatingDue ? <RatingDialog channel={channel} onRated={() => setThanking(true)} /> : null
}

function Thanks({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Dialog open title={t('chat.rating.title')} onClose={onClose} closeLabel={t('chat.rating.close')}>
      <Note tone="ok" live="status">
        {t('chat.rating.thanks')}
      </Note>
    </Dialog>
  )
}

function RatingDialog({ channel, onRated }: { channel: number; onRated: () => void }) {
  const t = useText()
  const [marks, setMarks] = useState<Record<string, number>>({})
  const { mutate, isPending, error, variables } = useRateAssistant(channel)
  const isWhole = questions.every(({ wire }) => marks[wire] !== undefined)
  function skip() {
    // Escape may ask again while the request is running.
    if (!isPending) mutate(Object.fromEntries(questions.map(({ wire }) => [wire, null])))
  }
  const submit = () => mutate(marks, { onSuccess: onRated })
  const isSkipping = isPending && Object.values(variables ?? {}).every((mark) => mark === null)
  return (
    <Dialog
      open
      sheet
      title={t('chat.rating.title')}
      text={t('chat.rating.text')}
      onClose={skip}
      actions={
        <>
          <Button kind="quiet" busy={isSkipping} busyLabel={t('chat.rating.sending')} onClick={skip}>
            {t('chat.rating.skip')}
          </Button>
          <Button
            kind="primary"
            disabled={!isWhole}
            busy={isPending && !isSkipping}
            busyLabel={t('chat.rating.sending')}
            onClick={submit}
          >
            {t('chat.rating.submit')}
          </Button>
        </>
      }
    >
      {questions.map(({ wire, text }) => (
        <RatingScale
          key={wire}
          question={t(text)}
          value={marks[wire] ?? null}
          onRate={(mark) => setMarks({ ...marks, [wire]: mark })}
        />
      ))}
      {error && (
        <Note tone="bad" live="alert">
          {t(errorTextKey(error))}
        </Note>
      )}
    </Dialog>
  )
}

const levels = [1, 2, 3, 4, 5] as const

type RatingScaleProps = { question: string; value: number | null; onRate: (value: number) => void }

/** Radio inputs, so that arrow keys work. */
function RatingScale({ question, value, onRate }: RatingScaleProps) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className={css.scale} role="radiogroup">
      <legend className={css.question}>{question}</legend>
      <div className={css.levels}>
        {levels.map((level) => (
          <label key={level} className={css.level}>
            <input type="radio" name={name} value={level} checked={level === value} onChange={() => onRate(level)} />
            <span aria-hidden="true">{level}</span>
            <span className="sr">{t('chat.rating.level', { level })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
