import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { info } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'

type RetryNoteProps = { text: string; isLoading: boolean; onLoad: () => void; id?: string | undefined }

/** Shown in place of content that failed to load; other fields on the page keep their values. */
export function RetryNote({ text, isLoading, onLoad, id }: RetryNoteProps) {
  const t = useText()
  return (
    <Note
      id={id}
      tone="calm"
      icon={info}
      live="status"
      action={
        <Button kind="line" size="sm" busy={isLoading} busyLabel={t('wayIn.loadingAgain')} onClick={onLoad}>
          {t('wayIn.loadAgain')}
        </Button>
      }
    >
      {text}
    </Note>
  )
}
