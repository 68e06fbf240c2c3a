import type { DraftBody } from '@saathi/contract/content/drafts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import css from './editor.module.css'
import type { Choice, Conflict } from './editor-store.ts'

type Page = Exclude<DraftBody, { kind: 'session' | 'step' | 'quiz' }>

function wordsOfPage(body: Page): string[] {
  switch (body.kind) {
    case 'post':
      return [body.title, body.description, body.curatedNote, body.text, body.author].filter((text) => text !== '')
    case 'legal':
      return [body.title, body.content]
    case 'card':
      return body.cards.map(({ text }) => text)
    case 'faq':
      return body.topics.flatMap(({ title, items }) => [title, ...items.flatMap(({ question, answer }) => [question, answer])])
    case 'survey':
      return [body.name, body.shortDescription, ...body.stages.map(({ name }) => name)]
    case 'stage':
      return body.pages.flatMap(({ title, questions }) => [title, ...questions.map((question) => question.title)])
  }
}

/** The words of a part, for comparing. */
function wordsOf(body: DraftBody): string[] {
  if (body.kind === 'step') return body.blocks.map(({ text, url }) => [text, url].filter(Boolean).join(' · '))
  if (body.kind === 'quiz')
    return body.questions.flatMap(({ title, answerOptions }) => [title, ...answerOptions.map(({ label }) => `– ${label}`)])
  if (body.kind === 'session') return [body.title, body.overview, ...body.steps.map(({ title }) => title)]
  return wordsOfPage(body)
}

/** Two people have written the same part. Nothing is lost before somebody has chosen. */
export function ConflictDialog({ conflict, onSettle }: { conflict: Conflict; onSettle: (choice: Choice) => void }) {
  const t = useText()
  const { mine, theirs } = conflict
  const side = (title: string, body: DraftBody, other: DraftBody) => {
    const known = new Set(wordsOf(other))
    return (
      <section aria-label={title}>
        <h3>{title}</h3>
        {wordsOf(body).map((line, at) => (
          <p key={at} dir="auto" className={known.has(line) ? undefined : css.differs}>
            {line}
          </p>
        ))}
      </section>
    )
  }
  return (
    <Dialog
      open
      // Without a choice the next save would meet the same conflict.
      onClose={() => {}}
      title={t('staff.content.conflict.title')}
      text={t('staff.content.conflict.text', { name: theirs.changedBy ?? t('staff.content.conflict.colleague') })}
      actions={
        <>
          <Button kind="line" onClick={() => onSettle('theirs')}>
            {t('staff.content.conflict.theirs')}
          </Button>
          <Button kind="line" onClick={() => onSettle('mine')}>
            {t('staff.content.conflict.mine')}
          </Button>
          <Button kind="primary" onClick={() => onSettle('both')}>
            {t('staff.content.conflict.both')}
          </Button>
        </>
      }
    >
      <p>{t('staff.content.conflict.bothText')}</p>
      <div className={css.sides}>
        {side(t('staff.content.conflict.yours'), mine, theirs.body)}
        {side(theirs.changedBy ?? t('staff.content.conflict.colleague'), theirs.body, mine)}
      </div>
    </Dialog>
  )
}
