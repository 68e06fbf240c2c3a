import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { createPersonStore } from '#core/session.ts'
import { useStore } from '#core/store.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { OptionGroup } from '#core/ui/form/option.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { PageHead } from '../kit/page-head.tsx'
import css from './people.module.css'

/** The last reason in this tab, offered again for the next person. */
const lastReason = createPersonStore('')

const reasons = ['contact', 'answer', 'match', 'check'] as const

/** Asks why before it shows something private. The person can read the answer. */
export function ReasonGate({ title, children }: { title: string; children: (reason: string) => ReactNode }) {
  const t = useText()
  const formId = useId()
  const previous = useStore(lastReason)
  const texts = reasons.map((key) => t(`staff.reason.${key}`))
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const [chosen, setChosen] = useState(texts.includes(previous) ? previous : '')
  const [own, setOwn] = useState(texts.includes(previous) ? '' : previous)
  if (confirmed !== null) return children(confirmed)
  const reason = own.trim() || chosen

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (reason.length < 3) return
    lastReason.set(reason)
    setConfirmed(reason)
  }

  return (
    <>
      <PageHead title={title} text={t('staff.reason.text')} />
      <Card className={css.reason}>
        <form id={formId} onSubmit={handleSubmit}>
          <OptionGroup
            legend={t('staff.reason.title')}
            options={texts.map((text) => ({ value: text, label: text }))}
            value={own.trim() === '' ? chosen : null}
            onChoose={(text) => {
              setChosen(text)
              setOwn('')
            }}
          />
          <Field label={t('staff.reason.own')} help={t('staff.reason.help')}>
            <TextInput value={own} maxLength={200} onChange={({ target }) => setOwn(target.value)} />
          </Field>
          <Button type="submit" kind="primary" disabled={reason.length < 3}>
            {t('staff.reason.open')}
          </Button>
        </form>
      </Card>
    </>
  )
}
