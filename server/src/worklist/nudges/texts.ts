import type { NudgeText, NudgeTrigger } from '@saathi/contract/worklist/nudges'
import { findText } from '#core/texts.ts'

/** The default text. */
export function usualText(trigger: NudgeTrigger, language: string): NudgeText {
  const t = findText(language)
  return { language, title: t(`notices.nudge.${trigger}.title`), text: t(`notices.nudge.${trigger}.text`) }
}

/** The programme's text in the person's language, otherwise the default. */
export const textFor = (trigger: NudgeTrigger, texts: readonly NudgeText[], language: string): NudgeText =>
  texts.find((each) => each.language === language) ?? usualText(trigger, language)
