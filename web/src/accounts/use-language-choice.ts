import { useMutation } from '@tanstack/react-query'
import { chooseLanguage, useLanguages } from '#core/i18n/language.ts'
import { useLanguage } from '#core/i18n/texts.tsx'

/** The languages one can read in, and the one that is shown or on its way. */
export function useLanguageChoice() {
  const current = useLanguage()
  const languages = useLanguages(current)
  const choosing = useMutation({ mutationFn: chooseLanguage })
  return { languages, chosen: choosing.isPending ? choosing.variables : current, choose: choosing.mutate }
}
