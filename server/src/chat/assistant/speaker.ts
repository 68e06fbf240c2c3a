import { formatMessage, localeOf, type MessageValues } from '@saathi/contract/core/message'
import { indiaDay } from '@saathi/contract/core/india-day'
import { findText } from '#core/texts.ts'
import { type AnswerKey, hinglish } from './hinglish.ts'
import { languageOfQuestion } from './question-language.ts'

export type Speaker = {
  /** The product language used for texts that have no Hinglish version. */
  language: string
  /** BCP 47 tag of the assistant's answer. */
  tag: string
  say: (key: AnswerKey, values?: MessageValues) => string
  date: (moment: string) => string
  time: (moment: string) => string
  /** 'today', 'in 4 days' */
  days: (moment: string, now: Date) => string
}

/** Speaks the language of the question. Texts of the programme have no version in Hindi with Latin letters. */
export function speakerFor(question: string, ownLanguage: string): Speaker {
  const { code, isHinglish } = languageOfQuestion(question, ownLanguage)
  const t = findText(code)
  const say: Speaker['say'] = (key, values) =>
    isHinglish ? formatMessage(localeOf('en'), hinglish[key], values) : t(key, values)
  const locale = localeOf(isHinglish ? 'en' : code)
  const inIndia = (style: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'Asia/Kolkata' })
    return (moment: string) => format.format(new Date(moment))
  }
  return {
    language: isHinglish ? ownLanguage : code,
    tag: isHinglish ? 'hi-Latn' : code,
    say,
    date: inIndia({ weekday: 'long', day: 'numeric', month: 'long' }),
    time: inIndia({ timeStyle: 'short', hour12: true }),
    days: (moment, now) => {
      const days = indiaDay(new Date(moment)) - indiaDay(now)
      if (days > 1) return say('assistant.inDays', { days })
      return say(days === 1 ? 'assistant.tomorrow' : 'assistant.today')
    },
  }
}
