import { useMutation } from '@tanstack/react-query'
import { chooseLanguage, useLanguages } from '#core/i18n/language.ts'
import { useLanguage } from '#core/i18n/texts.tsx'

/** The available languages, and the one shown or being saved. */
export function useLanguageChoice() {
  const current = useLanguage()
  const languages = useLanguages(current)
  const choosing = useMutation({ mutationFn: chooseLanguage })
  return { languages, chosen: choosing.isPending ? choosing.variables : current, choose: choosing.mutate }
}
