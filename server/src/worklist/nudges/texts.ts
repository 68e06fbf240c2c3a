import type { NudgeText, NudgeTrigger } from '@saathi/contract/worklist/nudges'
import { findText } from '#core/texts.ts'

/** The words that every programme has to begin with. */
export function usualText(trigger: NudgeTrigger, language: string): NudgeText {
  const t = findText(language)
  return { language, title: t(`notices.nudge.${trigger}.title`), text: t(`notices.nudge.${trigger}.text`) }
}

/** Words of the programme in the person's language, otherwise the usual ones. */
export const textFor = (trigger: NudgeTrigger, texts: readonly NudgeText[], language: string): NudgeText =>
  texts.find((each) => each.language === language) ?? usualText(trigger, language)
