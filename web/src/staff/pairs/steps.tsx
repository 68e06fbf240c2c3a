import { type PairStep, PairStepKind, STEP_WORDS_MAX } from '@saathi/contract/mentorship/course-entities'
import type { PairFacts } from '@saathi/contract/staff/pair-calls'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import css from './course.module.css'
import pairsCss from './pairs.module.css'
import { useTakeStep, useUndoStep } from './queries.ts'

const isPause = ({ kind, undoneAt }: PairStep) => kind === 'pause' && undoneAt === null

type Act = { take: PairStepKind } | { undo: PairStep }

/** The steps from a reminder to an end: those taken, and those possible next. */
export function StepsSection({ pair }: { pair: PairFacts }) {
  const t = useText()
  const [act, setAct] = useState<Act | null>(null)
  const onClose = () => setAct(null)
  const { steps } = pair.course
  const pause = steps.find(isPause)
  const wasTaken = (kind: PairStepKind) => steps.some((step) => step.kind === kind)
  const isNext: Record<PairStepKind, boolean> = {
    remind: true,
    warn: wasTaken('remind'),
    pause: pair.canManage && !pause,
    end: pair.canManage && (wasTaken('warn') || wasTaken('pause')),
  }
  return (
    <Card>
      <h2>{t('staff.pair.steps')}</h2>
      <p className={pairsCss.hint}>{t('staff.pair.steps.hint')}</p>
      <ol className={pairsCss.line}>
        {PairStepKind.options.map((kind) => (
          <li key={kind} data-state={kind === 'pause' && pause ? 'now' : wasTaken(kind) ? 'done' : 'next'}>
            <p>
              <b>{t(`staff.pair.step.${kind}`)}</b>
              <StepDay last={steps.find((step) => step.kind === kind)} />
            </p>
            <small>{t(`staff.pair.step.${kind}Text`)}</small>
            {pair.canWork && pair.endedAt === null && (
              <div className={css.stepActs}>
                {isNext[kind] && (
                  <Button size="sm" kind="line" onClick={() => setAct({ take: kind })}>
                    {t(`staff.pair.step.${kind}`)}
                  </Button>
                )}
                {kind === 'pause' && pause && pair.canManage && (
                  <Button size="sm" kind="primary" onClick={() => setAct({ undo: pause })}>
                    {t('staff.pair.step.resume')}
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
      {act && 'take' in act && <TakeDialog pair={pair} kind={act.take} onClose={onClose} />}
      {act && 'undo' in act && <UndoDialog pair={pair} step={act.undo} onClose={onClose} />}
    </Card>
  )
}

function StepDay({ last }: { last: PairStep | undefined }) {
  const t = useText()
  const language = useLanguage()
  if (!last) return <small>{t('staff.pair.step.notYet')}</small>
  const day = shortDay(last.takenAt, language)
  const text = last.kind !== 'pause' ? day : t(last.undoneAt ? 'staff.pair.step.undone' : 'staff.pair.step.inForce', { day })
  return <time dateTime={last.takenAt}>{text}</time>
}

function TakeDialog({ pair, kind, onClose }: { pair: PairFacts; kind: PairStepKind; onClose: () => void }) {
  const t = useText()
  const [words, setWords] = useState('')
  const [reason, setReason] = useState('')
  const taking = useTakeStep(pair.id, () => {
    onClose()
    showToast({ text: t('staff.pair.step.taken') })
  })
  return (
    <FormDialog
      action={taking}
      title={t(`staff.pair.step.${kind}`)}
      text={t(`staff.pair.step.${kind}Text`)}
      button={t(`staff.pair.step.${kind}`)}
      isDanger={kind === 'end'}
      onClose={onClose}
      onSubmit={() => taking.mutate({ kind, words: words.trim(), reason })}
    >
      <Field label={t('staff.pair.step.words')} help={t('staff.pair.step.wordsHelp')}>
        <TextArea value={words} rows={3} maxLength={STEP_WORDS_MAX} onChange={({ target }) => setWords(target.value)} />
      </Field>
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

function UndoDialog({ pair, step, onClose }: { pair: PairFacts; step: PairStep; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const undoing = useUndoStep({ id: pair.id, stepId: step.id }, () => {
    onClose()
    showToast({ text: t('staff.pair.step.taken') })
  })
  return (
    <FormDialog
      action={undoing}
      title={t('staff.pair.step.resume')}
      text={t('staff.pair.step.resumeText')}
      button={t('staff.pair.step.resume')}
      onClose={onClose}
      onSubmit={() => undoing.mutate(reason)}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
