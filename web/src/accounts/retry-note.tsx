import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { info } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'

type LoadAgainProps = { text: string; isLoading: boolean; onLoad: () => void; id?: string | undefined }

/** In the place of what did not come; nothing that was typed beside it is touched. */
export function LoadAgain({ text, isLoading, onLoad, id }: LoadAgainProps) {
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
