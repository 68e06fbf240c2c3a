import type { DraftBlock, DraftProblem, QuizPart } from '@saathi/contract/content/drafts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { down, trash, up } from '#core/ui/icons.ts'
import { splitVideoWords } from '@saathi/contract/content/video-words'
import { blockIcons } from './block-icons.ts'
import css from './editor.module.css'
import { problemAt } from './parts.ts'
import { PictureField } from './media/picture-field.tsx'
import { RecordingField } from './media/recording-field.tsx'

/** The file decides, so that a video cannot be put where only sound is played. */
const typesOfRecordings = { audio: 'AUDIO', video: 'VIDEO' } as const

type BlockProps = {
  block: DraftBlock
  part: string
  place: number
  count: number
  problems: readonly DraftProblem[]
  quiz: QuizPart | null
  onChange: (block: DraftBlock) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onQuiz: (quiz: string) => void
}

/** One block as fields, with buttons to move it. */
export function BlockEditor(props: BlockProps) {
  const { block, part, place, count, problems, onMove, onRemove } = props
  const t = useText()
  const name = t(`staff.content.block.${block.contentType}`)
  const own = problemAt(problems, part, `blocks[${place}]`)
  return (
    <article
      className={classNames(css.block, block.contentType === 'MENTOR_TIPS' && css.tip, block.contentType === 'QUIZ' && css.quiz)}
      aria-label={`${name} ${place + 1}`}
    >
      <header>
        <Icon of={blockIcons[block.contentType]} size={18} />
        <span>{name}</span>
        <IconButton
          icon={up}
          iconSize={18}
          label={t('staff.content.up', { name })}
          disabled={place === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={down}
          iconSize={18}
          label={t('staff.content.down', { name })}
          disabled={place === count - 1}
          onClick={() => onMove(1)}
        />
        <IconButton icon={trash} iconSize={18} label={t('staff.content.remove', { name })} onClick={onRemove} />
      </header>
      <div className={css.fields}>
        <BlockFields {...props} />
        {own && <p className={css.problem}>{own}</p>}
      </div>
    </article>
  )
}

function BlockFields({ block, part, place, problems, quiz, onChange, onQuiz }: BlockProps) {
  const t = useText()
  const { contentType } = block
  const problemOf = (field: string) => problemAt(problems, part, `blocks[${place}].${field}`)
  const words = (label: string, rows = 3) => (
    <Field label={label} error={problemOf('text')}>
      <TextArea
        dir="auto"
        rows={rows}
        value={block.text}
        maxLength={8000}
        onChange={({ target }) => onChange({ ...block, text: target.value })}
      />
    </Field>
  )
  if (contentType === 'QUIZ')
    return (
      <>
        <p>{t('staff.content.questions', { count: quiz?.questions.length ?? 0 })}</p>
        <label className={css.check}>
          <input
            type="checkbox"
            checked={block.allowRetake}
            onChange={({ target }) => onChange({ ...block, allowRetake: target.checked })}
          />
          {t('staff.content.allowRetake')}
        </label>
        <Button kind="line" size="sm" onClick={() => onQuiz(block.quiz ?? '')}>
          {t('staff.content.editQuiz')}
        </Button>
      </>
    )
  if (contentType === 'IMAGE')
    return (
      <>
        <PictureField value={block.image} error={problemOf('image')} onChange={(image) => onChange({ ...block, image })} />
        {!block.isDecorative && words(t('staff.content.pictureWords'), 1)}
        <label className={css.check}>
          <input
            type="checkbox"
            checked={block.isDecorative ?? false}
            onChange={({ target }) => onChange({ ...block, isDecorative: target.checked })}
          />
          {t('staff.content.decorative')}
        </label>
      </>
    )
  if (contentType === 'AUDIO' || contentType === 'VIDEO')
    return (
      <>
        <RecordingField
          value={block.image}
          error={problemOf('image')}
          onChange={(hash, type) =>
            onChange({ ...block, image: hash, contentType: type === null ? contentType : typesOfRecordings[type] })
          }
        />
        <VideoWords {...{ block, onChange }} error={problemOf('text')} help={t('staff.content.saidHelp')} />
      </>
    )
  if (contentType === 'ARTICLE' || contentType === 'HYPERLINK' || contentType === 'YOUTUBE')
    return (
      <>
        <Field label={t('staff.content.address')} error={problemOf('url')}>
          <TextInput
            type="url"
            dir="ltr"
            value={block.url ?? ''}
            maxLength={2000}
            onChange={({ target }) => onChange({ ...block, url: target.value.trim() || null })}
          />
        </Field>
        {contentType === 'YOUTUBE' ? (
          <VideoWords {...{ block, onChange }} error={problemOf('text')} help={t('staff.content.transcriptHelp')} />
        ) : (
          words(t('staff.content.linkWords'), 1)
        )}
      </>
    )
  return words(t('staff.content.words'))
}

type VideoWordsProps = Pick<BlockProps, 'block' | 'onChange'> & { error: string | undefined; help: string }

/**
 * The fields for a recording's title and transcript, which are stored as one text: its first line, and the text after an empty line.
 */
function VideoWords({ block, error, help, onChange }: VideoWordsProps) {
  const t = useText()
  const { title, transcript } = splitVideoWords(block.text)
  const set = (next: string, said: string) => onChange({ ...block, text: said === '' ? next : `${next}\n\n${said}` })
  return (
    <>
      <Field label={t('staff.content.linkWords')} error={error}>
        <TextInput dir="auto" value={title} maxLength={300} onChange={({ target }) => set(target.value, transcript)} />
      </Field>
      <Field label={t('staff.content.transcript')} help={help}>
        <TextArea dir="auto" rows={4} value={transcript} maxLength={7000} onChange={({ target }) => set(title, target.value)} />
      </Field>
    </>
  )
}
