import {
  MAX_NUDGE_DAYS,
  MAX_NUDGE_TIMES,
  MAX_NUDGES_A_DAY,
  NUDGE_TEXT_MAX,
  NUDGE_TITLE_MAX,
  type NudgePlan,
  type NudgeText,
} from '@saathi/contract/worklist/nudges'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Checkbox } from '#core/ui/form/checkbox.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import css from './nudges.module.css'
import { planPreviewQuery, type Timing, useSetPlan } from './queries.ts'

type PlanDialogProps = {
  programmeId: number
  plan: NudgePlan
  languages: readonly { code: string; name: string }[]
  onClose: () => void
}

const isWithin = (text: string, max: number): boolean => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= max

/** Before saving, shows how many people the plan would reach tomorrow. */
export function PlanDialog({ programmeId, plan, languages, onClose }: PlanDialogProps) {
  const t = useText()
  const params = { programmeId, trigger: plan.trigger }
  const [isOn, setOn] = useState(plan.isOn)
  const [after, setAfter] = useState(String(plan.afterDays))
  const [times, setTimes] = useState(String(plan.times))
  const [again, setAgain] = useState(String(plan.againDays ?? plan.afterDays))
  const [perDay, setPerDay] = useState(String(plan.perDay))
  const [texts, setTexts] = useState<readonly NudgeText[]>(plan.texts)
  const isRepeated = times !== '1'
  const isValid =
    isWithin(after, MAX_NUDGE_DAYS) && (!isRepeated || isWithin(again, MAX_NUDGE_DAYS)) && isWithin(perDay, MAX_NUDGES_A_DAY)
  const timing: Timing = {
    afterDays: Number(after),
    ...(isRepeated && { againDays: Number(again) }),
    times: Number(times),
    perDay: Number(perDay),
  }
  const preview = useQuery({ ...planPreviewQuery(params, timing), enabled: isOn && isValid })
  const setPlan = useSetPlan(params, onClose)
  const seen = preview.data?.count ?? null
  function handleSubmit() {
    const { afterDays, times: count, perDay: most } = { afterDays: Number(after), times: Number(times), perDay: Number(perDay) }
    const againDays = isRepeated ? Number(again) : null
    // Unchanged texts are not stored, so that later improvements of the default apply.
    const own = texts.filter(({ title, text }) => title.trim() !== '' && text.trim() !== '')
    setPlan.mutate({ isOn, afterDays, againDays, times: count, perDay: most, texts: own, version: plan.version, seen })
  }
  const days = (label: string, value: string, onChange: (text: string) => void, max: number) => (
    <Field label={label} required>
      <TextInput
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={max}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
  return (
    <FormDialog
      action={setPlan}
      title={t(`staff.nudges.plan.${plan.trigger}`)}
      text={t('staff.nudges.dialogText')}
      button={t('staff.programme.save')}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <Checkbox checked={isOn} onChange={({ target }) => setOn(target.checked)}>
        {t('staff.nudges.on')}
      </Checkbox>
      <div className={css.numbers}>
        {days(t('staff.nudges.after'), after, setAfter, MAX_NUDGE_DAYS)}
        {days(t('staff.nudges.perDay'), perDay, setPerDay, MAX_NUDGES_A_DAY)}
        <Field label={t('staff.nudges.times')}>
          <Select value={times} onChange={({ target }) => setTimes(target.value)}>
            {Array.from({ length: MAX_NUDGE_TIMES }, (_, at) => (
              <option key={at} value={String(at + 1)}>
                {t('staff.nudges.timesCount', { count: at + 1 })}
              </option>
            ))}
          </Select>
        </Field>
        {isRepeated && days(t('staff.nudges.again'), again, setAgain, MAX_NUDGE_DAYS)}
      </div>
      <Words plan={plan} languages={languages} texts={texts} onChange={setTexts} />
      <div className={css.preview} role="status">
        {!isOn ? (
          t('staff.nudges.previewOff', { count: plan.planned })
        ) : preview.data ? (
          <>
            <b>{t('staff.nudges.preview', { count: preview.data.count, names: preview.data.names.join(', ') })}</b>
            {preview.data.leftOut.length > 0 && (
              <ul>
                {preview.data.leftOut.map(({ why, count }) => (
                  <li key={why}>{t(`staff.nudges.leftOut.${why}`, { count })}</li>
                ))}
              </ul>
            )}
          </>
        ) : preview.isError ? (
          t('staff.failed.title')
        ) : isValid ? (
          t('app.loading')
        ) : (
          ''
        )}
      </div>
    </FormDialog>
  )
}

type WordsProps = Pick<PlanDialogProps, 'plan' | 'languages'> & {
  texts: readonly NudgeText[]
  onChange: (texts: readonly NudgeText[]) => void
}

/** The text in one language at a time, with a preview of the message. */
function Words({ plan, languages, texts, onChange }: WordsProps) {
  const t = useText()
  const mine = useLanguage()
  const [language, setLanguage] = useState(languages.some(({ code }) => code === mine) ? mine : (languages[0]?.code ?? 'en'))
  const own = texts.find((each) => each.language === language)
  const usual = plan.usualTexts.find((each) => each.language === language)
  const { title, text } = { title: own?.title ?? '', text: own?.text ?? '' }
  const change = (changed: Partial<NudgeText>) =>
    onChange([...texts.filter((each) => each.language !== language), { language, title, text, ...changed }])
  const isOwn = title.trim() !== '' && text.trim() !== ''
  const shown = isOwn ? { title, text } : usual
  return (
    <>
      <Field label={t('staff.nudges.language')}>
        <Select value={language} onChange={({ target }) => setLanguage(target.value)}>
          {languages.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('staff.nudges.ownTitle')} help={t('staff.nudges.ownHelp')}>
        <TextInput value={title} maxLength={NUDGE_TITLE_MAX} onChange={({ target }) => change({ title: target.value })} />
      </Field>
      <Field label={t('staff.nudges.ownText')}>
        <TextArea value={text} rows={2} maxLength={NUDGE_TEXT_MAX} onChange={({ target }) => change({ text: target.value })} />
      </Field>
      <div>
        <p className={css.meta}>{t('staff.nudges.asRead')}</p>
        <p className={css.message} lang={language} dir="auto">
          <b>{shown?.title}</b>
          <span>{shown?.text}</span>
        </p>
      </div>
    </>
  )
}
