import { CHECK_IN_WORDS_MAX, type CheckIn } from '@saathi/contract/mentorship/course-entities'
import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './course.module.css'
import { courseQuery, useAnswerCheckIn } from './queries.ts'

const scores = [1, 2, 3, 4, 5] as const
export type Score = (typeof scores)[number]

/** Asks how it is going; one tap answers. On later visits the card is hidden until the next check-in. */
export function CheckInCard({ mentorship: { id, groupType } }: { mentorship: Mentorship }) {
  const t = useText()
  const { data } = useQuery(courseQuery(id))
  const [answered, setAnswered] = useState<{ number: number; score: Score } | null>(null)
  const checkIn = data?.checkIn
  const own = answered?.number === checkIn?.number ? answered : null
  if (!checkIn || (checkIn.score !== null && !own)) return null
  return (
    <Card className={css.card} aria-labelledby="mentorship-check-in">
      <h2 id="mentorship-check-in">{t(groupType === '1toM' ? 'course.checkIn.group' : 'course.checkIn.title')}</h2>
      <p className={css.sub}>{t('course.checkIn.who')}</p>
      <Answering
        key={checkIn.number}
        mentorship={id}
        checkIn={checkIn}
        score={own?.score ?? null}
        onScore={(score) => setAnswered(score && { number: checkIn.number, score })}
      />
    </Card>
  )
}

type AnsweringProps = {
  mentorship: number
  checkIn: CheckIn
  score: Score | null
  onScore: (score: Score | null) => void
}

function Answering({ mentorship, checkIn: { number }, score, onScore }: AnsweringProps) {
  const t = useText()
  const [words, setWords] = useState('')
  const answering = useAnswerCheckIn(mentorship)
  const { data, variables, isPending, isError } = answering
  const isDone = data !== undefined && variables?.words !== ''
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (score !== null && words.trim() !== '' && !isPending) answering.mutate({ number, score, words: words.trim() })
  }
  if (score === null) {
    return (
      <>
        <div className={css.scores}>
          {scores.map((value) => (
            <Button
              key={value}
              kind="line"
              onClick={() => {
                onScore(value)
                answering.mutate({ number, score: value, words: '' }, { onError: () => onScore(null) })
              }}
            >
              {t(`course.score.${value}`)}
            </Button>
          ))}
        </div>
        {isError && <Failed />}
      </>
    )
  }
  if (isDone) {
    return (
      <Note tone="ok" live="status">
        {t(data.isSent ? 'course.checkIn.sent' : 'outbox.here')}
      </Note>
    )
  }
  return (
    <form className={css.form} onSubmit={handleSubmit}>
      <p role="status">
        {t('course.checkIn.thanks', { score: t(`course.score.${score}`) })}
        {data?.isSent === false && ` ${t('outbox.here')}`}
      </p>
      <Field label={t('course.checkIn.words')}>
        <TextArea value={words} rows={2} maxLength={CHECK_IN_WORDS_MAX} onChange={({ target }) => setWords(target.value)} />
      </Field>
      {isError && <Failed />}
      <div className={css.row}>
        <Button type="submit" kind="primary" disabled={words.trim() === ''} busy={isPending} busyLabel={t('course.busy')}>
          {t('course.checkIn.send')}
        </Button>
      </div>
    </form>
  )
}

function Failed() {
  const t = useText()
  return (
    <Note tone="bad" live="alert">
      {t('course.checkIn.failed')}
    </Note>
  )
}
