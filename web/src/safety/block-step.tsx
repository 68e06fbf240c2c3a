import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { alert } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { useBlock } from './queries.ts'
import css from './report.module.css'

type BlockStepProps = { person: { personId: number; name: string }; onReport: (() => void) | null; onClose: () => void }

/** Asks for confirmation in one sentence. A block can be removed at any time. */
export function BlockStep({ person, onReport, onClose }: BlockStepProps) {
  const t = useText()
  const block = useBlock()
  if (block.data) {
    return (
      <div className={css.sent}>
        <p className={css.lead} role="status">
          {t(block.data.pausesPair ? 'safety.block.donePair' : 'safety.block.done', { name: person.name })}
        </p>
        <Button kind="primary" block onClick={onClose}>
          {t('safety.sent.back')}
        </Button>
      </div>
    )
  }
  return (
    <div className={css.sent}>
      <p className={css.lead}>{t('safety.block.text', { name: person.name })}</p>
      <p className={css.hint}>{t('safety.block.pair')}</p>
      {block.error && (
        <Note tone="bad" icon={alert}>
          {t(errorTextKey(block.error))}
        </Note>
      )}
      <Button
        kind="danger"
        block
        busy={block.isPending}
        busyLabel={t('safety.block.doing')}
        onClick={() => block.mutate(person.personId)}
      >
        {t('safety.block.do')}
      </Button>
      {onReport && (
        <Button kind="line" block onClick={onReport}>
          {t('safety.block.report')}
        </Button>
      )}
      <Button kind="quiet" block onClick={onClose}>
        {t('safety.block.not')}
      </Button>
    </div>
  )
}
