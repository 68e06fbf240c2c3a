import type { DraftContent } from '@saathi/contract/content/drafts'
import type { PublishedVersion } from '@saathi/contract/content/version-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { type Translate, useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { QueryStates } from '../../kit/query-states.tsx'
import type { WriterParts } from '../parts.ts'
import { titleOfPart } from '../part-titles.ts'
import { versionQuery, versionsQuery } from '../queries.ts'
import { Changed } from './changed.tsx'
import { compareParts } from './compare-parts.ts'
import css from './versions.module.css'

type VersionsTabProps = WriterParts & { draft: DraftContent }

/** The differences between the draft and published versions, word by word. */
export function VersionsTab({ draft, ...parts }: VersionsTabProps) {
  const t = useText()
  const language = useLanguage()
  const [chosen, setChosen] = useState('')
  const query = useQuery(versionsQuery(draft, parts.state.revision))
  return (
    <QueryStates query={query}>
      {({ versions }) => {
        const version = versions.find(({ id }) => String(id) === chosen) ?? versions[0]
        // A version loaded from a folder is listed only after its first change in the console.
        if (!version && draft.version !== null) return <Same />
        if (!version) return <Empty title={t('staff.versions.none')} text={t('staff.versions.noneText')} />
        return (
          <section className={css.tab} aria-label={t('staff.content.part.versions')}>
            <Field label={t('staff.versions.with')}>
              <Select value={String(version.id)} onChange={({ target }) => setChosen(target.value)}>
                {versions.map((each) => (
                  <option key={each.id} value={each.id}>
                    {describe(each, t, language)}
                  </option>
                ))}
              </Select>
            </Field>
            <Comparison key={version.id} {...parts} draft={draft} id={version.id} />
          </section>
        )
      }}
    </QueryStates>
  )
}

function Same() {
  const t = useText()
  return <Empty title={t('staff.versions.same')} text={t('staff.versions.sameText')} />
}

/** Such as 'Version 3, words corrected, 12 Nov, 6:30 pm, Leela Nair'. */
function describe({ version, way, by, at }: PublishedVersion, t: Translate, language: string): string {
  const name = t('staff.versions.version', { version })
  const how = way === 'version' ? '' : t(`staff.versions.way.${way}`)
  return [name, how, at && dayAndTime(at, language), by].filter(Boolean).join(', ')
}

function Comparison({ draft, id, editor, state, isFixed }: VersionsTabProps & { id: number }) {
  const t = useText()
  const query = useQuery(versionQuery(draft, id))
  return (
    <QueryStates query={query}>
      {({ parts }) => {
        const before = new Map(parts.map(({ name, body }) => [name, body]))
        const changes = compareParts(before, state.bodies)
        if (changes.length === 0) return <Same />
        return (
          <ul className={css.parts}>
            {changes.map(({ name, kind, differences }) => {
              const earlier = before.get(name)
              const title = titleOfPart(name, new Map([...before, ...state.bodies]), t)
              return (
                <li key={name}>
                  <header>
                    <h3 dir="auto">{title}</h3>
                    {kind !== 'changed' && <Chip tone={kind === 'new' ? 'ok' : 'warn'}>{t(`staff.versions.part.${kind}`)}</Chip>}
                    {earlier && !isFixed && (
                      <Button
                        kind="line"
                        size="sm"
                        onClick={() => {
                          editor.change(name, earlier)
                          showToast({ text: t('staff.versions.restored', { part: title }) })
                        }}
                      >
                        {t('staff.versions.restore')}
                        <span className="sr">: {title}</span>
                      </Button>
                    )}
                  </header>
                  <ul className={css.differences}>
                    {differences.map((difference) => (
                      <Changed key={`${difference.kind} ${difference.path}`} difference={difference} />
                    ))}
                  </ul>
                </li>
              )
            })}
          </ul>
        )
      }}
    </QueryStates>
  )
}
