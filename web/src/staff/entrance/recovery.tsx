import { useState, type SubmitEvent } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Note } from '#core/ui/note.tsx'
import { ConfirmFirst } from '../kit/confirm-first.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './page.module.css'
import { unsavedCodes, useGiveRecoveryCode, useRequestReset } from './queries.ts'

/** Ten codes, shown once. */
export function SaveCodes({ codes }: { codes: readonly string[] }) {
  const t = useText()
  const [isCopied, setIsCopied] = useState(false)
  const text = codes.join('\n')
  async function handleCopy() {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return (
    <>
      <h1>{t('staff.codes.title')}</h1>
      <p>{t('staff.codes.text')}</p>
      <ol className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className={css.buttons}>
        <Button kind="line" onClick={() => void handleCopy()}>
          {t(isCopied ? 'staff.enrol.copied' : 'staff.codes.copy')}
        </Button>
        <a
          className={css.download}
          download="saathi-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          {t('staff.codes.download')}
        </a>
      </p>
      <Button kind="primary" size="lg" block onClick={() => unsavedCodes.set([])}>
        {t('staff.codes.saved')}
      </Button>
    </>
  )
}

/** For people without their phone: a saved code, or the help of two administrators. */
export function LostPhone({ onBack }: { onBack: () => void }) {
  const t = useText()
  const giving = useGiveRecoveryCode()
  const [code, setCode] = useState('')
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (code.trim() && !giving.isPending) giving.mutate(code.trim())
  }
  return (
    <>
      <h1>{t('staff.lost.title')}</h1>
      <p>{t('staff.lost.text')}</p>
      <form className={css.form} onSubmit={handleSubmit}>
        <Field label={t('staff.lost.code')}>
          <TextInput
            value={code}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={({ target }) => setCode(target.value)}
          />
        </Field>
        <RefusalNote error={giving.error} />
        <Button
          type="submit"
          kind="primary"
          size="lg"
          block
          disabled={!code.trim()}
          busy={giving.isPending}
          busyLabel={t('staff.entrance.busy')}
        >
          {t('staff.entrance.continue')}
        </Button>
      </form>
      <AskForReset />
      <Button kind="quiet" size="sm" onClick={onBack}>
        {t('staff.lost.back')}
      </Button>
    </>
  )
}

function AskForReset() {
  const t = useText()
  const language = useLanguage()
  const asking = useRequestReset()
  if (asking.data) {
    return (
      <Note tone="ok" live="status">
        {t('staff.lost.asked', { when: dayAndTime(asking.data.expiresAt, language) })}
      </Note>
    )
  }
  return (
    <>
      <p className={css.none}>
        {t('staff.lost.none')}{' '}
        <Button kind="line" size="sm" busy={asking.isPending} busyLabel={t('staff.busy')} onClick={() => asking.mutate()}>
          {t('staff.lost.ask')}
        </Button>
      </p>
      <RefusalNote error={asking.error} />
      <ConfirmFirst action={asking} />
    </>
  )
}
