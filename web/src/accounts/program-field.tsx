import { offeredProjects } from '@saathi/contract/accounts/offered-projects'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/field.tsx'
import { Select } from '#core/ui/select.tsx'
import { LoadAgain } from './load-again.tsx'
import { projectsQuery } from './sign-up-queries.ts'

/** The programs for an address. Null instead of a wish: nobody asks, and the list is not fetched. */
export function useOfferedPrograms(email: string, wished: string | null) {
  const query = useQuery({ ...projectsQuery, enabled: wished !== null })
  const offered = query.data && offeredProjects(query.data, email)
  const open = offered?.filter(({ isDisabled }) => !isDisabled) ?? []
  // Where there is one thing to choose it need not be chosen.
  const chosen = open.find(({ key }) => key === wished) ?? (open.length === 1 ? open[0] : undefined)
  const { isError, isFetching, refetch } = query
  return { offered, chosen: wished === null ? '' : (chosen?.key ?? ''), isError, isFetching, load: () => void refetch() }
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
      {isError && !offered && <LoadAgain text={t('signUp.programsFailed')} isLoading={isFetching} onLoad={load} />}
    </>
  )
}
