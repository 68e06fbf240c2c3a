import { offeredProjects } from '@saathi/contract/accounts/offered-projects'
import { localeOf } from '@saathi/contract/core/message'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { RetryNote } from './refusal.tsx'
import { projectsQuery } from './queries.ts'

/** The programmes for an address. If `requested` is null, the list is not needed and not fetched. */
export function useOfferedPrograms(email: string, requested: string | null) {
  const query = useQuery({ ...projectsQuery, enabled: requested !== null })
  const language = useLanguage()
  const offered = query.data && sortByName(offeredProjects(query.data, email), language)
  const open = offered?.filter(({ isDisabled }) => !isDisabled) ?? []
  // A single option is preselected.
  const chosen = open.find(({ key }) => key === requested) ?? (open.length === 1 ? open[0] : undefined)
  const { isError, isFetching, refetch } = query
  return { offered, chosen: requested === null ? '' : (chosen?.key ?? ''), isError, isFetching, load: () => void refetch() }
}

/** As a dictionary of the reader's language does. */
function sortByName<P extends { name: string }>(projects: readonly P[], language: string): P[] {
  const order = new Intl.Collator(localeOf(language))
  return projects.toSorted((a, b) => order.compare(a.name, b.name))
}

type ProgramFieldProps = {
  programs: ReturnType<typeof useOfferedPrograms>
  error: string | false | undefined
  onChoose: (project: string) => void
}

export function ProgramField({ programs, error, onChoose }: ProgramFieldProps) {
  const t = useText()
  const { offered, chosen, isError, isFetching, load } = programs
  const hasNone = offered !== undefined && offered.every(({ isDisabled }) => isDisabled)
  return (
    <>
      <Field label={t('signUp.program')} required error={error} help={hasNone && t('signUp.noProgram')}>
        <Select name="project" value={chosen} onChange={(event) => onChoose(event.target.value)}>
          {chosen === '' && <option value="">{t('signUp.chooseProgram')}</option>}
          {offered?.map(({ key, name, isDisabled }) => (
            <option key={key} value={key} disabled={isDisabled}>
              {isDisabled ? t('signUp.programClosed', { name }) : name}
            </option>
          ))}
        </Select>
      </Field>
      {isError && !offered && <RetryNote text={t('signUp.programsFailed')} isLoading={isFetching} onLoad={load} />}
    </>
  )
}
