import { GroupType } from '@saathi/contract/mentorship/entities'
import type { Programme } from '@saathi/contract/staff/programme-calls'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { languagesQuery } from '#core/i18n/dictionary.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Checkbox } from '#core/ui/form/checkbox.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { ConfirmFirst } from '../kit/confirm-first.tsx'
import { AskUnsaved, useUnsaved } from '../kit/unsaved.tsx'
import { DomainsField, readDomains } from './domains-field.tsx'
import { PartNote } from './part-note.tsx'
import css from './programmes.module.css'
import { useSetBasics } from './queries.ts'

/** Keeps the values it was opened with, so that a background fetch never replaces what somebody is typing. */
export function Basics({ programme, onReload }: { programme: Programme; onReload: () => void }) {
  const t = useText()
  const { id, name, groupType, isDisabled, membersAreAdults, emailDomains, languages, counts, versions } = programme
  const [draft, setDraft] = useState({ name, groupType, isDisabled, membersAreAdults, languages })
  const [domains, setDomains] = useState(emailDomains.join(', '))
  const [version, setVersion] = useState(versions.basics)
  const unsaved = useUnsaved({ draft, domains: readDomains(domains) })
  const saving = useSetBasics(id, (saved) => {
    unsaved.markSaved()
    setVersion(saved.versions.basics)
    showToast({ text: t('staff.programme.saved') })
  })
  const change = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes })

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (saving.isPending) return
    unsaved.markSent()
    saving.mutate({ ...draft, emailDomains: readDomains(domains), version })
  }

  return (
    <Card>
      <form className={css.form} onSubmit={handleSubmit}>
        <h2>{t('staff.programme.basics')}</h2>
        <Field label={t('staff.programmes.name')} required>
          <TextInput value={draft.name} maxLength={80} required onChange={({ target }) => change({ name: target.value })} />
        </Field>
        <Field label={t('staff.programmes.type')} help={counts.people > 0 ? t('staff.programme.typeFixed') : undefined}>
          <Select
            value={draft.groupType}
            disabled={counts.people > 0}
            onChange={({ target }) => change({ groupType: GroupType.parse(target.value) })}
          >
            {GroupType.options.map((type) => (
              <option key={type} value={type}>
                {t(`staff.programmes.type.${type}`)}
              </option>
            ))}
          </Select>
        </Field>
        <DomainsField value={domains} help={t('staff.programme.domainsHelp')} onChange={setDomains} />
        <Languages programme={programme} chosen={draft.languages} onChange={(chosen) => change({ languages: chosen })} />
        <div className={css.choices}>
          <Checkbox checked={draft.membersAreAdults} onChange={({ target }) => change({ membersAreAdults: target.checked })}>
            {t('staff.programme.adults')}
          </Checkbox>
          <Checkbox checked={!draft.isDisabled} onChange={({ target }) => change({ isDisabled: !target.checked })}>
            {t('staff.programme.takesSignUps')} <small className={css.hint}>{t('staff.programme.takesSignUpsHelp')}</small>
          </Checkbox>
        </div>
        <p className={css.hint}>{t('staff.programme.basicsReach', { count: counts.people })}</p>
        <PartNote error={saving.error} onReload={onReload} />
        <Button type="submit" kind="primary" busy={saving.isPending} busyLabel={t('staff.busy')}>
          {t('staff.programme.save')}
        </Button>
      </form>
      <ConfirmFirst action={saving} />
      <AskUnsaved isDirty={unsaved.isDirty} />
    </Card>
  )
}

type LanguagesProps = { programme: Programme; chosen: readonly string[]; onChange: (chosen: string[]) => void }

function Languages({ programme, chosen, onChange }: LanguagesProps) {
  const t = useText()
  const offered = useQuery(languagesQuery)
  return (
    <fieldset className={css.choices}>
      <legend>{t('staff.programme.languages')}</legend>
      <p className={css.hint}>{t('staff.programme.languagesHelp')}</p>
      <div className={css.languages}>
        {offered.data?.map(({ languageCode: code, language }) => (
          <Checkbox
            key={code}
            checked={chosen.includes(code)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, code] : chosen.filter((each) => each !== code))}
          >
            <span lang={code}>{language}</span> <Translated programme={programme} language={code} />
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

/** How many of the sessions can be read in the language. Without a translation, members see the original text. */
function Translated({ programme: { schedule, sessions }, language }: { programme: Programme; language: string }) {
  const t = useText()
  const translated = new Set(sessions.filter(({ languages }) => languages.includes(language)).map(({ sessionId }) => sessionId))
  if (schedule.length === 0) return null
  const done = schedule.filter(({ sessionId }) => translated.has(sessionId)).length
  return <small className={css.hint}>{t('staff.programme.translated', { done, count: schedule.length })}</small>
}
