import type { ScheduledContent } from '@saathi/contract/content/desk-calls'
import { localeOf } from '@saathi/contract/core/message'
import { longDay, timeOfDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { titleOfPage } from '../pages/page-titles.ts'
import { ContentLink } from './content-link.tsx'
import css from './desk.module.css'

/** Scheduled publications, the soonest first. */
export function Next({ next }: { next: readonly ScheduledContent[] }) {
  return (
    <ol className={css.next}>
      {next.map((each) => (
        <li key={`${each.kind} ${each.key}`}>
          <Entry {...each} />
        </li>
      ))}
    </ol>
  )
}

function Entry(content: ScheduledContent) {
  const t = useText()
  const language = useLanguage()
  const { kind, at, languages: codes, people } = content
  const names = new Intl.DisplayNames([localeOf(language)], { type: 'language' })
  const listed = new Intl.ListFormat(localeOf(language), { type: 'conjunction' })
  const languages = listed.format(codes.map((code) => names.of(code) ?? code))
  return (
    <>
      <ContentLink content={content}>
        <b dir="auto">{titleOfPage(content, t)}</b>
      </ContentLink>
      <p>
        <time dateTime={at}>
          {longDay(at, language)}, {timeOfDay(at, language)}
        </time>
      </p>
      <p className={css.hint}>
        {t(`staff.content.one.${kind}`)},{' '}
        {people === null
          ? t('staff.content.desk.inLanguages', { languages })
          : t('staff.content.desk.toPeople', { count: people, languages })}
      </p>
    </>
  )
}
