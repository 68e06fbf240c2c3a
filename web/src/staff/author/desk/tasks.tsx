import type { DeskTask } from '@saathi/contract/content/desk-calls'
import { localeOf } from '@saathi/contract/core/message'
import { useState } from 'react'
import { timeOfDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { useNow } from '#core/use-now.ts'
import { titleOfPage } from '../pages/page-titles.ts'
import { ContentLink } from './content-link.tsx'
import { daysSince } from './days-since.ts'
import css from './desk.module.css'

/** The others are shown on request. */
const SHOWN_FIRST = 4

const beads: Readonly<Record<DeskTask['type'], string | undefined>> = {
  review: undefined,
  returned: css.own,
  comments: css.own,
  translation: css.later,
}

export function Tasks({ tasks }: { tasks: readonly DeskTask[] }) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? tasks : tasks.slice(0, SHOWN_FIRST)
  return (
    <>
      <ol className={css.tasks}>
        {shown.map((task) => (
          <Task key={`${task.type} ${task.kind} ${task.key} ${'language' in task ? task.language : ''}`} task={task} />
        ))}
      </ol>
      {shown.length < tasks.length && (
        <Button kind="line" size="sm" onClick={() => setWhole(true)}>
          {t('staff.content.desk.showAll', { count: tasks.length })}
        </Button>
      )}
    </>
  )
}

type Words = { head: string; text: string }
type Reader = { t: ReturnType<typeof useText>; language: string }

function wordsOf(task: DeskTask, { t, language }: Reader): Words {
  const title = titleOfPage(task, t)
  const nameOf = (by: string | null) => by ?? t('staff.content.conflict.colleague')
  switch (task.type) {
    case 'review':
      return {
        head: t('staff.content.desk.review', { title }),
        text: t('staff.content.desk.reviewText', { name: nameOf(task.by) }),
      }
    case 'returned': {
      const name = nameOf(task.by)
      return { head: t('staff.content.desk.returned', { title }), text: t('staff.content.desk.returnedText', { name }) }
    }
    case 'comments': {
      const { by, count } = task
      const head = by ? t('staff.content.desk.commentsBy', { name: by, count }) : t('staff.content.desk.comments', { count })
      return { head, text: title }
    }
    case 'translation': {
      const name = new Intl.DisplayNames([localeOf(language)], { type: 'language' }).of(task.language) ?? task.language
      return { head: t('staff.content.desk.translation', { count: task.count, language: name }), text: title }
    }
  }
}

/** The tab where it is done. */
function placeOf(task: DeskTask): Readonly<Record<string, string>> {
  if (task.type === 'comments') return { tab: 'comments' }
  return task.type === 'translation' ? { tab: 'translate', language: task.language } : {}
}

function Task({ task }: { task: DeskTask }) {
  const t = useText()
  const language = useLanguage()
  const { head, text } = wordsOf(task, { t, language })
  return (
    <li className={beads[task.type]}>
      <p>
        <ContentLink content={task} search={placeOf(task)}>
          {head}
        </ContentLink>
        {task.at !== null && <Since at={task.at} />}
      </p>
      <p className={css.hint} dir="auto">
        {text}
      </p>
    </li>
  )
}

/** '9:12 am', 'yesterday', '16 days ago' */
function Since({ at }: { at: string }) {
  const language = useLanguage()
  const days = daysSince(at, useNow())
  const words = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
  return <time dateTime={at}>{days === 0 ? timeOfDay(at, language) : words.format(-days, 'day')}</time>
}
